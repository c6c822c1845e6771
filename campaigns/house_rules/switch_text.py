"""Names, descriptions and values of the campaign switches. The switches themselves are in `switches.py`."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.house_rules.switches import BY_CODE
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence

WORDS: Final[dict[str, tuple[Sentence, Sentence]]] = {
    "ro_hired_swords": (gettext_lazy("Hired swords"), gettext_lazy("Whether warbands can hire them.")),
    "ro_personae": (
        gettext_lazy("Dramatis personae"),
        gettext_lazy("Whether warbands can search for special characters."),
    ),
    "ro_extra_models": (
        gettext_lazy("Models in a warband"),
        gettext_lazy("Change to the maximum number of warriors (use a minus sign to lower it)."),
    ),
    "ro_extra_heroes": (
        gettext_lazy("Heroes in a warband"),
        gettext_lazy("Change to the maximum number of heroes (use a minus sign to lower it)."),
    ),
    "ro_hero_advances": (
        gettext_lazy("When heroes advance"),
        gettext_lazy("Experience thresholds at which a hero takes an advance, in ascending order."),
    ),
    "ro_henchman_advances": (
        gettext_lazy("When henchmen advance"),
        gettext_lazy("Experience thresholds at which a henchman group takes an advance, in ascending order."),
    ),
    "ro_sell_percent": (gettext_lazy("Selling kit"), gettext_lazy("Sale price, in percent of the list price.")),
    "hr_cavalry_first_wound": (
        gettext_lazy("Mounts take the first wound"),
        gettext_lazy("The first wound of a rider is taken by the mount."),
    ),
    "hr_poison_crit": (
        gettext_lazy("Poison on a six"),
        gettext_lazy("Poisoned weapons turn a six into a critical hit."),
    ),
    "hr_swarms": (gettext_lazy("Swarms removed whole"), gettext_lazy("A wounded swarm goes out of action.")),
    "hr_no_single_target_penalty": (
        gettext_lazy("No penalty for lone targets"),
        gettext_lazy("No penalty for shooting at a single model."),
    ),
    "hr_plague_units": (
        gettext_lazy("Plague spreads to neighbours"),
        gettext_lazy("Spells against units affect models near each other."),
    ),
    "panic_triggers": (
        gettext_lazy("Panic"),
        gettext_lazy("Some events cause a panic test that the ruleset does not otherwise have."),
    ),
    "straight_battle": (
        gettext_lazy("Fight to the end"),
        gettext_lazy("Played to the last warrior, without rout tests."),
    ),
    "free_measuring": (
        gettext_lazy("Free measuring"),
        gettext_lazy("Distances may be measured at any time, instead of being guessed."),
    ),
    "weapon_class_crits": (
        gettext_lazy("Criticals by weapon"),
        gettext_lazy("Every class of weapon has its own critical hit chart."),
    ),
    "core_keywords": (
        gettext_lazy("Keywords of the core rules"),
        gettext_lazy("Ward saves, regeneration, terror and the other keywords of the core rules apply."),
    ),
    "pl_clock": (
        gettext_lazy("Turn clock"),
        gettext_lazy("Turn clock of the league's battles on the board; leave it open to let players choose."),
    ),
    "pl_bot": (
        gettext_lazy("Non-player warbands"),
        gettext_lazy("Strength of the bot that plays them on the board."),
    ),
    "terrain_pack": (
        gettext_lazy("Terrain pack"),
        gettext_lazy("Terrain of the terrain pack follows its printed rules."),
    ),
    "af_underdog": (gettext_lazy("Underdogs"), gettext_lazy("Whether the lower-rated side gains extra experience.")),
    "af_exploration_dice_max": (
        gettext_lazy("Exploration dice"),
        gettext_lazy("Maximum number of exploration dice."),
    ),
    "af_winner_die": (
        gettext_lazy("The winner's die"),
        gettext_lazy("Whether the winner rolls one more exploration die."),
    ),
    "af_fallen_heroes_search": (
        gettext_lazy("Heroes out of action explore"),
        gettext_lazy("Heroes who went out of action can still explore."),
    ),
    "af_rare_bonus": (gettext_lazy("Rare goods"), gettext_lazy("Modifier to every roll for a rare item.")),
    "af_free_captives": (gettext_lazy("No captives"), gettext_lazy("Captives return immediately.")),
    "af_captives_escape_on": (
        gettext_lazy("Captives escape"),
        gettext_lazy("On this D6 result or higher a captive escapes without gear. Default: never."),
    ),
    "af_outside_battles": (
        gettext_lazy("Battles outside the league"),
        gettext_lazy("Whether battles outside the league change the rosters of its warbands. Default: they do not."),
    ),
    "af_hours_to_choose": (
        gettext_lazy("Hours for the aftermath"),
        gettext_lazy("After this many hours, open decisions are made automatically."),
    ),
    "unit_hits": (
        gettext_lazy("Hits on units"),
        gettext_lazy("Terrain that hits whole units: one hit per printed die, or the dice as printed."),
    ),
    "uphill_bonus": (gettext_lazy("Charging downhill"), gettext_lazy("A charge from higher ground hits better.")),
    "marsh_all_dangerous": (
        gettext_lazy("Marshes for all"),
        gettext_lazy("Marshes are also dangerous to small warriors on foot."),
    ),
    "hr_losing_control": (
        gettext_lazy("Riders lose control"),
        gettext_lazy(
            "A rider who loses the last Wound while mounted rolls for the mount's reaction: it rears, throws "
            "the rider or falls."
        ),
    ),
    "sight_mode": (gettext_lazy("Line of sight"), gettext_lazy("How the board determines what a warrior can see.")),
}


def switch_words(code: str) -> tuple[Sentence, Sentence]:
    """Name and description of a switch; for a switch without texts, its code."""
    return WORDS.get(code, (code, ""))


def value_words(code: str, value: Any) -> str:
    """A value of a switch as text."""
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
    """The printed value of a switch that takes several numbers, as text."""
    tables = book().tables
    lines = tables.hero_advances_at if code == "ro_hero_advances" else tables.henchman_advances_at
    return ", ".join(map(str, lines))


def printed_words(code: str) -> str:
    """The printed value of a switch."""
    return value_words(code, BY_CODE[code].printed) if code in BY_CODE else _("as printed")
