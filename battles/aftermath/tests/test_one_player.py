"""The aftermath of a counting battle at one screen between two warbands of one player."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import bloody, surrender
from battles.core.tests.factories import hot_seat
from battles.models import Aftermath
from battles.setup.new_battle import Army
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, founded

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User | None], Client]


def test_both_warbands_of_one_player_get_their_aftermath(owner: User, client_of: ClientOf) -> None:
    first, second = founded(owner, "reiklanders", seed="lanterns"), founded(owner, "undead", seed="procession")
    battle = hot_seat(owner, mine=Army(warband=first.public_id), theirs=Army(warband=second.public_id), counts=True)
    surrender(battle, owner)
    rows = list(Aftermath.objects.filter(side__battle=battle).order_by("side__letter"))
    assert [row.warband_id for row in rows] == [first.pk, second.pk]
    assert [row.facts["won"] for row in rows] == [True, False]
    for row in rows:
        bloody(row)
    runner.run(battle_id=battle.pk, now=NOON)
    client, address = client_of(owner), reverse("battles:aftermath", args=[battle.public_id])
    page = client.get(address).content.decode()
    assert first.name in page
    assert second.name in page
    assert "Decide the rest for me" in page
    for row in rows:
        press = client.post(
            reverse("battles:aftermath_decide", args=[battle.public_id]),
            {"aftermath": row.public_id},
            headers={"HX-Request": "true"},
        )
        assert press.status_code == 200
        row.refresh_from_db()
        assert row.status == "done"
    for row, warband in zip(rows, (first, second), strict=True):
        warband.refresh_from_db()
        fought = {
            (member.key, member.status): member.battles_fought
            for member in load_state(warband).active()
            if member.key in row.facts["fought"]
        }
        assert set(fought.values()) == {1}, fought
        stages = set(row.lines.values_list("stage", flat=True))
        assert {"injuries", "experience", "exploration", "rating"} <= stages
