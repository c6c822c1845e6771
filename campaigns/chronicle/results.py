"""What kind of a result it was: who won, how clearly, at what price."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.chronicle.parts import Name

# From this difference of casualties on a win is told as a clear one.
CLEAR_BY: Final = 4
# The winner's rating is this share of the loser's, or less, when a win is told as an upset.
UPSET_SHARE: Final = 0.75


@dataclass(frozen=True, slots=True)
class ResultShape:
    """The shape of a result; for a draw `winner` and `loser` are just the two sides. With several sides `winner` is all
    winners, or all who shared the victory, and `loser` all others, as one name each."""

    shape: str
    winner: Name
    loser: Name


def _sides(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    sides = data.get("sides", [])
    return [side for side in sides if isinstance(side, dict)] if isinstance(sides, list) else []


def side_names(data: Mapping[str, Any]) -> list[Name]:
    """The warbands of a match, from `sides` or from the plain names in `warbands`."""
    sides = _sides(data)
    if sides:
        return [Name(str(side.get("warband", "")), "entry", str(side.get("entry", ""))) for side in sides]
    names = data.get("warbands", [])
    return [Name(str(name)) for name in names] if isinstance(names, list) else []


def _number(side: Mapping[str, Any], key: str) -> int:
    value = side.get(key, 0)
    return value if isinstance(value, int) else 0


def shape_of(data: Mapping[str, Any]) -> ResultShape | None:
    """The shape of a played match; None when the event does not say enough."""
    sides, names = _sides(data), side_names(data)
    if len(sides) > 2:
        return _shape_of_many(sides, names)
    if len(sides) != 2:
        return None
    if sides[0].get("result") == sides[1].get("result"):
        return ResultShape("draw", names[0], names[1])
    first_won = sides[0].get("result") == "win"
    winner, loser = (sides[0], sides[1]) if first_won else (sides[1], sides[0])
    won, lost = (names[0], names[1]) if first_won else (names[1], names[0])
    return ResultShape(_win_shape(winner, loser), won, lost)


def _shape_of_many(sides: list[Mapping[str, Any]], names: list[Name]) -> ResultShape:
    """Who won alone, with allies, or shared the day with others."""
    losers = [name for side, name in zip(sides, names, strict=True) if side.get("result") == "loss"]
    first = [name for side, name in zip(sides, names, strict=True) if side.get("result") != "loss"]
    if not losers or not first:
        return ResultShape("many_draw", joined(names), joined(names))
    if any(side.get("result") == "draw" for side in sides):
        return ResultShape("many_share", joined(first), joined(losers))
    return ResultShape("many_win" if len(first) == 1 else "many_allies", joined(first), joined(losers))


def joined(names: list[Name]) -> Name:
    """Several names as one, "A, B and C"; one alone keeps what it leads to."""
    if len(names) == 1:
        return names[0]
    data = {"others": ", ".join(name.text for name in names[:-1]), "last": names[-1].text}
    return Name(_("%(others)s and %(last)s") % data)


def _win_shape(winner: Mapping[str, Any], loser: Mapping[str, Any]) -> str:
    own, theirs = _number(winner, "losses"), _number(loser, "losses")
    if 0 < _number(winner, "rating") <= UPSET_SHARE * _number(loser, "rating"):
        return "win_upset"
    if own > theirs:
        return "win_dearly"
    if theirs - own >= CLEAR_BY:
        return "win_by_far"
    if data_is_complete(winner, loser) and own == theirs == 0:
        return "win_unbloodied"
    return "win"


def data_is_complete(*sides: Mapping[str, Any]) -> bool:
    """Whether casualties were counted on the board; a report that names none may just have left them out."""
    return all(side.get("is_counted") for side in sides)


def casualties(data: Mapping[str, Any]) -> tuple[str, dict[str, Name]]:
    """The shape of the sentence on casualties with its names; ("", {}) when nobody was hurt or nobody counted."""
    sides, names = _sides(data), side_names(data)
    if len(sides) != 2:
        return "", {}
    lost = [_number(side, "losses") for side in sides]
    if all(lost):
        return "both_lost", {
            "one": names[0], "other": names[1], "one_lost": Name(str(lost[0])), "other_lost": Name(str(lost[1])),
        }  # fmt: skip
    if any(lost):
        hurt = 0 if lost[0] else 1
        return "one_lost", {"hurt": names[hurt], "count": Name(str(lost[hurt]))}
    return "", {}
