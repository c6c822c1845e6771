"""Classifies a result: who won, how clearly, and with how many casualties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from campaigns.chronicle.parts import Name
from campaigns.core.event_data import EventData, EventSide

# From this difference in casualties on, a win is called clear.
CLEAR_BY: Final = 4
# A win is called an upset if the winner's rating is at most this share of the loser's.
UPSET_SHARE: Final = 0.75


@dataclass(frozen=True, slots=True)
class ResultShape:
    """The classification of a result. For a draw, `winner` and `loser` are just the two sides. With several sides,
    `winner` is all winners (or all who shared the victory) and `loser` all others, each joined to a single name."""

    shape: str
    winner: Name
    loser: Name


def side_names(data: EventData) -> list[Name]:
    """The warbands of a match, from `sides` or from the plain names in `warbands`."""
    if data.sides:
        return [Name(side.warband, "entry", side.entry) for side in data.sides]
    return [Name(name) for name in data.warbands]


def shape_of(data: EventData) -> ResultShape | None:
    """The classification of a played match; None if the event lacks data."""
    sides, names = data.sides, side_names(data)
    if len(sides) > 2:
        return _shape_of_many(sides, names)
    if len(sides) != 2:
        return None
    if sides[0].result == sides[1].result:
        return ResultShape("draw", names[0], names[1])
    first_won = sides[0].result == "win"
    winner, loser = (sides[0], sides[1]) if first_won else (sides[1], sides[0])
    won, lost = (names[0], names[1]) if first_won else (names[1], names[0])
    return ResultShape(_win_shape(winner, loser), won, lost)


def _shape_of_many(sides: Sequence[EventSide], names: list[Name]) -> ResultShape:
    """The classification of a battle with several sides: one winner, allied winners, or a shared victory."""
    losers = [name for side, name in zip(sides, names, strict=True) if side.result == "loss"]
    first = [name for side, name in zip(sides, names, strict=True) if side.result != "loss"]
    if not losers or not first:
        return ResultShape("many_draw", joined(names), joined(names))
    if any(side.result == "draw" for side in sides):
        return ResultShape("many_share", joined(first), joined(losers))
    return ResultShape("many_win" if len(first) == 1 else "many_allies", joined(first), joined(losers))


def joined(names: list[Name]) -> Name:
    """Several names joined to one, "A, B and C"; a single name keeps its link."""
    if len(names) == 1:
        return names[0]
    data = {"others": ", ".join(name.text for name in names[:-1]), "last": names[-1].text}
    return Name(_("%(others)s and %(last)s") % data)


def _win_shape(winner: EventSide, loser: EventSide) -> str:
    own, theirs = winner.losses, loser.losses
    if 0 < winner.rating <= UPSET_SHARE * loser.rating:
        return "win_upset"
    if own > theirs:
        return "win_dearly"
    if theirs - own >= CLEAR_BY:
        return "win_by_far"
    if data_is_complete(winner, loser) and own == theirs == 0:
        return "win_unbloodied"
    return "win"


def data_is_complete(*sides: EventSide) -> bool:
    """Whether the event counts casualties completely. A manual report without casualties may just have left them
    out."""
    return all(side.is_counted for side in sides)


def casualties(data: EventData) -> tuple[str, dict[str, Name]]:
    """The phrase key for the sentence about casualties, and its names; ("", {}) if there are no casualties or no
    data."""
    sides, names = data.sides, side_names(data)
    if len(sides) != 2:
        return "", {}
    lost = [side.losses for side in sides]
    if all(lost):
        return "both_lost", {
            "one": names[0], "other": names[1], "one_lost": Name(str(lost[0])), "other_lost": Name(str(lost[1])),
        }  # fmt: skip
    if any(lost):
        hurt = 0 if lost[0] else 1
        return "one_lost", {"hurt": names[hurt], "count": Name(str(lost[hurt]))}
    return "", {}
