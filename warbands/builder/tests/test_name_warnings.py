"""Warnings about names that a second warband or warrior already has, and about how much guests can keep."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.guests.services import create_guest
from accounts.models import User
from warbands.builder import founding
from warbands.core.tests.factories import NOON, draft
from warbands.models import Warband, Warrior

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def text_of(client: Client, warband: Warband) -> str:
    return client.get(f"/warbands/{warband.public_id}/draft/").content.decode()


def test_a_second_warband_of_the_same_name_is_pointed_out(owner: User, rival: User, client_of: ClientOf) -> None:
    first, second, theirs = draft(owner, "skaven"), draft(owner, "skaven"), draft(rival, "skaven")
    Warband.objects.filter(pk__in=[first.pk, theirs.pk]).update(name="The Gnawers")
    warning = "You already have a warband called"
    assert warning not in text_of(client_of(owner), second)
    Warband.objects.filter(pk=second.pk).update(name="the gnawers")
    assert f"{warning} the gnawers" in text_of(client_of(owner), second)
    assert warning not in text_of(client_of(rival), theirs), "names of other players do not matter"
    Warband.objects.filter(pk=first.pk).update(status="archived")
    assert warning not in text_of(client_of(owner), second)


def test_two_heroes_of_one_name_are_pointed_out(owner: User, client_of: ClientOf) -> None:
    warband = draft(owner, "skaven")
    founding.suggest(warband_id=warband.pk, by=founding.ActionContext(actor_id=owner.pk, at=NOON))
    client = client_of(owner)
    assert "Several warriors are called" not in text_of(client, warband)
    heroes = Warrior.objects.filter(warband=warband, kind="hero").order_by("pk")[:2]
    Warrior.objects.filter(pk__in=[hero.pk for hero in heroes]).update(name="Skrit")
    text = text_of(client, warband)
    assert text.count("Several warriors are called Skrit") == 1


def test_guests_read_how_many_warbands_they_may_keep(owner: User, client_of: ClientOf) -> None:
    limit = f"Without an account you can keep {founding.GUEST_WARBANDS} warbands."
    for person in (None, create_guest(now=timezone.now())):
        assert limit in client_of(person).get("/warbands/new/").content.decode()
    assert limit not in client_of(owner).get("/warbands/new/").content.decode()
