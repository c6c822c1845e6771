"""Statistics at the end of a battle: kills, the best warrior, key moments and the luck of each side. These are pure
functions of the events and the game. Luck is the number of rolls that succeeded minus the sum of their
probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from battles.engine import events as log
from battles.engine.game import Game
from battles.log import luck
from battles.log.lines import sentence_of
from battles.log.luck_chart import LuckChart, chart_of
from battles.log.moment_figures import DECODED, MomentFigures

COUNTED: Final = luck.COUNTED | DECODED | {"Removed", "SideRouted"}
"""Names of the events that the summary uses; others do not need to be decoded."""
MOST_MOMENTS: Final = 4


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
    rolls: luck.Tally = field(default_factory=luck.Tally)

    @property
    def luck(self) -> str:
        """Number of successes above or below the expected number, with its sign; "–" without any roll."""
        return luck.signed(self.rolls.luck) if self.rolls.rolls else "–"

    @property
    def luck_text(self) -> str:
        """The luck of the side as a sentence."""
        if not self.rolls.rolls:
            return _("No rolls needed a score.")
        return _("%(n)d of %(all)d rolls succeeded; the expected number is %(expected).1f.") % {
            "n": self.rolls.successes,
            "all": self.rolls.rolls,
            "expected": self.rolls.expected,
        }


@dataclass(frozen=True, slots=True)
class Moment:
    """A key moment: the event to which the replay goes, the side it is about, and a sentence. Routs and the fall of a
    leader are marked as grave."""

    seq: int
    side: str
    text: str
    is_grave: bool = False
    figures: str = ""
    """The scores needed, their probability, and the wounds, as text; "" without rolls."""


@dataclass(slots=True)
class BattleSummary:
    """Statistics of a finished battle. `best` is the warrior with the most kills on any side, or ""."""

    sides: list[SideSummary]
    moments: list[Moment] = field(default_factory=list)
    chart: LuckChart | None = None
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


def summary_of(game: Game, events: Iterable[tuple[int, log.Event]], winners: Iterable[str]) -> BattleSummary:
    """The statistics of a battle, computed from its (seq, event) pairs in order."""
    won = frozenset(winners)
    sides = {
        letter: SideSummary(letter=letter, name=game.name(letter), is_winner=letter in won) for letter in game.players
    }
    kills: Counter[str] = Counter()
    moments: list[Moment] = []
    happened = list(events)
    rolled = luck.luck_of(list(sides), (event for _seq, event in happened))
    for letter, side in sides.items():
        side.rolls = rolled[letter].whole
    figures = MomentFigures()
    for seq, event in happened:
        figures.read(event)
        match event:
            case log.Removed(why="out"):
                _count_loss(game, sides, kills, event)
                is_leader = game.fighters[event.who].is_leader
                moments.append(
                    Moment(seq, event.who[0], sentence_of(game, event), is_leader, figures.of_loss(event.who))
                )
            case log.SideRouted():
                moments.append(Moment(seq, event.side, sentence_of(game, event), True, figures.of_rout(event.side)))
    chart = chart_of([(letter, side.name, rolled[letter]) for letter, side in sides.items()])
    found = BattleSummary(list(sides.values()), _chosen(moments), chart)
    for side in found.sides:
        own = [(count, model_id) for model_id, count in kills.items() if model_id[0] == side.letter]
        if own:
            side.best_kills, model_id = max(own, key=lambda row: (row[0], -int(row[1][1:])))
            side.best = game.name(model_id)
            if side.best_kills > found.best_kills:
                found.best, found.best_kills = side.best, side.best_kills
    return found


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
