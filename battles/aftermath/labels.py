"""Names of an aftermath's stages, reasons for experience, characteristics and rolls, for pages and sentences."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from catalogue.packs.book import Book
from mordheim_site.refusals import Sentence

STAGES: Final[dict[str, Sentence]] = {
    "injuries": gettext_lazy("Injuries"),
    "captives": gettext_lazy("Captives"),
    "things": gettext_lazy("Belongings"),
    "experience": gettext_lazy("Experience"),
    "advances": gettext_lazy("Advances"),
    "rewards": gettext_lazy("Rewards"),
    "exploration": gettext_lazy("Exploration"),
    "sale": gettext_lazy("Wyrdstone"),
    "upkeep": gettext_lazy("Upkeep"),
    "market": gettext_lazy("Trade and recruits"),
    "rating": gettext_lazy("Rating"),
}
STAGES_OF_SIDE: Final[dict[str, Sentence]] = {**STAGES, "over": gettext_lazy("All stages are done")}
"""The stages of a side's aftermath, with the state after the last one."""
REASONS: Final[dict[str, Sentence]] = {
    "survives": gettext_lazy("survived"),
    "winning_leader": gettext_lazy("led the winning side"),
    "enemy_out_of_action": gettext_lazy("took enemies out"),
    "underdog": gettext_lazy("fought a stronger warband"),
    "carries_counter": gettext_lazy("carried wyrdstone at the end"),
    "breaks_through": gettext_lazy("broke through"),
    "first_to_escape": gettext_lazy("first to leave the street"),
    "finds_chest": gettext_lazy("found the chest"),
    "holds_most_buildings": gettext_lazy("led the side that held the most buildings"),
    "fells_leader": gettext_lazy("took the hunted leader out of action"),
    "burns_building": gettext_lazy("burnt buildings down"),
    "lights_beacon": gettext_lazy("lit the beacon"),
    "stops_ritual": gettext_lazy("stopped the ritual"),
    "loots_building": gettext_lazy("looted houses"),
    "fells_bear": gettext_lazy("took a bear out of action"),
    "fells_prince": gettext_lazy("took the prince out of action"),
    "fells_truthsayer": gettext_lazy("took the Truthsayer out of action"),
    "fells_dark_emissary": gettext_lazy("took the Dark Emissary out of action"),
    "fells_mummy": gettext_lazy("took the mummy out of action"),
    "wounds_mummy": gettext_lazy("wounded the mummy"),
    "finds_hoard": gettext_lazy("found the hoard"),
    "fells_balewolf": gettext_lazy("took a Balewolf out of action"),
    "escapes": gettext_lazy("escaped"),
    "takes_prize": gettext_lazy("carried the prize off"),
}
CHARACTERISTICS: Final[dict[str, Sentence]] = {
    "movement": gettext_lazy("Movement"),
    "weapon_skill": gettext_lazy("Weapon Skill"),
    "ballistic_skill": gettext_lazy("Ballistic Skill"),
    "strength": gettext_lazy("Strength"),
    "toughness": gettext_lazy("Toughness"),
    "wounds": gettext_lazy("Wounds"),
    "initiative": gettext_lazy("Initiative"),
    "attacks": gettext_lazy("Attacks"),
    "leadership": gettext_lazy("Leadership"),
}
PURPOSES: Final[dict[str, Sentence]] = {
    "serious_injury": gettext_lazy("Serious injury"),
    "multiple_injuries": gettext_lazy("How many injuries"),
    "casualty": gettext_lazy("Casualty roll"),
    "advance": gettext_lazy("Advance"),
    "exploration": gettext_lazy("Exploration"),
    "exploration_again": gettext_lazy("Exploration, re-roll"),
    "reward": gettext_lazy("Contents of the prize"),
    "scenario": gettext_lazy("Contents of the prize"),
    "veterans": gettext_lazy("Experience that veterans for hire may have"),
    "rarity": gettext_lazy("Search for a rare item"),
    "price": gettext_lazy("Price"),
    "haggle": gettext_lazy("Haggling"),
    "initiative": gettext_lazy("Initiative"),
    "joins": gettext_lazy("Does the hired sword join?"),
    "escape": gettext_lazy("Escape attempt"),
    "leadership": gettext_lazy("Leadership"),
    "toughness": gettext_lazy("Toughness"),
    "artefact": gettext_lazy("Artefact"),
    "spell": gettext_lazy("Spell"),
    "slavers": gettext_lazy("Price from the slavers"),
    "old_wound": gettext_lazy("Old wound"),
    "cast": gettext_lazy("Casting"),
    "map": gettext_lazy("Value of the map"),
    "deed": gettext_lazy("Result"),
    "wish": gettext_lazy("The wish"),
    "theft": gettext_lazy("Theft"),
    "wares": gettext_lazy("Number"),
    "notebooks": gettext_lazy("Gold for the secrets"),
    "bounty": gettext_lazy("Experience of the hunt"),
    "gallows": gettext_lazy("Hanged?"),
    "loot": gettext_lazy("Looting"),
    "stays": gettext_lazy("Stays?"),
    "side_effect": gettext_lazy("Side effect of the drug"),
    "breaks": gettext_lazy("Ruined?"),
}


def purpose_of(code: str, facts: Book) -> str:
    """The purpose of a roll of the aftermath, as text."""
    if code in PURPOSES:
        return str(PURPOSES[code])
    for table in (facts.injuries, facts.exploration, facts.advances):
        if code in table:
            return str(table[code].name)
    return code.replace("_", " ").capitalize()
