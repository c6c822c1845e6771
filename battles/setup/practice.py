"""Practice battles that begin from a position in the middle of a battle. They have new dice and never count. The
position is stored as the snapshot before the first event, so the log only contains what is played from there."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.core import engine_cache
from battles.core.models import ArrangedDiceData
from battles.core.permissions import may_play_on
from battles.core.refusals import NoSuchEvent, NotPlaying, SideTaken
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commitment import fingerprint
from battles.engine.state import BattleState
from battles.models import Battle, BattleEvent, BattleSide, BattleStatus, Opponent, Snapshot
from battles.play.bots import jobs
from mordheim_site.refusals import Refusal


class NothingToPlayFrom(Refusal):
    """The battle or moment cannot be used to start a practice battle."""

    code = "nothing_to_play_on"
    message = _(
        "You cannot play on from here: the battle is over at this moment, or it is still being played and counts. "
        "Choose an earlier moment of a finished battle, or a practice battle of your own."
    )
    status = 409


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeSide:
    """The player of a side of the copy: a person, or a bot by its name."""

    side: BattleSide
    player_id: int | None
    bot: str = ""


@transaction.atomic
def play_on(
    *, battle_id: int, actor_id: int, event: int | None, side: str, opponent: str, bot: str, now: datetime
) -> Battle:
    """A practice battle from the position after `event` (None: the latest), with dice of its own.

    The actor plays `side`; the others are played by `bot`, by people at the same screen, or by a friend; for a friend
    the copy waits like an invitation (`join_copy`). Raises NothingToPlayFrom.
    """
    battle = Battle.objects.prefetch_related("sides").get(pk=battle_id)
    if not may_play_on(User.objects.get(pk=actor_id), battle):
        raise NothingToPlayFrom
    place = end_of_command(battle, event)
    state = engine_cache.state_at(battle, engine_cache.game_of(battle), place).fork()
    sides = list(battle.sides.all())
    if state.outcome is not None or side not in {seat.letter for seat in sides}:
        raise NothingToPlayFrom
    is_shared = opponent == Opponent.HOT_SEAT
    is_invited = opponent == Opponent.INVITED
    seats = [
        PracticeSide(side=seat, player_id=actor_id)
        if is_shared or seat.letter == side
        else PracticeSide(side=seat, player_id=None, bot="" if is_invited else bot)
        for seat in sides
    ]
    copy = start_from(
        battle, state, seats=seats, created_by_id=actor_id, origin={"battle": battle.public_id, "event": place}, now=now
    )
    if is_invited:
        copy.sides.filter(player=None).delete()
        copy.status, copy.opponent = BattleStatus.MUSTERING, Opponent.INVITED
        copy.save(update_fields=["status", "opponent"])
        return copy
    jobs.start_job(copy)
    return copy


@transaction.atomic
def join_copy(*, battle_id: int, player_id: int, now: datetime) -> Battle:
    """Take the free sides of a copy that waits for a friend. It can then be played at once. Raises SideTaken and
    NotPlaying."""
    copy = Battle.objects.select_for_update().get(pk=battle_id)
    if copy.status == BattleStatus.ABANDONED:
        raise NotPlaying
    taken = {side.letter: side.player_id for side in copy.sides.all()}
    if copy.status != BattleStatus.MUSTERING or player_id in taken.values():
        raise SideTaken
    ratings = dict(BattleSide.objects.filter(battle__public_id=copy.origin["battle"]).values_list("letter", "rating"))
    BattleSide.objects.bulk_create(
        BattleSide(
            battle=copy,
            letter=letter,
            name=side["name"],
            fighters=side["fighters"],
            player_id=player_id,
            rating=ratings.get(letter, 0),
            allies=side.get("allies", []),
            alignment=side.get("alignment", ""),
            tags=side.get("tags", []),
        )
        for letter, side in zip("abcdef", copy.setup["sides"], strict=False)
        if letter not in taken
    )
    copy.status, copy.started_at, copy.moved_at = BattleStatus.PLAYING, now, now
    copy.save(update_fields=["status", "started_at", "moved_at"])
    return copy


def end_of_command(battle: Battle, event: int | None) -> int:
    """The last event of the command that caused `event`; for None, the battle's latest event. Raises NoSuchEvent."""
    if event is None:
        return battle.seq
    if event > battle.seq:
        raise NoSuchEvent(event=event, last=battle.seq)
    runs = BattleEvent.objects.filter(battle=battle, is_undone=False).order_by("seq").values_list("seq", "count")
    return next((seq + count - 1 for seq, count in runs if seq + count - 1 >= event), battle.seq)


def start_from(
    like: Battle,
    state: BattleState,
    *,
    seats: Iterable[PracticeSide],
    created_by_id: int,
    origin: dict[str, object],
    now: datetime,
    dice: ArrangedDiceData | None = None,
) -> Battle:
    """A practice battle in this position with the setup of `like`, without warbands and matches. `like` need not be
    stored; `dice` are prearranged dice."""
    state.dice_position = 0
    secret = secrets.token_bytes(32)
    seats = list(seats)
    is_shared = all(not seat.bot for seat in seats)
    copy = Battle.objects.create(
        status=BattleStatus.PLAYING,
        opponent=Opponent.HOT_SEAT if is_shared else Opponent.BOT,
        visibility=like.visibility,
        counts=False,
        ruleset=like.ruleset,
        options=like.options,
        scenario_code=like.scenario_code,
        scenario=like.scenario,
        table_name=like.table_name,
        table=like.table,
        setup=like.setup,
        created_by_id=created_by_id,
        dice_seed=secret,
        fingerprint=fingerprint(secret),
        dice_protocol=1,
        on_begin={"origin": origin, **({"dice": dice} if dice else {})},
        turn_number=state.turn_number,
        phase=state.phase,
        started_at=now,
        moved_at=now,
    )
    BattleSide.objects.bulk_create(
        BattleSide(
            battle=copy,
            letter=seat.side.letter,
            name=seat.side.name,
            fighters=seat.side.fighters,
            player_id=seat.player_id,
            bot=seat.bot,
            rating=seat.side.rating,
            allies=seat.side.allies,
            alignment=seat.side.alignment,
            tags=seat.side.tags,
        )
        for seat in seats
    )
    Snapshot.objects.create(battle=copy, seq=0, state=state.to_data())
    engine = EngineBattle(engine_cache.game_of(copy), state, engine_cache.dice_of(copy, 0))
    copy.awaiting = "".join(engine.awaiting())
    copy.save(update_fields=["awaiting"])
    return copy
