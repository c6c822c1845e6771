"""A battle between two bots. It is fought in memory at full speed, then stored with a row for each command, as if it
had been played on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from battles.core.engine_cache import dice_of
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Command
from battles.engine.commitment import committed_dice
from battles.engine.events import Event
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.models import Battle, Issuer
from battles.play import runs
from battles.setup import services as setup_services
from battles.setup.match_battles import Prepared

MOST_ORDERS = 5_000


@dataclass(frozen=True, slots=True)
class Order:
    """One command: its side and reason, its events, and the position after it."""

    side: str
    command: Command
    reason: str
    events: list[Event]
    state: BattleState


@dataclass(frozen=True, slots=True)
class Run:
    """All commands of a battle, from first to last."""

    game: Game
    orders: Sequence[Order]


class EndlessBattle(RuntimeError):
    """The bots played longer than a battle can take."""


def fight(prepared: Prepared, seed: bytes, *, bot: str = "tactician") -> Run:
    """Play the battle of these sides, both with a bot. The same seed gives the same battle."""
    setup = setup_services.setup_of(prepared.terms, prepared.seats)
    engine = EngineBattle.begin(setup, committed_dice(seed, [seat.nonce for seat in prepared.seats]))
    player = bot_called(bot)
    orders: list[Order] = []
    while waiting := engine.awaiting():
        if len(orders) >= MOST_ORDERS:
            raise EndlessBattle(f"no end after {MOST_ORDERS} orders")
        side = waiting[0]
        choice = player.choose(engine, side)
        happened = engine.play(side, choice.command)
        orders.append(Order(side, choice.command, choice.reason.stored(), happened, engine.state))
    return Run(engine.game, orders)


@transaction.atomic
def store(prepared: Prepared, run: Run, *, actor_id: int, now: datetime, seed: bytes) -> Battle:
    """Store the finished battle with its result, and do what follows its end."""
    row = setup_services.create(
        terms=prepared.terms,
        seats=prepared.seats,
        created_by_id=actor_id,
        now=now,
        seed=seed,
        match_id=prepared.match_id,
    )
    for number, order in enumerate(run.orders, 1):
        runs.append(
            row,
            EngineBattle(run.game, order.state, dice_of(row, order.state.dice_position)),
            order.events,
            side=order.side,
            actor_id=None,
            command=commands.to_data(order.command),
            issuer=Issuer.SEASON,
            command_id=f"season-{number}",
            now=now,
            reason=order.reason,
        )
    return row
