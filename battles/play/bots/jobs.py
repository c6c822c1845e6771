"""The job that plays the bots of a battle: starting it, and detecting that it failed."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.models import Battle, BattleEvent, BattleStatus, Issuer
from battles.play.live import broadcast
from jobs.models import Job, JobState
from jobs.selectors import job_of
from jobs.services import enqueue

KIND = "battles.bot"


def start_job(row: Battle) -> None:
    """Start the job if a bot has to act. Can safely run twice: there is one job per position."""
    if row.status == BattleStatus.PLAYING and bot_side(row) is not None:
        enqueue(
            kind=KIND,
            key=_key(row.pk, row.seq),
            payload={"battle_id": row.pk},
            owner_id=row.created_by_id,
            title=_("The bot's turn"),
            back_url=reverse("battles:board", args=[row.public_id]),
        )


def _key(battle_id: int, seq: int) -> str:
    return f"{battle_id}:{seq}"


def stopped_job(row: Battle) -> Job | None:
    """The failed job of the bot that the battle waits for; None if no job has failed."""
    last = BattleEvent.objects.filter(battle=row).exclude(issuer=Issuer.BOT).order_by("-seq").first()
    job = job_of(kind=KIND, key=_key(row.pk, last.seq + last.count - 1)) if last is not None else None
    return job if job is not None and job.state == JobState.FAILED else None


def show_stopped(job: Job) -> None:
    """Show on every open board of the battle that the bot's job has failed."""
    row = Battle.objects.filter(pk=job.payload["battle_id"]).first()
    if row is not None:
        broadcast.changed_after_commit(row)


def bot_side(row: Battle) -> tuple[str, str] | None:
    """(letter, bot) of a side that has to act and is played by a bot; None if there is none."""
    for side in row.sides.all():
        if side.bot and side.letter in row.awaiting:
            return side.letter, side.bot
    return None
