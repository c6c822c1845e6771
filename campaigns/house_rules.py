"""Rulesets and switches in words: what a campaign plays, and where it differs from the printed rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.engine.rulesets.compile import CODES
from campaigns.models import Campaign
from campaigns.rules.standings import Formula
from mordheim_site.refusals import Sentence


@dataclass(frozen=True, slots=True)
class RulesetWords:
    """A ruleset as a reader meets it."""

    code: str
    name: Sentence
    about: Sentence


RULESETS: Final[dict[str, RulesetWords]] = {
    "core": RulesetWords(
        "core",
        gettext_lazy("Core rules"),
        gettext_lazy("The community edition: measuring at any time, criticals by weapon, the whole keyword chapter."),
    ),
    "mordheim": RulesetWords(
        "mordheim",
        gettext_lazy("The 1999 rules"),
        gettext_lazy("The rulebook of 1999: distances are guessed, criticals by one chart."),
    ),
    "gazette": RulesetWords(
        "gazette",
        gettext_lazy("Gazette preview"),
        gettext_lazy("The early preview rules: fast, unfinished and meant to be played to the last warrior."),
    ),
    "skirmish": RulesetWords(
        "skirmish",
        gettext_lazy("Skirmish"),
        gettext_lazy("Small battles after the mass battle rules, each warrior a unit of his own."),
    ),
}

_SWITCHES: Final[dict[str, tuple[Sentence, Sentence]]] = {
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
        gettext_lazy("On this face of a D6 or more a captive escapes without his gear."),
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
    "sight_mode": (gettext_lazy("Line of sight"), gettext_lazy("How the board judges what a warrior can see.")),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One line of the league's rules page: `was` is the printed or usual value, `now` this campaign's."""

    name: Sentence
    now: Sentence
    was: Sentence
    about: Sentence = ""
    rule_id: str = ""


def ruleset_words(code: str) -> RulesetWords:
    """Words of a ruleset; the bare code for one nobody gave words."""
    return RULESETS.get(code, RulesetWords(code, code, ""))


def ruleset_choices() -> list[RulesetWords]:
    """Every ruleset the engine knows, the site's own first."""
    return sorted((ruleset_words(code) for code in CODES), key=lambda words: words.code != "core")


def _value(value: Any) -> str:
    if value is True:
        return _("on")
    if value is False or value in (None, [], ()):
        return _("off")
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value)
    return str(value)


def differences(campaign: Campaign) -> list[Difference]:
    """Where a campaign differs from the printed rules and from the usual scoring; empty when nowhere."""
    lines = _of_switches(campaign.house_rules)
    if campaign.starting_gold_gc is not None:
        lines.append(
            Difference(
                _("Starting gold"),
                _("%(gold)d gc for every warband") % {"gold": campaign.starting_gold_gc},
                _("what each warband list says"),
            )
        )
    points = (campaign.points_win, campaign.points_draw, campaign.points_loss)
    if points != (3, 1, 0):
        now = _("win %(win)d, draw %(draw)d, loss %(loss)d") % dict(zip(("win", "draw", "loss"), points, strict=True))
        lines.append(Difference(_("Points"), now, _("win 3, draw 1, loss 0")))
    if campaign.warbands_per_player != 1:
        now = _("%(count)d for each player") % {"count": campaign.warbands_per_player}
        lines.append(Difference(_("Warbands"), now, _("one for each player")))
    return lines


def formula_words(formula: Formula) -> str:
    """How the table is worked out, in sentences."""
    said = {"win": formula.win, "draw": formula.draw, "loss": formula.loss}
    words = [_("A win is worth %(win)d, a draw %(draw)d, a loss %(loss)d.") % said]
    if formula.per_kill:
        words.append(_("Each warrior taken out adds %(n)d.") % {"n": formula.per_kill})
    if formula.per_district:
        words.append(_("Each district held adds %(n)d.") % {"n": formula.per_district})
    if formula.underdog_bonus:
        bonus = {"n": formula.underdog_bonus, "ahead": formula.underdog_from}
        words.append(_("Beating a warband whose rating is higher by %(ahead)d or more adds %(n)d.") % bonus)
    if formula.tie_breaks:
        breaks = [str(TIE_BREAKS_IN_WORDS[one]) for one in formula.tie_breaks]
        words.append(_("Equal points are parted by %(breaks)s.") % {"breaks": _(", then by ").join(breaks)})
    else:
        words.append(_("Equal points share a place."))
    return " ".join(words)


TIE_BREAKS_IN_WORDS: Final[dict[str, Sentence]] = {
    "rating": gettext_lazy("rating"),
    "won": gettext_lazy("matches won"),
    "head_to_head": gettext_lazy("points against each other"),
    "opponents": gettext_lazy("points of those they met"),
    "difference": gettext_lazy("taken out less had out"),
    "kills": gettext_lazy("taken out"),
    "losses": gettext_lazy("fewest had out"),
    "districts": gettext_lazy("districts held"),
}


def _of_switches(switches: Mapping[str, Any]) -> list[Difference]:
    lines = []
    for code, value in switches.items():
        name, about = _SWITCHES.get(code, (code, ""))
        lines.append(Difference(name, _value(value), _("as printed"), about, "CONV-TOGGLE-01"))
    return lines
