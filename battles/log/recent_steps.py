"""The steps of a stored battle for playback: those after the last event that the board knows, or those of the last two
turns."""

from __future__ import annotations

from typing import Final, NamedTuple

from battles.core import engine_cache
from battles.core.selectors import turn_starts
from battles.engine import events as log
from battles.engine.game import Game
from battles.log.blocks import Block, blocks_of
from battles.log.step_writer import StepWriter
from battles.log.steps import Step
from battles.models import Battle, BattleEvent
from mordheim_site.reuse.prepared_queries import PreparedQuery

MOST_STEPS = 60
"""Maximum number of steps sent at once (the newest). Earlier ones are in the replay."""

COLUMNS: Final = ("seq", "side", "command", "data", "reason", "is_undone", "battle_id")


_RUNS = PreparedQuery(
    lambda battle_id, after: (
        BattleEvent.objects.filter(battle_id=battle_id, seq__gt=after).order_by("seq").only(*COLUMNS)
    ),
    int,
    int,
)


class RecentSteps(NamedTuple):
    """Steps in order, with the blocks of the log that show them. `is_whole`: they replace the steps on the page,
    because it has none or a command was undone."""

    steps: list[Step]
    is_whole: bool
    blocks: list[Block]

    @property
    def latest_result(self) -> Block | None:
        """The block of the last action that has dice or a result, or None."""
        return next((block for block in reversed(self.blocks) if block.step.rolls or block.step.ribbon), None)


def recent_steps(battle: Battle, game: Game, after: int = 0) -> RecentSteps:
    """The steps after event `after`. If the page has none yet, or a command was undone since, the steps of this player
    turn and the previous one."""
    starts = turn_starts(battle)
    # Snapshots are taken after the command that begins a turn; until the second turn, the log goes back to deployment.
    oldest = starts[1] if len(starts) == 2 else 0
    is_whole = after <= oldest
    start = oldest if is_whole else after
    rows = _RUNS.rows(battle.pk, start)
    if not is_whole and any(_is_undoing(row) for row in rows):
        is_whole, start = True, oldest
        rows = _RUNS.rows(battle.pk, start)
    rows = [row for row in rows if not row.is_undone or _is_undoing(row)]
    if not rows:
        return RecentSteps([], is_whole, [])
    state_at = engine_cache.state_at if is_whole else engine_cache.recent_state
    writer = StepWriter(game, state_at(battle, game, start))
    for row in rows:
        if _is_undoing(row):
            writer.undone(row.seq, row.side)
        else:
            writer.run(row.seq, [log.from_data(entry) for entry in row.data], row.reason)
    steps = writer.steps[-MOST_STEPS:]
    return RecentSteps(steps, is_whole, blocks_of(game, steps))


def _is_undoing(row: BattleEvent) -> bool:
    return (row.command or {}).get("kind") == "undo"
