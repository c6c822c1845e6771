"""Default decisions of a side: setting and clearing them, and carrying them out for the player."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.settings.board_settings import board_settings
from battles.core import engine_cache
from battles.core.refusals import NotPlaying, NotYourSide
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Answer
from battles.models import Battle, BattleSide, BattleStatus, Issuer
from battles.play import runs
from battles.play.default_decisions.rules import POLICIES, answer_of
from battles.play.live import broadcast
from mordheim_site.refusals import Refusal


class NoSuchPolicy(Refusal):
    code = "no_such_order"
    message = gettext_lazy("This default decision does not exist. Choose one from the list.")


@transaction.atomic
def set_policies(*, battle_id: int, actor_id: int, side: str, orders: Mapping[str, str], now: datetime) -> None:
    """Set default decisions by prompt stage. "" clears one; stages that are not named stay unchanged. A pending prompt
    is answered at once. Raises NotYourSide, NotPlaying and NoSuchPolicy."""
    row = Battle.objects.select_for_update().defer("setup", "table").get(pk=battle_id)
    seat = BattleSide.objects.filter(battle=row, letter=side, player_id=actor_id or None, bot="").first()
    if seat is None or not actor_id:
        raise NotYourSide
    if row.status != BattleStatus.PLAYING:
        raise NotPlaying
    kept = dict(seat.orders)
    for stage, policy in orders.items():
        if stage not in POLICIES or (policy and policy not in POLICIES[stage]):
            raise NoSuchPolicy
        kept.pop(stage, None)
        if policy:
            kept[stage] = policy
    seat.orders = kept
    seat.save(update_fields=["orders"])
    carry_out(row, engine_cache.load(row), now)
    broadcast.changed_after_commit(row)


def carry_out(row: Battle, engine: EngineBattle, now: datetime) -> bool:
    """Answer the pending decision of a locked battle if its side has a default decision for it. Returns whether it
    did."""
    awaited = engine.awaiting()
    if len(awaited) != 1 or engine.state.flow[-1].kind != "decision":
        return False
    seat = next((seat for seat in row.sides.all() if seat.letter == awaited[0] and not seat.bot), None)
    key = answer_of(engine, _orders_of(seat, engine.state.flow[-1].stage)) if seat is not None else None
    if seat is None or key is None:
        return False
    order = Answer(key)
    runs.append(
        row,
        engine,
        engine.play(seat.letter, order),
        side=seat.letter,
        actor_id=seat.player_id,
        command=commands.to_data(order),
        issuer=Issuer.STANDING,
        command_id=f"standing-{row.seq}",
        now=now,
        reason="Default decision",
    )
    return True


def _orders_of(seat: BattleSide, stage: str) -> Mapping[str, str]:
    """The default decisions of a side. For the end of its turns, the settings of its player can apply too."""
    orders: dict[str, str] = dict(seat.orders)
    if stage == "end_turn" and stage not in orders and seat.player_id is not None:
        kept = User.objects.values_list("board_settings", flat=True).get(pk=seat.player_id)
        if board_settings(kept).ends_turns:
            orders[stage] = "end"
    return orders
