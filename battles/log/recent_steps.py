"""The steps of a stored battle: what a board plays back after its last known event, or of the last two turns."""

from __future__ import annotations

from typing import NamedTuple

from battles.core import engine_cache
from battles.engine import events as log
from battles.engine.game import Game
from battles.log.steps import Step, StepWriter
from battles.models import Battle, BattleEvent, Snapshot

MOST_STEPS = 60
"""Steps sent at once, the newest; earlier ones are in the replay."""


class RecentSteps(NamedTuple):
    """Steps in order. `is_whole`: they replace those the page has, because it has none or a command was undone."""

    steps: list[Step]
    is_whole: bool


def recent_steps(battle: Battle, game: Game, after: int = 0) -> RecentSteps:
    """The steps after event `after`; those of this player turn and the previous one when the page has none yet or a
    command was undone since."""
    snapshots = Snapshot.objects.filter(battle=battle).order_by("-seq").values_list("seq", flat=True)[:2]
    oldest = min(snapshots, default=0)
    runs = BattleEvent.objects.filter(battle=battle)
    is_whole = after <= oldest or runs.filter(seq__gt=after, command__kind="undo").exists()
    start = oldest if is_whole else after
    rows = list(runs.filter(seq__gt=start, is_undone=False).order_by("seq").values_list("seq", "data"))
    if not rows:
        return RecentSteps([], is_whole)
    writer = StepWriter(game, engine_cache.state_at(battle, game, start))
    for seq, data in rows:
        writer.run(seq, [log.from_data(entry) for entry in data])
    return RecentSteps(writer.steps[-MOST_STEPS:], is_whole)
