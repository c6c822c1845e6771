"""A rendered roster is kept in memory, and shown only while everything that it depends on is the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from warbands.core.tests.factories import founded
from warbands.models import Kit, Portrait, Visibility, Warband, Warrior
from warbands.roster import fragments

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


@pytest.fixture
def warband(owner: User) -> Warband:
    warband = founded(owner, "reiklanders")
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.PUBLIC)
    return warband


def page_of(client: Client, warband: Warband, query: str = "") -> str:
    response = client.get(f"/warbands/{warband.public_id}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_second_visit_takes_the_roster_from_memory(
    warband: Warband, owner: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(owner)
    first = page_of(client, warband)
    monkeypatch.setattr(fragments, "roster_of", lambda *_args, **_more: pytest.fail("folded again"))
    second = page_of(client, warband)
    changing = r'value="[\w-]{20,}"|nonce="[^"]+"'
    assert re.sub(changing, "", first) == re.sub(changing, "", second)


def test_each_change_is_shown_at_once(warband: Warband, owner: User, client_of: ClientOf) -> None:
    """Also changes that give the warband no new version."""
    client = client_of(owner)
    page_of(client, warband)
    warrior = Warrior.objects.filter(warband=warband).first()
    assert warrior is not None
    Warrior.objects.filter(pk=warrior.pk).update(name="Wolfram the Late")
    assert "Wolfram the Late" in page_of(client, warband)
    Warband.objects.filter(pk=warband.pk).update(notes_public="Paid in full", treasury_gc=1234)
    page = page_of(client, warband)
    assert "Paid in full" in page
    assert "1234" in page.replace(",", "").replace("\u202f", "")
    User.objects.filter(pk=owner.pk).update(display_name="Magister Kurz")
    assert "Magister Kurz" in page_of(client, warband)
    before = page_of(client, warband)
    Kit.objects.filter(warband=warband).first().delete()  # type: ignore[union-attr]
    assert page_of(client, warband) != before
    assert not Portrait.objects.filter(warband=warband).exists()


def test_readers_get_no_actions_of_the_owner(
    warband: Warband, owner: User, rival: User, client_of: ClientOf, client: Client
) -> None:
    own = page_of(client_of(owner), warband)
    assert 'id="actions"' in own
    for reader in (client_of(rival), client):
        page = page_of(reader, warband)
        assert 'id="actions"' not in page
        assert "formaction" not in page
    assert 'id="actions"' in page_of(client_of(owner), warband)


def test_each_panel_is_kept_separately(warband: Warband, owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    plain = page_of(client, warband)
    hiring = page_of(client, warband, "?kit=hire")
    assert hiring != plain
    key = Warrior.objects.filter(warband=warband).last()
    assert key is not None
    assert page_of(client, warband, f"?kit={key.public_id}") != plain
