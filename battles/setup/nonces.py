"""What the players add to the dice of a battle before the first one is rolled.

The site commits to its seed when the battle is created. Every player's browser then draws its own nonce. A single
player sends it at once. Two or more send the SHA-256 of theirs first, and the nonce itself when all have done so or
half of the time has passed: no player can choose a nonce after seeing another's. Adding is optional: when all nonces
have arrived, or the time has passed, the battle begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.core.refusals import NotYourSide
from battles.models import Battle, BattleSide, BattleStatus
from battles.play.live import broadcast
from battles.setup import deployment, services
from mordheim_site.isolation import isolated
from mordheim_site.refusals import Refusal

_NONCE = re.compile(r"[0-9A-Za-z_-]{16,64}")
_HASH = re.compile(r"[0-9a-f]{64}")


class DiceAlreadyFixed(Refusal):
    """The battle has begun, or this player has already sent another value."""

    code = "dice_are_set"
    message = _("Nothing can be added to these dice any more. The dice page shows their parts.")
    status = 409


class InvalidNonce(Refusal):
    """Invalid, different from its commitment, or a copy of another player's commitment."""

    code = "not_a_nonce"
    about = ("value",)
    message = _("This nonce is invalid or does not match its commitment. Send 16 to 64 letters and digits.")
    status = 400


class WaitingForOthers(Refusal):
    """Another player's browser still has time."""

    code = "others_still_add"
    message = _("The other player's browser is still adding to the dice. The battle begins within a minute.")
    status = 409


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """State of the preparation. `step` is commit, reveal or done, for the battle as a whole."""

    step: str
    due_at: datetime | None
    contributors: Sequence[BattleSide]

    def waits_for(self, user_id: int | None) -> str:
        """What this user should send now: commit, reveal or ""."""
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
    """The first side of every human player, by letter; a hot-seat battle has one."""
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
    is_late = now >= battle.dice_due_at - services.DICE_WAIT / 2
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


@transaction.atomic
def act(*, battle_id: int, actor_id: int, what: str, value: str, now: datetime) -> Battle:
    """`commit` a SHA-256, `reveal` a nonce, or `begin` without the missing ones. A repeated request changes nothing.

    Raises NotYourSide, DiceAlreadyFixed, InvalidNonce, WaitingForOthers.
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    stage = stage_of(battle, now)
    mine = next((side for side in stage.contributors if side.player_id == actor_id), None)
    if mine is None:
        raise NotYourSide
    if what == "begin" and stage.step != "done":
        _begin_now(battle, stage, now)
    elif what == "commit":
        _commit(mine, stage, value, now)
    elif what == "reveal":
        _reveal(mine, stage, value, now)
    elif what != "begin":
        raise InvalidNonce
    if battle.status == BattleStatus.PREPARING and _is_complete(stage):
        start(battle, now)
    return battle


def _commit(mine: BattleSide, stage: Stage, value: str, now: datetime) -> None:
    if value and mine.nonce_commitment == value:
        return
    if stage.step != "commit" or mine.nonce_commitment:
        raise DiceAlreadyFixed
    is_copied = any(side.nonce_commitment == value for side in stage.contributors if side is not mine)
    if is_copied or not _HASH.fullmatch(value):
        raise InvalidNonce
    mine.nonce_commitment, mine.nonce_committed_at = value, now
    mine.save(update_fields=["nonce_commitment", "nonce_committed_at"])


def _reveal(mine: BattleSide, stage: Stage, value: str, now: datetime) -> None:
    if value and mine.nonce == value:
        return
    if stage.waits_for(mine.player_id) != "reveal":
        raise DiceAlreadyFixed
    if not _NONCE.fullmatch(value):
        raise InvalidNonce
    if mine.nonce_commitment and sha256(value.encode()).hexdigest() != mine.nonce_commitment:
        raise InvalidNonce
    mine.nonce, mine.nonce_at = value, now
    mine.save(update_fields=["nonce", "nonce_at"])


def _is_complete(stage: Stage) -> bool:
    """Whether all committed nonces have arrived, and further commitments are refused."""
    if stage.step != "reveal":
        return False
    if len(stage.contributors) == 1:
        return bool(stage.contributors[0].nonce)
    committed = [side for side in stage.contributors if side.nonce_commitment]
    return bool(committed) and all(side.nonce for side in committed)


def _begin_now(battle: Battle, stage: Stage, now: datetime) -> None:
    if battle.status != BattleStatus.PREPARING:
        raise WaitingForOthers
    is_due = battle.dice_due_at is not None and now >= battle.dice_due_at
    if len(stage.contributors) > 1 and not is_due:
        raise WaitingForOthers
    start(battle, now)


def start(battle: Battle, now: datetime) -> None:
    """Begin a locked battle with the nonces that have arrived."""
    services.begin(battle, now)
    if battle.on_begin.get("set_up"):
        deployment.deploy_all_sides(battle_id=battle.pk, now=now)
        battle.refresh_from_db()
    broadcast.changed_after_commit(battle)


def begin_due(*, now: datetime) -> int:
    """Begin the battles whose players had their time; return how many. Called by a periodic task."""
    due = Battle.objects.filter(status=BattleStatus.PREPARING, dice_due_at__lte=now)
    begun = 0
    for key in list(due.order_by("dice_due_at").values_list("pk", flat=True)):
        with isolated("battles.begin_due", key):
            begun += _begin_due(key, now)
    return begun


@transaction.atomic
def _begin_due(battle_pk: int, now: datetime) -> bool:
    battle = Battle.objects.select_for_update().get(pk=battle_pk)
    if battle.status != BattleStatus.PREPARING:
        return False
    start(battle, now)
    return True
