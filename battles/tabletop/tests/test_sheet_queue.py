"""A sheet that was stored on a phone is sent once, and only for the player who wrote it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.models import Battle
from battles.tabletop.tests.test_sheets import author_and_other
from campaigns.models import Match
from warbands.core.state_storage import load_state

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
SCRIPT = {"Accept": "application/json"}


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def test_the_sheet_of_a_match_arrives_twice_and_is_reported_once(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    address = reverse("battles:match_sheet", args=[match.public_id])
    sheet = {"winner": "a", "idempotency_key": "sheet-1", "tapped_by": author.public_id, "scenario": "skirmish"}
    for letter, side in zip("ab", match.sides.select_related("entry__warband").order_by("place"), strict=True):
        for warrior in load_state(side.entry.warband).active():
            sheet[f"fought-{letter}-{warrior.key}"] = "on"
    assert client_of(None).post(address, sheet, headers=SCRIPT).status_code == 401
    assert client_of(other).post(address, sheet, headers=SCRIPT).json()["code"] == "other_player"
    assert not Battle.objects.exists()
    answers = [client_of(author).post(address, sheet, headers=SCRIPT).json() for _time in range(2)]
    battle = Battle.objects.get()
    assert answers == [{"accepted": "sheet-1", "url": reverse("battles:sheet", args=[battle.public_id])}] * 2


def test_an_impossible_queued_sheet_is_refused_with_its_id_and_can_be_corrected(
    match: Match, client_of: ClientOf
) -> None:
    author, _other = author_and_other(match)
    address = reverse("battles:match_sheet", args=[match.public_id])
    sheet = {"winner": "a", "idempotency_key": "sheet-1", "tapped_by": author.public_id, "scenario": "no-such-thing"}
    found = client_of(author).post(address, sheet, headers=SCRIPT)
    assert found.status_code in (409, 422)
    assert found.json()["refused"] == "sheet-1"
    assert found.json()["message"]
    assert not Battle.objects.exists()
