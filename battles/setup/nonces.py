"""Random numbers (nonces) that the players add to the dice of a battle before the first one is rolled. The site commits
to its seed when the battle is created. Then every player's browser generates its own nonce. A single player sends it at
once. If there are several players, each first sends the SHA-256 of the nonce, and the nonce itself when all have done
so or half of the time has passed: so no player can choose a nonce after seeing another one. Nonces are optional: the
battle begins when all have arrived, or when the time has passed."""

from __future__ import annotations

import re
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.core.dice_preparation import Stage, stage_of
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
    """The nonce is invalid, does not match its commitment, or the commitment is a copy of another player's."""

    code = "not_a_nonce"
    about = ("value",)
    message = _("This nonce is invalid or does not match its commitment. Send 16 to 64 letters and digits.")
    status = 400


class InvalidCommitment(InvalidNonce):
    """The value is not a SHA-256, or a copy of another player's."""

    message = _("This is not a commitment. Send the SHA-256 of your own nonce: 64 hexadecimal digits in lower case.")


class CommitFirst(Refusal):
    """A nonce was sent before the player committed to it."""

    code = "commit_first"
    message = _("Commit to your nonce first: send its SHA-256 with `commit`, and the nonce when all have done so.")
    status = 409


class WaitingForOthers(Refusal):
    """Another player's browser still has time to respond."""

    code = "others_still_add"
    message = _("The other player's browser is still adding to the dice. The battle begins within a minute.")
    status = 409


@transaction.atomic
def act(*, battle_id: int, actor_id: int, what: str, value: str, now: datetime) -> Battle:
    """Prepare the dice: `what` is `commit` (send a SHA-256), `reveal` (send a nonce), or `begin` without the missing
    ones. A repeated request changes nothing. Raises NotYourSide, DiceAlreadyFixed (also after the end of the battle),
    InvalidNonce, CommitFirst, WaitingForOthers."""
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    stage = stage_of(battle, now)
    mine = next((side for side in stage.contributors if side.player_id == actor_id), None)
    if mine is None:
        raise NotYourSide
    if battle.status in (BattleStatus.FINISHED, BattleStatus.ABANDONED):
        raise DiceAlreadyFixed
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
        raise InvalidCommitment
    mine.nonce_commitment, mine.nonce_committed_at = value, now
    mine.save(update_fields=["nonce_commitment", "nonce_committed_at"])


def _reveal(mine: BattleSide, stage: Stage, value: str, now: datetime) -> None:
    if value and mine.nonce == value:
        return
    if stage.step == "commit":
        raise WaitingForOthers if mine.nonce_commitment else CommitFirst
    if stage.waits_for(mine.player_id) != "reveal":
        raise DiceAlreadyFixed
    if not _NONCE.fullmatch(value):
        raise InvalidNonce
    if mine.nonce_commitment and sha256(value.encode()).hexdigest() != mine.nonce_commitment:
        raise InvalidNonce
    mine.nonce, mine.nonce_at = value, now
    mine.save(update_fields=["nonce", "nonce_at"])


def _is_complete(stage: Stage) -> bool:
    """Whether all committed nonces have arrived and no further commitments are accepted."""
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
    """Begin the battles whose time for nonces has passed. Returns how many. Called by a periodic task."""
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
