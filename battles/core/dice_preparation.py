"""The preparation of a battle's dice: before the battle, players may add random numbers of their own
(`battles.setup.nonces`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from battles.models import Battle, BattleSide, BattleStatus

DICE_WAIT = timedelta(seconds=60)
"""Time that a battle waits for its players' random numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """State of the preparation. `step` is commit, reveal or done, for the battle as a whole."""

    step: str
    due_at: datetime | None
    contributors: Sequence[BattleSide]

    def waits_for(self, user_id: int | None) -> str:
        """What this user should send now: "commit", "reveal" or ""."""
        mine = next((side for side in self.contributors if side.player_id == user_id and user_id), None)
        if mine is None or mine.nonce:
            return ""
        if self.step == "commit":
            return "" if mine.nonce_commitment else "commit"
        is_alone = len(self.contributors) == 1
        return "reveal" if self.step == "reveal" and (mine.nonce_commitment or is_alone) else ""


class StageJson(TypedDict):
    """The state of the preparation as the API sends it."""

    status: str
    step: str
    send: str
    fingerprint: str
    begins_in_s: int | None


def contributors(battle: Battle) -> list[BattleSide]:
    """The first side of every human player, ordered by letter; a battle on one shared screen has only one."""
    found: dict[int, BattleSide] = {}
    for side in sorted(battle.sides.all(), key=lambda side: side.letter):
        if not side.bot and side.player_id is not None:
            found.setdefault(side.player_id, side)
    return list(found.values())


def stage_of(battle: Battle, now: datetime) -> Stage:
    """The state of the preparation of this battle's dice."""
    people = contributors(battle)
    if battle.status == BattleStatus.MUSTERING and not battle.origin:  # A copy's dice are set when it is made.
        return Stage(step="commit", due_at=None, contributors=people)
    if battle.status != BattleStatus.PREPARING or battle.dice_due_at is None:
        return Stage(step="done", due_at=None, contributors=people)
    is_late = now >= battle.dice_due_at - DICE_WAIT / 2
    is_committed = len(people) < 2 or all(side.nonce_commitment for side in people)
    has_shown = any(side.nonce for side in people)
    step = "reveal" if is_committed or is_late or has_shown else "commit"
    return Stage(step=step, due_at=battle.dice_due_at, contributors=people)


def stage_json(battle: Battle, user_id: int | None, now: datetime) -> StageJson:
    """The state of the preparation for one reader; `send` is what their program should send now."""
    stage = stage_of(battle, now)
    return {
        "status": battle.status,
        "step": stage.step,
        "send": stage.waits_for(user_id),
        "fingerprint": battle.fingerprint,
        "begins_in_s": max(0, round((stage.due_at - now).total_seconds())) if stage.due_at is not None else None,
    }
