"""Running an aftermath once, twice, or killed at any point always gives the same result."""

from __future__ import annotations

import os
import random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from battles.aftermath import start as aftermath_start
from battles.aftermath.decisions import choices
from battles.aftermath.stages import runner as stages_runner
from battles.aftermath.tests.world import begun, ended, print_of, surrender
from battles.core.tests.factories import hot_seat
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from jobs import runner
from jobs.selectors import job_of
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import LedgerEntry, Warband

pytestmark = pytest.mark.django_db


class Killed(Exception):
    """The worker is killed in the middle of a step."""


class Undone(Exception):
    """Roll back a trial."""


def decide_all(battle: Battle) -> None:
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        choices.decide_rest(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=NOON)


def prints() -> list[object]:
    return [print_of(warband) for warband in Warband.objects.order_by("pk")]


def walk_killed(battle: Battle, chance: random.Random) -> int:
    """Run with a kill before or directly after every other step. Returns the number of kills."""
    kills = 0
    while True:
        try:
            with transaction.atomic():
                progress = stages_runner.step(battle_id=battle.pk, now=NOON)
                if kills < 60 and chance.random() < 0.5:
                    raise Killed
        except Killed:
            kills += 1
            continue
        if progress.is_over:
            return kills


def test_the_last_order_writes_the_facts_and_asks_for_one_job(owner: User, rival: User) -> None:
    battle = begun(owner, rival)
    surrender(battle, rival)
    mine, theirs = Aftermath.objects.filter(side__battle=battle).order_by("side__letter")
    assert mine.facts["won"]
    assert not theirs.facts["won"]
    assert mine.facts["leader"] in mine.facts["fought"]
    assert (mine.facts["rating"], mine.facts["enemy_rating"]) == (80, 200)
    job = job_of(kind=aftermath_start.KIND, key=str(battle.pk))
    assert job is not None
    assert job.payload == {"battle_id": battle.pk}


def test_warbands_dealt_for_one_battle_have_no_aftermath(owner: User) -> None:
    battle = hot_seat(owner)
    surrender(battle, owner)
    assert not Aftermath.objects.exists()
    assert job_of(kind=aftermath_start.KIND, key=str(battle.pk)) is None


def test_the_aftermath_runs_every_stage_and_leaves_choices_open(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    stages_runner.run(battle_id=battle.pk, now=NOON)
    battle.refresh_from_db()
    assert battle.aftermath_done_at == NOON
    for row in Aftermath.objects.filter(side__battle=battle):
        assert row.stage == stages_runner.OVER
        stages = set(row.lines.values_list("stage", flat=True))
        assert {"injuries", "experience", "exploration", "sale", "rating"} <= stages
        waits = any(line.is_open for line in row.lines.all())
        assert row.status == (AftermathStatus.WAITING if waits else AftermathStatus.DONE)
    for warband in Warband.objects.all():
        assert_reconciled(warband)


def test_the_underdog_learns_more(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    stages_runner.run(battle_id=battle.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath__side__battle=battle, aftermath__side__letter="a", kind="experience")
    reasons = {reason for gain in line.data["gains"] for reason, _points in gain["parts"]}
    assert {"survives", "underdog"} <= reasons
    theirs = AftermathLine.objects.get(aftermath__side__battle=battle, aftermath__side__letter="b", kind="experience")
    assert not any(reason == "underdog" for gain in theirs.data["gains"] for reason, _points in gain["parts"])


@pytest.mark.postgres
def test_a_second_delivery_changes_nothing(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    stages_runner.run(battle_id=battle.pk, now=NOON)
    decide_all(battle)
    before = prints()
    lines, entries = AftermathLine.objects.count(), LedgerEntry.objects.count()
    assert stages_runner.run(battle_id=battle.pk, now=NOON) == 0
    decide_all(battle)
    assert prints() == before
    assert (AftermathLine.objects.count(), LedgerEntry.objects.count()) == (lines, entries)


# Aftermaths, each walked twice: 4 s of processor time for one, several minutes for all where tests share the machine.
@pytest.mark.timeout(1200)
@settings(
    max_examples=8 if os.environ.get("LONG") == "1" else 4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.binary(min_size=32, max_size=32), kills=st.integers(0, 10_000))
def test_killed_anywhere_nothing_is_lost_and_nothing_done_twice(
    owner: User, rival: User, seed: bytes, kills: int
) -> None:
    seen: list[list[object]] = []
    try:
        with transaction.atomic():
            battle = ended(owner, rival, seed=seed)
            for chance in (None, random.Random(kills)):
                try:
                    with transaction.atomic():
                        if chance is None:
                            stages_runner.run(battle_id=battle.pk, now=NOON)
                        else:
                            walk_killed(battle, chance)
                        decide_all(battle)
                        for warband in Warband.objects.all():
                            assert_reconciled(warband)
                        seen.append(prints())
                        raise Undone
                except Undone:
                    pass
            raise Undone
    except Undone:
        pass
    assert seen[0] == seen[1]


def test_the_job_runs_the_aftermath_and_the_bot_decides_its_choices(owner: User, rival: User) -> None:
    battle = ended(owner, rival, bot="tactician")
    job = job_of(kind=aftermath_start.KIND, key=str(battle.pk))
    assert job is not None
    assert runner.run(job_id=job.pk) is runner.Outcome.DONE
    assert runner.run(job_id=job.pk) is runner.Outcome.NOT_MINE
    job.refresh_from_db()
    assert job.progress_done == job.progress_total > 0
    theirs = Aftermath.objects.get(side__battle=battle, side__letter="b")
    assert theirs.status == AftermathStatus.DONE
    assert not any(line.is_open for line in theirs.lines.all())


def test_everyone_who_fought_has_fought_one_battle_more(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    stages_runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    fought = {warrior.public_id: warrior for warrior in row.warband.warriors.all()}
    assert all(fought[key].battles_fought == 1 for key in row.facts["fought"] if fought[key].status == "active")
