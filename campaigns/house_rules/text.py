"""House rules as text: how a campaign differs from the printed rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.defaults import WARBANDS_PER_PLAYER
from campaigns.house_rules.switch_text import printed_words, switch_words, value_words
from campaigns.house_rules.switches import BATTLE, BY_CODE, not_printed
from campaigns.models import Campaign
from campaigns.standings.rules import POINTS, Formula, Line
from mordheim_site.refusals import Sentence


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the league's rules page: `was` is the printed or usual value, `now` the value in this campaign."""

    name: Sentence
    now: Sentence
    was: Sentence
    about: Sentence = ""
    rule_id: str = ""


def differences(campaign: Campaign) -> list[Difference]:
    """How a campaign differs from the printed rules and the usual scoring; empty if it does not."""
    lines = _of_switches(campaign.house_rules)
    if campaign.starting_gold_gc is not None:
        lines.append(
            Difference(
                _("Starting gold"),
                _("%(gold)d gc for every warband") % {"gold": campaign.starting_gold_gc},
                _("from each warband list"),
            )
        )
    points = (campaign.points_win, campaign.points_draw, campaign.points_loss)
    if points != POINTS:
        lines.append(Difference(_("Points"), _points_words(points), _points_words(POINTS)))
    if campaign.warbands_per_player != WARBANDS_PER_PLAYER:
        now = _("%(count)d per player") % {"count": campaign.warbands_per_player}
        lines.append(Difference(_("Warbands"), now, _("one per player")))
    return lines


def _points_words(points: tuple[int, int, int]) -> str:
    named = dict(zip(("win", "draw", "loss"), points, strict=True))
    return _("win %(win)d, draw %(draw)d, loss %(loss)d") % named


def battle_differences(options: Mapping[str, Any]) -> list[Difference]:
    """The house rules that act in a battle with these options, in the order in which switches are listed."""
    return _of_switches({code: value for code, value in not_printed(options).items() if BY_CODE[code].family == BATTLE})


def formula_words(formula: Formula) -> str:
    """How the standings are calculated, in sentences."""
    data = {"win": formula.win, "draw": formula.draw, "loss": formula.loss}
    words = [_("A win is worth %(win)d, a draw %(draw)d, a loss %(loss)d.") % data]
    if formula.per_kill:
        words.append(_("Each enemy taken out of action adds %(n)d.") % {"n": formula.per_kill})
    if formula.per_district:
        words.append(_("Each district held adds %(n)d.") % {"n": formula.per_district})
    if formula.per_beaten:
        words.append(
            _("In battles with three or more sides, each enemy side placed lower adds %(n)d.")
            % {"n": formula.per_beaten}
        )
    if formula.per_shard:
        words.append(_("Each shard of wyrdstone found after a battle adds %(n)d.") % {"n": formula.per_shard})
    if formula.rating_per_point:
        words.append(_("Each full %(n)d of rating adds 1.") % {"n": formula.rating_per_point})
    if formula.per_painted:
        words.append(_("A warband confirmed as painted gets %(n)d.") % {"n": formula.per_painted})
    if formula.per_resource and formula.resource:
        counted = {"n": formula.per_resource, "resource": formula.resource}
        words.append(_("Each unit of %(resource)s held adds %(n)d.") % counted)
    if formula.underdog_bonus:
        bonus = {"n": formula.underdog_bonus, "ahead": formula.underdog_from}
        words.append(_("Beating a warband whose rating is higher by %(ahead)d or more adds %(n)d.") % bonus)
    if formula.tie_breaks:
        breaks = [str(TIE_BREAKS_IN_WORDS[code]) for code in formula.tie_breaks]
        words.append(_("Tie-breaks: %(breaks)s.") % {"breaks": _(", then by ").join(breaks)})
    else:
        words.append(_("Warbands with equal points share a place."))
    return " ".join(words)


def parts_in_words(line: Line, formula: Formula) -> list[tuple[str, int]]:
    """(name, points) for each source of points of a line of the standings."""
    return [
        (formula.resource if code == "resource" else str(PARTS_IN_WORDS[code]), points) for code, points in line.parts
    ]


PARTS_IN_WORDS: Final[dict[str, Sentence]] = {
    "results": gettext_lazy("Results"),
    "kills": gettext_lazy("Enemies taken out of action"),
    "beaten": gettext_lazy("Lower-placed enemies"),
    "underdog": gettext_lazy("Higher-rated enemies beaten"),
    "districts": gettext_lazy("Districts held"),
    "shards": gettext_lazy("Wyrdstone found"),
    "rating": gettext_lazy("Rating"),
    "painted": gettext_lazy("Painted"),
}


TIE_BREAKS_IN_WORDS: Final[dict[str, Sentence]] = {
    "rating": gettext_lazy("rating"),
    "won": gettext_lazy("matches won"),
    "head_to_head": gettext_lazy("points in matches against each other"),
    "opponents": gettext_lazy("points of opponents"),
    "difference": gettext_lazy("enemies taken out minus own casualties"),
    "kills": gettext_lazy("enemies taken out"),
    "losses": gettext_lazy("fewest own casualties"),
    "districts": gettext_lazy("districts held"),
}


def _of_switches(switches: Mapping[str, Any]) -> list[Difference]:
    lines = []
    for code, value in switches.items():
        name, about = switch_words(code)
        lines.append(Difference(name, value_words(code, value), printed_words(code), about, "CONV-TOGGLE-01"))
    return lines
