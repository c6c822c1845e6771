"""The desk, and a guest's warbands when he signs in."""

from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import desk, guests
from accounts.models import User
from warbands.models import Warband
from warbands.services import advances
from warbands.tests.factories import by, draft, founded, look


def test_an_advance_waits_on_the_desk(owner: User) -> None:
    warband = founded(owner)
    assert desk.waiting_for(owner) == []
    young = next(one for one in look(warband).active() if one.warrior_type_code == "reiklanders_youngblood")
    advances.grant_experience(warband_id=warband.pk, warrior=young.key, points=2, by=by(owner))
    lines = [line for line in desk.waiting_for(owner) if young.name in str(line.sentence)]
    assert len(lines) == 1
    assert lines[0].url == reverse("warbands:roster", args=[warband.public_id])


def test_a_guests_warbands_go_to_his_account_once(owner: User) -> None:
    guest = guests.open_seat(now=timezone.now())
    warband = draft(guest)
    assert [str(said) for said in guests.things_of(guest.pk)] == ["1 warband"]
    assert guests.hand_over(guest_id=guest.pk, user_id=owner.pk)
    assert not guests.hand_over(guest_id=guest.pk, user_id=owner.pk)
    assert Warband.objects.get(pk=warband.pk).owner_id == owner.pk


def test_the_desk_shows_my_warbands(owner: User, client_of: Callable[[User | None], Client]) -> None:
    warband = founded(owner)
    page = client_of(owner).get(reverse("warbands:desk_section")).content.decode()
    assert warband.name in page
    assert warband.name not in client_of(None).get(reverse("warbands:desk_section")).content.decode()
