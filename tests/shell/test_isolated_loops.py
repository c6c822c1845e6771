"""In every loop over rows, a first row that fails does not affect the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.db.models.signals import pre_delete
from django.utils import timezone

from accounts.deletion import services as deletion_services
from accounts.guests import services as guests_services
from accounts.models import User
from battles.aftermath.decisions import confirmation
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import ended
from battles.core import engine_cache
from battles.core.tests.factories import hot_seat
from battles.models import Aftermath, AftermathLine, Battle, BattleEvent
from battles.play import commands
from battles.play.clocks import services as clocks_services
from battles.play.live import broadcast
from battles.play.models.clocks import BattleClock
from battles.play.tests.test_clocks import START, dealt, later, on_turn
from battles.setup import new_battle, nonces
from battles.simulation import bot_battle, season
from campaigns import tasks as campaign_tasks
from campaigns.chronicle.selectors import chronicle_entries
from campaigns.core.tests.factories import league, match_between
from campaigns.matches.references import references
from campaigns.models import CampaignEvent, Delivery, Match, Notice, NoticeChoice
from campaigns.notices import delivery, mail, push
from campaigns.rounds import scheduling
from campaigns.webhooks import services as webhooks_services
from jobs import export_files, services
from jobs.models import Job, JobState
from mordheim_site.isolation import isolated
from mordheim_site.management.commands import serve
from mordheim_site.monitoring import metrics
from mordheim_site.refusals import Refusal
from warbands.core.tests.factories import founded
from warbands.models import LedgerEntry, Warband

pytestmark = pytest.mark.django_db

MonkeyPatch = pytest.MonkeyPatch


def failures(loop: str) -> float:
    """Number of rows of this loop that have failed in this process so far."""
    return metrics.ROW_FAILURES.labels(loop)._value.get()


def fails_first(original: Callable[..., Any]) -> Callable[..., Any]:
    """`original`, except that its first call fails."""
    calls: list[int] = []

    def wrapped(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise KeyError("poisoned")
        return original(*arguments, **options)

    return wrapped


@pytest.mark.parametrize("error", [KeyError("x"), Refusal("no", "No.")])
def test_a_failed_row_is_undone_logged_and_counted(
    owner: User, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    before = failures("test")
    with isolated("test", 7) as attempt:
        User.objects.filter(pk=owner.pk).update(display_name="half done")
        raise error
    owner.refresh_from_db()
    assert owner.display_name != "half done"
    assert attempt.error is error
    assert failures("test") == before + 1
    assert "test: row 7" in caplog.text


def test_the_time_limit_of_a_task_ends_the_whole_loop() -> None:
    with pytest.raises(SoftTimeLimitExceeded), isolated("test", 1):
        raise SoftTimeLimitExceeded


def test_clocks_of_later_battles_run_out_though_the_first_battle_is_broken(owner: User, rival: User) -> None:
    broken, sound = dealt(owner, rival, "live_quick"), dealt(owner, rival, "live_quick")
    Battle.objects.filter(pk=broken.pk).update(setup={})
    engine_cache.forget(broken.public_id)
    BattleClock.objects.filter(battle=broken).update(due_at=START + timedelta(seconds=1))
    seq = sound.seq
    before = failures("battles.pass_due")
    assert clocks_services.pass_due(now=later(700)) == 1
    sound.refresh_from_db()
    assert sound.seq > seq
    assert failures("battles.pass_due") == before + 1
    assert not any(BattleClock.objects.get(battle=broken).outs.values()), "nothing of the broken one is half done"


def test_a_player_cannot_stop_the_clocks_with_the_servers_ids(owner: User, rival: User) -> None:
    """An attack found in a trial: a command with the id `silence-<seq at which time will be up>` in an earlier
    battle."""
    attacked, sound = dealt(owner, rival, "live_quick"), dealt(owner, rival, "live_quick")

    def end_step(battle: Battle, command_id: str) -> int:
        _letter, actor, _other = on_turn(battle, owner, rival)
        return commands.carry_out_command(
            battle_id=battle.pk, actor_id=actor.pk, side="", command={"kind": "end_step"}, expected_seq=battle.seq,
            command_id=command_id, now=later(1),
        ).seq  # fmt: skip

    end_step(sound, "mine")
    # A trial run that is rolled back tells what the position will be.
    with transaction.atomic():
        seq = end_step(attacked, "try")
        transaction.set_rollback(True)
    engine_cache.forget(attacked.public_id)
    assert end_step(attacked, f"silence-{seq}") == seq
    assert clocks_services.pass_due(now=later(2000)) == 2
    assert BattleEvent.objects.filter(battle=sound, issuer="timeout").exists()
    assert BattleEvent.objects.filter(battle=attacked, issuer="timeout", command_id=f"silence-{seq}").exists()


def test_aftermaths_are_closed_though_the_first_is_broken(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=timezone.now())
    broken, sound = Aftermath.objects.order_by("pk")
    AftermathLine.objects.create(
        aftermath=broken, number=0, stage="sale", kind="unknown", options=[{"key": "a"}, {"key": "b"}]
    )
    Aftermath.objects.filter(pk=broken.pk).update(status="waiting")
    Aftermath.objects.update(due_at=timezone.now() - timedelta(days=1))
    Aftermath.objects.filter(pk=broken.pk).update(due_at=timezone.now() - timedelta(days=2))
    before = failures("battles.close_due")
    assert confirmation.close_due(now=timezone.now()) == 1
    assert failures("battles.close_due") == before + 1
    sound.refresh_from_db()
    assert sound.confirmed_at is not None


def test_battles_begin_though_the_first_is_broken(owner: User) -> None:
    """The time to add to the dice has passed for two battles."""
    broken, sound = (
        new_battle.create_battle(actor_id=owner.pk, now=START, seed=f"{n}", prepares=True) for n in range(2)
    )
    Battle.objects.filter(pk=broken.pk).update(setup={}, dice_due_at=START)
    Battle.objects.filter(pk=sound.pk).update(dice_due_at=START + timedelta(seconds=1))
    broken.sides.all().update(fighters=["nonsense"])
    assert nonces.begin_due(now=later(60)) == 1
    sound.refresh_from_db()
    assert sound.status == "playing"


def test_seats_are_swept_though_the_first_cannot_be_deleted(owner: User) -> None:
    first, second = (guests_services.create_guest(now=timezone.now() - timedelta(days=60)) for _number in range(2))

    def refuse(sender: object, instance: User, **_more: object) -> None:
        if instance.pk == first.pk:
            raise KeyError("poisoned")

    pre_delete.connect(refuse, sender=User)
    try:
        assert guests_services.sweep(now=timezone.now()) == 1
    finally:
        pre_delete.disconnect(refuse, sender=User)
    assert list(User.objects.filter(pk__in=[first.pk, second.pk])) == [first]


def test_accounts_are_deleted_though_the_first_cannot_be(owner: User, rival: User, monkeypatch: MonkeyPatch) -> None:
    long_ago = timezone.now() - 2 * deletion_services.WAIT
    User.objects.filter(pk__in=[owner.pk, rival.pk]).update(closed_at=long_ago)
    monkeypatch.setattr(deletion_services, "finish", fails_first(deletion_services.finish))
    assert deletion_services.finish_due(now=timezone.now()) == 1
    rival.refresh_from_db()
    assert rival.left_at is not None


def test_jobs_are_sent_though_the_first_cannot_be(monkeypatch: MonkeyPatch) -> None:
    for key in "abc":
        Job.objects.create(kind="test.count", key=key)
    sent: list[int] = []
    monkeypatch.setattr(services, "send", fails_first(lambda *, job_id: sent.append(job_id) or True))
    assert services.reap(now=timezone.now()) == 2
    assert len(sent) == 2


def test_leases_end_though_the_first_workers_name_is_unreadable() -> None:
    soon = timezone.now() + timedelta(seconds=60)
    for key, worker in (("1", "here:"), ("2", "here:4194305:x")):
        Job.objects.create(kind="test.count", key=key, state="running", worker=worker, lease_until=soon)
    assert services.release_dead(host="here") == 1
    assert Job.objects.get(key="2").state == JobState.QUEUED


def test_exports_are_swept_though_something_in_the_folder_cannot_be(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    old = timezone.now().timestamp() - 10 * 24 * 3600
    for name in ("a", "m", "z"):
        folder = export_files.folder() / f"{name}-folder"
        folder.mkdir()
        file = export_files.folder() / f"{name}.zip"
        file.write_bytes(b"x")
        for path in (folder, file):
            os.utime(path, (old, old))
    assert export_files.sweep(now=timezone.now()) == 3
    assert not [path for path in export_files.folder().iterdir() if path.is_file()]


def test_matches_are_reminded_of_though_the_first_has_no_sides(owner: User, rival: User, arbitrator: User) -> None:
    campaign = league(arbitrator, [owner, rival])
    now = timezone.now()
    for _number in range(2):
        match = match_between(campaign, owner, rival)
        scheduling.set_date(match_id=match.pk, actor_id=owner.pk, planned_for=now + timedelta(hours=20), now=now)
    first = Match.objects.order_by("pk").first()
    assert first is not None
    first.sides.all().delete()
    assert delivery.send_reminders(now=now) == 2


def test_digests_are_asked_for_though_the_first_cannot_be(
    owner: User, rival: User, arbitrator: User, run_jobs: Any, monkeypatch: MonkeyPatch
) -> None:
    User.objects.filter(pk__in=[owner.pk, rival.pk]).update(email="someone@example.org")
    campaign = league(arbitrator, [owner, rival])
    for person in (owner, rival):
        mail.choose(user_id=person.pk, muted=[], rhythm="daily")
        Notice.objects.create(
            user=person, campaign=campaign, kind="match", sentence="x", url="/", at=timezone.now(),
            source_key=f"test:{person.pk}", is_for_mail=True,
        )  # fmt: skip
    assert NoticeChoice.objects.count() == 2
    monkeypatch.setattr(mail, "enqueue", fails_first(mail.enqueue))
    assert mail.request_digests(now=timezone.now()) == 1


def test_digests_are_asked_for_though_the_reminders_fail(monkeypatch: MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(delivery, "send_reminders", fails_first(delivery.send_reminders))
    monkeypatch.setattr(mail, "request_digests", lambda **_options: calls.append(1))
    campaign_tasks.hourly()
    assert calls == [1]


def test_later_webhooks_and_devices_are_told_though_the_first_fails(
    owner: User, rival: User, arbitrator: User, run_jobs: Any, monkeypatch: MonkeyPatch
) -> None:
    campaign = league(arbitrator, [owner, rival])
    run_jobs()
    for number in range(2):
        webhooks_services.add(
            campaign_id=campaign.pk, actor_id=arbitrator.pk, url=f"https://hook.example/{number}", form="generic",
            kinds=[], now=timezone.now(),
        )  # fmt: skip
    event = next(
        found for found in CampaignEvent.objects.filter(campaign=campaign) if chronicle_entries(campaign, [found])
    )
    Notice.objects.all().delete()
    calls: list[int] = []
    monkeypatch.setattr(webhooks_services, "enqueue", fails_first(webhooks_services.enqueue))
    monkeypatch.setattr(push, "request_push", fails_first(lambda notice: calls.append(notice.pk)))
    written = delivery.write_notices(
        [owner.pk, rival.pk], campaign=campaign, kind="match", sentence="x", url="/", source="test",
        now=timezone.now(), about=references(campaign),
    )  # fmt: skip
    assert (written, len(calls)) == (2, 1)
    assert webhooks_services.request_deliveries(event, timezone.now()) == 1
    assert Delivery.objects.count() == 1


def test_watchers_are_told_though_the_first_run_cannot_be_read(owner: User) -> None:
    battle = hot_seat(owner)
    before = BattleEvent.objects.order_by("-pk").first()
    assert before is not None
    for seq, data in ((90_001, [[]]), (90_002, [["PhaseEnded", "movement"]])):
        BattleEvent.objects.create(battle=battle, seq=seq, count=1, command_id=f"{seq}", data=data)
    found = broadcast.newest_runs(before.pk)
    assert [body["seq"] for _pk, _group, body in found] == [90_001, 90_002]
    assert found[1][2]["events"] == [["PhaseEnded", "movement"]]


def test_every_ledger_is_compared_though_the_first_cannot_be_folded(
    owner: User, capsys: pytest.CaptureFixture[str]
) -> None:
    founded(owner)
    founded(owner)
    first, second = Warband.objects.order_by("pk")
    LedgerEntry.objects.filter(warband=first).update(changes={"warriors": 7, "members": 7, "company": 7})
    Warband.objects.filter(pk=second.pk).update(treasury_gc=12_345)
    with pytest.raises(CommandError, match="in 2 warbands"):
        call_command("reconcile")
    errors = capsys.readouterr().err
    assert f"{first.public_id} could not be replayed" in errors
    assert f"{second.public_id} treasury" in errors


def test_a_season_goes_on_though_its_first_match_fails(monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(bot_battle, "fight", fails_first(bot_battle.fight))
    plan = season.Plan(warbands=2, rounds=2, seed="5", max_turns=1)
    report = season.play(plan)
    assert Battle.objects.count() == 1
    assert len(report.differences) == 1
    assert "round 1 failed" in report.differences[0]
    assert season.play(plan).differences == []
    assert Battle.objects.count() == 2


def test_the_site_on_one_machine_runs_every_periodic_task(settings: Any, monkeypatch: MonkeyPatch) -> None:
    """`serve` has no Celery beat, so turn clocks, due aftermaths and reminders would otherwise never be checked."""
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {task for task, _seconds in serve.periodic_tasks()} == scheduled - {"jobs.reap"}
    sent: list[tuple[str, float]] = []
    monkeypatch.setattr(serve.app, "send_task", lambda task, *, expires: sent.append((task, expires)))
    serve.send_task("battles.pass_due_clocks", 3.0)
    assert sent == [("battles.pass_due_clocks", 3.0)]
    assert all(task in serve.app.tasks for task in scheduled)
