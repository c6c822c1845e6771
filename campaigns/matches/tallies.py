"""The parts of a result for each side: calculated from a report, and checked. Rules: LG-RESULT-01, LG-RESULT-02"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _

from campaigns.core.refusals import BadPlaces, NotThisMatch, TooManyLosses
from campaigns.matches.refusals import TooManyKills, WinnerNotFirst
from campaigns.models import MatchSide
from campaigns.standings import outcomes
from campaigns.standings.outcomes import Ending
from warbands.core.reconcile import most_models

MOST_LOSSES: Final = 99
BEFORE_A_MATCH: Final = timedelta(days=30)
"""How long before a match the models of a side still count, because a result may be entered after the losses were
removed from the roster."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One side's part of a result; `finish` is 0 and `team` "" if the battle had no places and no alliances."""

    result: str
    kills: int = 0
    losses: int = 0
    finish: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiSideDetails:
    """Details of a battle with several sides, by entry id: places, alliances, and casualties caused. (With two sides,
    each caused the other's casualties.)"""

    places: Mapping[int, int] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    kills: Mapping[int, int] = field(default_factory=dict)


PLAIN: Final = MultiSideDetails()


def tallies_for(
    sides: list[MatchSide],
    winner_entry_id: int | None,
    losses: Mapping[int, int] | None = None,
    many: MultiSideDetails = PLAIN,
) -> dict[int, Tally]:
    """Tallies by entry, from the winner (None for a draw) or the places of a battle with several sides, and the
    casualties of each side. With two sides, each caused the other's casualties; with more, `many` contains who caused
    them. Rule: LG-RESULT-02"""
    lost = {side.entry_id: (losses or {}).get(side.entry_id, 0) for side in sides}
    total = sum(lost.values())
    teams = {entry: team for entry, team in many.teams.items() if team}
    results = outcomes.results(list(lost), Ending(winner_entry_id, many.places, teams))
    is_duel = len(sides) <= 2
    return {
        entry: Tally(
            results[entry],
            total - lost[entry] if is_duel else many.kills.get(entry, 0),
            lost[entry],
            0 if is_duel else many.places.get(entry, 0),
            "" if is_duel else teams.get(entry, ""),
        )
        for entry in lost
    }


def check_stated(
    sides: list[MatchSide],
    winner_entry_id: int | None,
    losses: Mapping[int, int] | None,
    many: MultiSideDetails = PLAIN,
) -> None:
    """Check a result that a person states, also against the rosters. Raises the errors of `check`, WinnerNotFirst,
    TooManyKills."""
    check(sides, winner_entry_id, losses, many)
    ending = Ending(winner_entry_id, many.places, many.teams)
    if not outcomes.is_winner_first([side.entry_id for side in sides], ending):
        raise WinnerNotFirst
    if len(sides) > 2:
        _check_kills(sides, ending, many.kills)


def check(
    sides: list[MatchSide],
    winner_entry_id: int | None,
    losses: Mapping[int, int] | None,
    many: MultiSideDetails = PLAIN,
) -> None:
    """Raise NotThisMatch, BadPlaces or TooManyLosses for a result that is impossible."""
    here = [side.entry_id for side in sides]
    if winner_entry_id is not None and winner_entry_id not in here:
        raise NotThisMatch
    if not outcomes.is_whole(here, Ending(winner_entry_id, many.places, many.teams)):
        raise BadPlaces
    counts = [*(losses or {}).values(), *many.kills.values()]
    if any(not 0 <= count <= MOST_LOSSES for count in counts):
        raise TooManyLosses
    for side in sides:
        lost = (losses or {}).get(side.entry_id, 0)
        if lost:
            _check_losses(side, lost)


def _check_kills(sides: list[MatchSide], ending: Ending[int], kills: Mapping[int, int]) -> None:
    """Check that no side takes out more models than its enemies had around the time of the match. One query for each
    enemy of a side that took out some. Raises TooManyKills."""
    models: dict[int, int] = {}
    for side in sides:
        count, most = kills.get(side.entry_id, 0), 0
        for enemy in sides if count else ():
            if not ending.are_allies(side.entry_id, enemy.entry_id):
                models.setdefault(enemy.entry_id, _most_models_of(enemy))
                most += models[enemy.entry_id]
        if count > most:
            raise TooManyKills(
                message=_(
                    "The enemies of {warband} had at most {most} models, so it cannot have taken out {count}."
                ).format(warband=side.entry.warband.name, most=most, count=count),
                fields={f"kills.{side.entry.public_id}": [_("Use {most} or less.").format(most=most)]},
            )


def _most_models_of(side: MatchSide) -> int:
    return most_models(side.entry.warband, since=side.match.created_at - BEFORE_A_MATCH)


def _check_losses(side: MatchSide, lost: int) -> None:
    """Check that a side does not lose more models than it had around the time of the match. Raises TooManyLosses."""
    warband = side.entry.warband
    most = _most_models_of(side)
    if lost > most:
        raise TooManyLosses(
            message=_("{warband} had at most {most} models, so it cannot have lost {lost}.").format(
                warband=warband.name, most=most, lost=lost
            ),
            fields={f"losses.{side.entry.public_id}": [_("Use {most} or less.").format(most=most)]},
        )
