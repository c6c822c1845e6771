"""Bots take their turns as jobs. One step of the job is one command.

A command is chosen outside any transaction, because that may take long; the battle is locked only to carry it out. If a
worker is killed, at most the choice it was working on is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.core import engine_cache
from battles.core.refusals import NotPlaying, RefusedByRules, StaleCommand
from battles.engine import commands
from battles.models import Battle, BattleStatus
from battles.play import commands as play_commands
from battles.play import runs
from battles.play.bots import choices
from battles.play.bots.jobs import bot_side
from jobs.models import Job
from jobs.steps import StepResult, finished, more
from mordheim_site.refusals import Refusal

SIMPLE = "random"
"""The bot that picks its commands from the engine's own list."""
MOST_COMMANDS = 5_000
"""Maximum number of commands per job; even whole battles between bots need fewer."""

_log = logging.getLogger(__name__)


class BotStuck(Refusal):
    code = "bot_stuck"
    message = gettext_lazy(
        "The bot was stopped because it gave more commands than any turn needs. Try again, or concede to end the "
        "battle."
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's command, chosen at event `seq` of the battle."""

    battle_id: int
    seq: int
    side: str
    bot: str
    command: Mapping[str, object]
    reason: str


def choose(*, battle_id: int) -> Choice | None:
    """Choose the next command of a battle's bots; None if no bot has to act. Only reads."""
    row = Battle.objects.defer("setup", "table").get(pk=battle_id)
    turn = bot_side(row) if row.status == BattleStatus.PLAYING else None
    return _chosen(row, turn[0], turn[1]) if turn is not None else None


def _chosen(row: Battle, side: str, bot: str) -> Choice:
    choice = choices.choose(bot, engine_cache.load(row), side, instead=SIMPLE)
    return Choice(row.pk, row.seq, side, bot, commands.to_data(choice.command), choice.reason.stored())


def step(job: Job, choice: Choice | None) -> StepResult:
    """Carry out the chosen command. The cursor is the position in the log, so that a battle without progress is
    detected. If the rules refuse the command, a simple one is used instead. Raises RefusedByRules if that is refused
    too, and BotStuck if the job has given more commands than any battle needs."""
    if choice is None:
        return finished(sentence=_("The bot has finished."))
    if job.progress_done >= MOST_COMMANDS:
        raise BotStuck
    try:
        played = _give(choice)
    except NotPlaying:
        return finished(sentence=_("The battle is over."))
    except StaleCommand:
        # A player acted in the meantime, so choose again in the new position.
        return more(choice.seq, sentence=_("The bot is thinking."))
    if played.repeated:
        return finished(sentence=_("The bot is already moving."))
    return more(played.seq, done=job.progress_done + 1, sentence=_("The bot is thinking."))


def _give(choice: Choice) -> Any:
    def carry_out(chosen: Choice) -> runs.Played:
        return play_commands.carry_out_bot_command(
            battle_id=chosen.battle_id,
            side=chosen.side,
            command=chosen.command,
            expected_seq=chosen.seq,
            now=timezone.now(),
            reason=chosen.reason,
        )

    try:
        return carry_out(choice)
    except RefusedByRules as refusal:
        if choice.bot == SIMPLE:
            raise
        _log.warning("the %s bot was refused (%s) and gives a simple command", choice.bot, refusal.code)
        row = Battle.objects.defer("setup", "table").get(pk=choice.battle_id)
        return carry_out(_chosen(row, choice.side, SIMPLE))
