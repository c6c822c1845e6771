"""An aftermath that waits for its player reminds them after two and after five days."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from battles.aftermath import reminders
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.models import Aftermath, Battle
from battles.tabletop.tests.test_sheets import NOON, author_and_other, sent
from campaigns.matches import results
from campaigns.models import Match, Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def waiting_for_dice(match: Match) -> tuple[Battle, User]:
    author, other = author_and_other(match)
    battle = sent(match, author, hand_dice=True)
    results.agree(match_id=match.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    return battle, author


def reminders_of(user: User) -> list[str]:
    return list(
        Notice.objects.filter(user=user, source_key__startswith="aftermath-reminder")
        .order_by("pk")
        .values_list("sentence", flat=True)
    )


def test_reminders_come_after_two_and_after_five_days_once_each(match: Match) -> None:
    _battle, author = waiting_for_dice(match)
    Aftermath.objects.update(due_at=NOON + timedelta(days=9))
    counts = []
    for hours in (47, 48, 49, 119, 120, 121, 200):
        counts.append(reminders.remind(now=NOON + timedelta(hours=hours)))
    assert counts == [0, 2, 0, 0, 2, 0, 0]
    assert len(reminders_of(author)) == 2
    assert "still waits for your dice. On " in reminders_of(author)[0]


def test_reminders_name_battle_match_and_warband(match: Match) -> None:
    battle, author = waiting_for_dice(match)
    Aftermath.objects.update(due_at=NOON + timedelta(days=9))
    reminders.remind(now=NOON + timedelta(days=3))
    notice = Notice.objects.get(user=author, source_key__startswith="aftermath-reminder")
    entry = match.sides.get(entry__player=author).entry
    assert notice.about == {
        "campaign": match.campaign.slug,
        "match": match.public_id,
        "battle": battle.public_id,
        "post": "",
        "warbands": [
            {"entry": entry.public_id, "roster": entry.warband.public_id, "name": entry.warband.name},
        ],
    }


def test_nothing_reminds_of_an_aftermath_that_is_done_or_past_its_deadline(match: Match) -> None:
    waiting_for_dice(match)
    now = NOON + timedelta(days=3)
    Aftermath.objects.update(due_at=NOON + timedelta(days=2))
    assert reminders.remind(now=now) == 0
    Aftermath.objects.update(status="done", due_at=None)
    assert reminders.remind(now=now) == 0


def test_without_a_deadline_the_reminder_names_no_day(match: Match) -> None:
    waiting_for_dice(match)
    row = Aftermath.objects.first()
    assert row is not None
    row.due_at, row.asked = None, None
    assert reminders.sentence_of(row).endswith("waits for your choices.")
