"""A bot's job does one command per transaction, and makes progress or fails visibly for the players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.refusals import StaleCommand
from battles.core.tests.factories import give
from battles.engine.bots.registry import bot_called
from battles.models import Battle, BattleEvent, Issuer
from battles.play import commands, runs
from battles.play.bots import choices, jobs, turns
from battles.setup import new_battle
from jobs import runner
from jobs.models import Job, JobState
from jobs.runner import Outcome
from tests_support.cast import make_user

ClientOf = Callable[[User | None], Client]


def bots_turn(owner: User) -> tuple[Battle, Job]:
    """A battle in which the bot has to act, and its job."""
    for number in range(20):
        battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), seed=f"turn {number}")
        for _step in range(12):
            battle.refresh_from_db()
            if battle.awaiting == "b":
                return battle, Job.objects.get(kind=jobs.KIND, key=f"{battle.pk}:{battle.seq}")
            from battles.core.tests.factories import engine_of
            from battles.engine.commands import Answer, EndStep

            frame = engine_of(battle).state.flow[-1]
            give(battle, owner, Answer(frame.data["silence"]) if frame.kind == "decision" else EndStep())
    raise AssertionError("the bot is never to act")


@pytest.mark.django_db(transaction=True)
def test_the_bot_thinks_outside_of_transactions_and_gives_one_command_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, job = bots_turn(make_user("thinking"))
    seen: list[tuple[bool, int]] = []

    class Watched:
        def __init__(self, kind: str) -> None:
            self.bot = bot_called(kind)

        def choose(self, engine: Any, side: str) -> Any:
            given = BattleEvent.objects.filter(battle=battle, issuer=Issuer.BOT).count()
            seen.append((connection.in_atomic_block, given))
            return self.bot.choose(engine, side)

    monkeypatch.setattr(choices, "bot_called", Watched)
    assert runner.run(job_id=job.pk) is Outcome.DONE
    assert len(seen) >= 2
    assert seen == [(False, number) for number in range(len(seen))]
    assert BattleEvent.objects.filter(battle=battle, issuer=Issuer.BOT).count() == len(seen)


@pytest.mark.django_db
def test_the_bots_commands_ask_for_no_further_job(owner: User) -> None:
    _battle, job = bots_turn(owner)
    before = Job.objects.filter(kind=jobs.KIND).count()
    assert runner.run(job_id=job.pk) is Outcome.DONE
    assert Job.objects.filter(kind=jobs.KIND).count() == before


@pytest.mark.django_db
def test_a_job_stops_when_its_command_was_given_already(owner: User) -> None:
    battle, job = bots_turn(owner)
    choice = turns.choose(battle_id=battle.pk)
    assert choice is not None
    assert not turns.step(job, choice).is_done
    battle.refresh_from_db()
    seq = battle.seq
    assert turns.step(job, choice).is_done
    battle.refresh_from_db()
    assert battle.seq == seq


@pytest.mark.django_db
def test_a_job_without_progress_fails_and_the_board_says_so(
    owner: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, job = bots_turn(owner)
    tried: list[int] = []

    def never(**_fields: Any) -> runs.Played:
        tried.append(1)
        raise StaleCommand(seq=0, missed=[])

    with monkeypatch.context() as broken:
        broken.setattr(commands, "carry_out_bot_command", never)
        assert runner.run(job_id=job.pk) is Outcome.FAILED
    assert len(tried) <= runner.MOST_IDLE_STEPS + 1
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "steps in a row changed nothing" in job.error
    page = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert "The bot stopped." in page
    assert f"/jobs/{job.public_id}/retry/" in page
    text = client_of(owner).get(f"/jobs/{job.public_id}/").content.decode()
    assert "steps in a row changed nothing" in text
    client_of(owner).post(f"/jobs/{job.public_id}/retry/")
    assert runner.run(job_id=job.pk) is Outcome.DONE
    battle.refresh_from_db()
    assert BattleEvent.objects.filter(battle=battle, issuer=Issuer.BOT).exists()
    assert "The bot stopped." not in client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()


@pytest.mark.django_db
def test_a_bot_that_never_ends_its_turn_is_stopped(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    _battle, job = bots_turn(owner)
    monkeypatch.setattr(turns, "MOST_COMMANDS", 1)
    assert runner.run(job_id=job.pk) is Outcome.FAILED
    job.refresh_from_db()
    assert "more commands than any turn needs" in job.error
    assert job.progress_done == 1


@pytest.mark.django_db
def test_a_bot_that_fails_gives_a_simple_command_instead(
    owner: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    battle, job = bots_turn(owner)
    find = bot_called

    class Broken:
        def choose(self, _engine: Any, _side: str) -> Any:
            raise KeyError("no such warrior")

    monkeypatch.setattr(choices, "bot_called", lambda name: find(name) if name == turns.SIMPLE else Broken())
    assert runner.run(job_id=job.pk) is Outcome.DONE
    assert BattleEvent.objects.filter(battle=battle, issuer=Issuer.BOT).exists()
    assert "could not choose a command" in caplog.text
