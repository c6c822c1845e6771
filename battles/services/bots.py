"""Bots take their turns as jobs: one step plays a handful of orders, so progress is seen and a killed worker loses
nothing."""

from __future__ import annotations

import logging
import time

from django.utils import timezone
from django.utils.translation import gettext as _

from battles import live
from battles.engine import commands
from battles.engine.bots.base import bot_called
from battles.models import Battle, BattleStatus
from battles.refusals import NotPlaying, RefusedByRules, StaleOrder
from jobs.services import enqueue

STEP_SECONDS = 0.15
KIND = "battles.bot"
SIMPLE = "random"
"""The bot whose orders are taken from the engine's own list."""

_log = logging.getLogger(__name__)


def wake(row: Battle) -> None:
    """Ask for the bots' orders if it is a bot's turn to command. Safe to repeat: one job a place in the log."""
    if row.status == BattleStatus.PLAYING and bot_side(row) is not None:
        enqueue(kind=KIND, key=f"{row.pk}:{row.seq}", payload={"battle_id": row.pk}, owner_id=None)


def bot_side(row: Battle) -> tuple[str, str] | None:
    """(letter, bot) of a side that is awaited and played by a bot, or None."""
    for side in row.sides.all():
        if side.bot and side.letter in row.awaiting:
            return side.letter, side.bot
    return None


def play_some(*, battle_id: int, until: float | None = None) -> tuple[bool, str]:
    """Give a few orders for the bots of a battle.

    Returns (is there more to do now, a sentence about it). Each order goes through `play.give_order`, as a person's
    does. A stale position (a person acted in between) is simply read again; an order that the rules refuse is replaced
    by a simple one, so that nobody waits for ever.
    """
    stop_at = time.monotonic() + STEP_SECONDS if until is None else until
    while True:
        row = Battle.objects.defer("setup", "table").get(pk=battle_id)
        if row.status != BattleStatus.PLAYING:
            return False, _("The battle is over.")
        turn = bot_side(row)
        if turn is None:
            return False, _("The bot has finished.")
        letter, kind = turn
        try:
            _one_order(row, letter, kind)
        except (StaleOrder, NotPlaying):
            continue
        except RefusedByRules as no:
            if kind == SIMPLE:
                raise
            _log.warning("the %s was refused (%s) and does something simple", kind, no.code)
            _one_order(row, letter, SIMPLE)
        if time.monotonic() >= stop_at:
            return True, _("The bot is thinking.")


def _one_order(row: Battle, letter: str, kind: str) -> None:
    """One order of a bot at the row's place in the log. Raises what `play.give_order` raises."""
    from battles.services import play

    choice = bot_called(kind).choose(live.load(row), letter)
    play.give_order(
        battle_id=row.pk,
        actor_id=None,
        side=letter,
        command=commands.to_data(choice.command),
        expected_seq=row.seq,
        command_id=f"bot-{row.seq}",
        now=timezone.now(),
        reason=choice.reason,
        bot=True,
    )
