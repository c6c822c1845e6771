"""The switches of a campaign in words, and their values. Which there are stands in `switches.py`."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.house_rules.switches import BY_CODE
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence

WORDS: Final[dict[str, tuple[Sentence, Sentence]]] = {
    "ro_hired_swords": (gettext_lazy("Hired swords"), gettext_lazy("Whether warbands may hire them.")),
    "ro_personae": (gettext_lazy("Dramatis personae"), gettext_lazy("Whether people with a name may be looked for.")),
    "ro_extra_models": (
        gettext_lazy("Models in a warband"),
        gettext_lazy("So many more than a list allows; fewer with a minus."),
    ),
    "ro_extra_heroes": (
        gettext_lazy("Heroes in a warband"),
        gettext_lazy("So many more than a list allows; fewer with a minus."),
    ),
    "ro_hero_advances": (
        gettext_lazy("When heroes advance"),
        gettext_lazy("The experience at which a hero takes an advance, one number after the other."),
    ),
    "ro_henchman_advances": (
        gettext_lazy("When henchmen advance"),
        gettext_lazy("The experience at which a henchman group takes an advance, one number after the other."),
    ),
    "ro_sell_percent": (gettext_lazy("Selling kit"), gettext_lazy("What it brings, in percent of its price.")),
    "hr_cavalry_first_wound": (
        gettext_lazy("Riders lose the horse first"),
        gettext_lazy("The first wound of a rider is taken by his mount."),
    ),
    "hr_poison_crit": (gettext_lazy("Poison on a six"), gettext_lazy("Poisoned weapons turn a six into a critical.")),
    "hr_swarms": (gettext_lazy("Swarms fall whole"), gettext_lazy("A swarm that is hurt goes out of action at once.")),
    "hr_no_single_target_penalty": (
        gettext_lazy("No penalty for lone targets"),
        gettext_lazy("Shooting at a single model costs nothing."),
    ),
    "hr_plague_units": (
        gettext_lazy("Plague spreads to neighbours"),
        gettext_lazy("Spells against units reach models near to each other."),
    ),
    "panic_triggers": (gettext_lazy("Panic"), gettext_lazy("Some events cause a panic test that is not rolled else.")),
    "straight_battle": (
        gettext_lazy("Straight battle"),
        gettext_lazy("Played to the last warrior, without rout tests."),
    ),
    "weapon_class_crits": (
        gettext_lazy("Criticals by weapon"),
        gettext_lazy("Every class of weapon has a critical chart of its own."),
    ),
    "core_keywords": (
        gettext_lazy("Keywords of the core rules"),
        gettext_lazy("Wards, regeneration, terror and the other keywords of the core rules are in force."),
    ),
    "pl_clock": (
        gettext_lazy("Turn clock"),
        gettext_lazy(
            "Battles of the league that are played on the board have this clock; left open, its players choose."
        ),
    ),
    "pl_bot": (
        gettext_lazy("Warbands that nobody plays"),
        gettext_lazy("How strong the bot is that plays them on the board."),
    ),
    "terrain_pack": (gettext_lazy("Terrain pack"), gettext_lazy("Terrain of the terrain pack acts as printed there.")),
    "af_underdog": (gettext_lazy("Underdogs"), gettext_lazy("Whether the weaker side learns more.")),
    "af_exploration_dice_max": (
        gettext_lazy("Exploration dice"),
        gettext_lazy("So many dice are rolled in a search at most."),
    ),
    "af_winner_die": (gettext_lazy("The winner's die"), gettext_lazy("Whether the winner searches with one die more.")),
    "af_fallen_heroes_search": (
        gettext_lazy("The fallen search too"),
        gettext_lazy("Heroes who went out of action search the ruins all the same."),
    ),
    "af_rare_bonus": (gettext_lazy("Rare goods"), gettext_lazy("Added to every roll for something rare.")),
    "af_free_captives": (gettext_lazy("No captives"), gettext_lazy("Captives come home at once.")),
    "af_captives_escape_on": (
        gettext_lazy("Captives break out"),
        gettext_lazy("On this face of a D6 or more a captive escapes without his gear; without one, never."),
    ),
    "af_hours_to_choose": (
        gettext_lazy("Hours for the aftermath"),
        gettext_lazy("After so many hours what was not chosen is decided by a simple rule."),
    ),
    "unit_hits": (
        gettext_lazy("Hits on units"),
        gettext_lazy("Terrain that strikes whole units: one hit for each die printed, or the dice as printed."),
    ),
    "uphill_bonus": (gettext_lazy("Charging downhill"), gettext_lazy("A charge from higher ground hits better.")),
    "marsh_all_dangerous": (
        gettext_lazy("Marsh for all"),
        gettext_lazy("Marshes are dangerous to small warriors on foot as well."),
    ),
    "hr_losing_control": (
        gettext_lazy("Riders lose control"),
        gettext_lazy(
            "Who loses the last Wound in the saddle rolls for what the mount does: it rears, throws the rider or falls."
        ),
    ),
    "sight_mode": (gettext_lazy("Line of sight"), gettext_lazy("How the board judges what a warrior can see.")),
}


def switch_words(code: str) -> tuple[Sentence, Sentence]:
    """Name and meaning of a switch; the bare code for one nobody gave words."""
    return WORDS.get(code, (code, ""))


def value_words(code: str, value: Any) -> str:
    """A value of a switch as a reader meets it."""
    if value is True:
        return _("on")
    switch = BY_CODE.get(code)
    if switch is not None and switch.ladder:
        return ", ".join(map(str, value)) if value else printed_ladder(code)
    if value is False or value in (None, [], ()):
        return _("off")
    words = dict(switch.choices) if switch is not None else {}
    if isinstance(value, list | tuple):
        return ", ".join(str(words.get(part, part)) for part in value)
    if switch is not None and value == switch.printed and not words and not switch.low <= value <= switch.high:
        return _("as printed")
    return str(words.get(value, value))


def printed_ladder(code: str) -> str:
    """The numbers of the book where a switch takes several."""
    tables = book().tables
    lines = tables.hero_advances_at if code == "ro_hero_advances" else tables.henchman_advances_at
    return ", ".join(map(str, lines))


def printed_words(code: str) -> str:
    """The printed value of a switch."""
    return value_words(code, BY_CODE[code].printed) if code in BY_CODE else _("as printed")
