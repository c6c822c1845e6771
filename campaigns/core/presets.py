"""Presets for a new campaign. A preset only fills in defaults, all of which can be changed afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.core.defaults import WARBANDS_PER_PLAYER
from campaigns.standings.rules import POINTS
from mordheim_site.refusals import Sentence


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset of the form for a new campaign. `rounds` is the number that the dashboard suggests (0 for a full cycle),
    `days` the length of a round (0 for no dates), `points` are (win, draw, loss)."""

    code: str
    name: Sentence
    about: Sentence
    icon: str
    rounds: int
    days: int
    points: tuple[int, int, int] = POINTS
    plans_rounds: bool = True
    pairing: str = "round_robin"
    ladder_reach: int = 0
    map_code: str = ""
    warbands: int = WARBANDS_PER_PLAYER


PRESETS: Final[tuple[Preset, ...]] = (
    Preset(
        "season",
        _("A season"),
        _("Round robin, one round a week. A win is worth 3 points, a draw 1."),
        "calendar",
        rounds=0,
        days=7,
    ),
    Preset(
        "evening",
        _("An evening"),
        _("Three rounds in one session, without dates. A win is worth 3 points, a draw 1."),
        "lantern",
        rounds=3,
        days=0,
    ),
    Preset(
        "ladder",
        _("A ladder"),
        _("No rounds: players challenge each other, at most three rungs up, and take the opponent's rung by winning."),
        "rise",
        rounds=0,
        days=0,
        points=(3, 2, 1),
        plans_rounds=False,
        pairing="ladder",
        ladder_reach=3,
    ),
    Preset(
        "swiss",
        _("Swiss rounds"),
        _(
            "Four rounds: warbands with similar results meet, no pairing twice. The next round is paired when one "
            "is over."
        ),
        "scales",
        rounds=4,
        days=0,
        pairing="swiss",
    ),
    Preset(
        "cup",
        _("A cup"),
        _("Groups first, then a knock-out of the best two of each. Level matches are played again."),
        "crown",
        rounds=0,
        days=7,
        pairing="groups",
    ),
    Preset(
        "map",
        _("A war for the city"),
        _("A map of districts to take and hold; a district is worth a point and pays gold each round."),
        "map",
        rounds=0,
        days=7,
        map_code="ruined_city",
    ),
)
DEFAULT: Final = PRESETS[0]
_BY_CODE: Final = {preset.code: preset for preset in PRESETS}


def preset_of(code: str) -> Preset:
    """The preset with this code; the default preset (a season) if it does not exist any more."""
    return _BY_CODE.get(code, DEFAULT)
