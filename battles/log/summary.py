"""Statistics at the end of a battle: kills, the best warrior, key moments and the luck of each side. These are pure
functions of the events and the game. Luck is the number of rolls that succeeded minus the sum of their
probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from django.utils.translation import gettext as _

from battles.core.dice_text import ROLL_UNDER
from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.phrases.dice import AT_MOST
from battles.log.lines import sentence_of

COUNTED: Final = frozenset({"Rolled", "Removed", "SideRouted"})
"""Names of the events that the summary uses; others do not need to be decoded."""
MOST_MOMENTS: Final = 6
MOST_DICE: Final = 3
"""Rolls with more dice than this are left out, because they do not succeed or fail as a whole."""


@dataclass(slots=True, kw_only=True)
class SideSummary:
    """The statistics of one side. `best` is the name of its best warrior, or ""."""

    letter: str
    name: str
    is_winner: bool
    kills: int = 0
    lost: int = 0
    best: str = ""
    best_kills: int = 0
    rolls: int = 0
    successes: int = 0
    expected: float = 0.0

    @property
    def luck(self) -> float:
        """Number of successes above or below the expected number."""
        return round(self.successes - self.expected, 1)

    @property
    def luck_text(self) -> str:
        """The luck of the side as a sentence."""
        if not self.rolls:
            return _("No rolls needed a score.")
        return _("%(n)d of %(all)d rolls succeeded; the expected number is %(expected).1f.") % {
            "n": self.successes,
            "all": self.rolls,
            "expected": self.expected,
        }

    @property
    def expected_share(self) -> float:
        """Percentage of the rolls that were expected to succeed."""
        return round(100 * self.expected / self.rolls, 1) if self.rolls else 0.0

    @property
    def success_share(self) -> float:
        """Percentage of the rolls that succeeded."""
        return round(100 * self.successes / self.rolls, 1) if self.rolls else 0.0


@dataclass(frozen=True, slots=True)
class Moment:
    """A key moment: the event to which the replay goes, the side it is about, and a sentence. Routs and the fall of a
    leader are marked as grave."""

    seq: int
    side: str
    text: str
    is_grave: bool = False


@dataclass(slots=True)
class BattleSummary:
    """Statistics of a finished battle. `best` is the warrior with the most kills on any side, or ""."""

    sides: list[SideSummary]
    moments: list[Moment] = field(default_factory=list)
    best: str = ""
    best_kills: int = 0

    @property
    def title(self) -> str:
        """The result as a heading: who won, or that nobody did."""
        winners = [side.name for side in self.sides if side.is_winner]
        if not winners:
            return _("The battle is a tie")
        if len(winners) > 1:
            return _("%(sides)s win") % {"sides": ", ".join(winners)}
        return _("%(side)s wins") % {"side": winners[0]}


def odds_of(event: log.Rolled) -> float | None:
    """The probability that this roll succeeds. None if it needs no score, or a score that its dice cannot reach."""
    count = len(event.faces)
    if event.passed is None or not event.need or not 1 <= count <= MOST_DICE or event.need > 6 * count:
        return None
    is_under = event.purpose in ROLL_UNDER or (event.purpose == "die" and event.about in AT_MOST)
    sums = [sum(faces) for faces in product(range(1, 7), repeat=count)]
    chance = sum(total <= event.need if is_under else total >= event.need for total in sums) / len(sums)
    # One die always has a face that fails.
    return min(chance, 5 / 6) if count == 1 else chance


def summary_of(game: Game, events: Iterable[tuple[int, log.Event]], winners: Iterable[str]) -> BattleSummary:
    """The statistics of a battle, computed from its (seq, event) pairs in order."""
    won = frozenset(winners)
    sides = {
        letter: SideSummary(letter=letter, name=game.name(letter), is_winner=letter in won) for letter in game.players
    }
    kills: Counter[str] = Counter()
    moments: list[Moment] = []
    for seq, event in events:
        match event:
            case log.Rolled():
                _count_roll(sides, event)
            case log.Removed(why="out"):
                _count_loss(game, sides, kills, event)
                is_leader = game.fighters[event.who].is_leader
                moments.append(Moment(seq, event.who[0], sentence_of(game, event), is_grave=is_leader))
            case log.SideRouted():
                moments.append(Moment(seq, event.side, sentence_of(game, event), is_grave=True))
    found = BattleSummary(list(sides.values()), _chosen(moments))
    for side in found.sides:
        own = [(count, model_id) for model_id, count in kills.items() if model_id[0] == side.letter]
        if own:
            side.best_kills, model_id = max(own, key=lambda row: (row[0], -int(row[1][1:])))
            side.best = game.name(model_id)
            if side.best_kills > found.best_kills:
                found.best, found.best_kills = side.best, side.best_kills
    return found


def _count_roll(sides: dict[str, SideSummary], event: log.Rolled) -> None:
    chance = odds_of(event)
    side = sides.get(event.who[:1])
    if chance is None or side is None:
        return
    side.rolls += 1
    side.successes += bool(event.passed)
    side.expected += chance


def _count_loss(game: Game, sides: dict[str, SideSummary], kills: Counter[str], event: log.Removed) -> None:
    if event.who[0] in sides:
        sides[event.who[0]].lost += 1
    if event.by in game.fighters and event.by[0] != event.who[0]:
        kills[event.by] += 1
        if event.by[0] in sides:
            sides[event.by[0]].kills += 1


def _chosen(moments: list[Moment]) -> list[Moment]:
    """The first moment and the most important others (grave ones before others, then the latest), in order of time."""
    first = moments[:1]
    rest = sorted(moments[1:], key=lambda moment: (not moment.is_grave, -moment.seq))[: MOST_MOMENTS - 1]
    return sorted(first + rest, key=lambda moment: moment.seq)
