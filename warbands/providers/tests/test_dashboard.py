"""The dashboard, and a guest's warbands after sign-in."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.dashboard import lines as dashboard_lines
from accounts.guests import services as guests_services
from accounts.models import User
from warbands.core.tests.factories import by, draft, founded, look
from warbands.models import Warband
from warbands.roster import advances


def test_a_due_advance_is_on_the_dashboard(owner: User) -> None:
    warband = founded(owner)
    assert dashboard_lines.dashboard_lines(owner) == []
    young = next(member for member in look(warband).active() if member.warrior_type_code == "reiklanders_youngblood")
    advances.grant_experience(warband_id=warband.pk, warrior=young.key, points=2, by=by(owner))
    lines = [line for line in dashboard_lines.dashboard_lines(owner) if young.name in str(line.sentence)]
    assert len(lines) == 1
    assert lines[0].url == reverse("warbands:roster", args=[warband.public_id])


def test_a_guests_warbands_go_to_their_account_once(owner: User) -> None:
    guest = guests_services.create_guest(now=timezone.now())
    warband = draft(guest)
    assert [str(sentence) for sentence in guests_services.describe_data(guest.pk)] == ["1 warband"]
    assert guests_services.hand_over(guest_id=guest.pk, user_id=owner.pk)
    assert not guests_services.hand_over(guest_id=guest.pk, user_id=owner.pk)
    assert Warband.objects.get(pk=warband.pk).owner_id == owner.pk


def test_the_desk_shows_my_warbands(owner: User, client_of: Callable[[User | None], Client]) -> None:
    warband = founded(owner)
    page = client_of(owner).get(reverse("warbands:dashboard_section")).content.decode()
    assert warband.name in page
    assert warband.name not in client_of(None).get(reverse("warbands:dashboard_section")).content.decode()


@pytest.mark.django_db
def test_a_guests_roster_says_how_long_it_is_kept_and_offers_a_battle(
    client_of: Callable[[User | None], Client],
) -> None:
    """This includes the founded roster, not only the draft."""
    guest = guests_services.create_guest(now=timezone.now())
    warband = founded(guest)
    page = client_of(guest).get(reverse("warbands:roster", args=[warband.public_id])).content.decode()
    assert guest.guest_expires_at is not None
    assert date_format(guest.guest_expires_at, "j F Y") in page
    assert reverse("account_signup") in page
    play = f"{reverse('battles:play')}?army=own:{warband.public_id}"
    assert f'href="{play}"' in page
    form = client_of(guest).get(play).content.decode()
    assert f'<option value="own:{warband.public_id}" selected>' in form
    assert 'class="muted guest-note"' not in client_of(None).get(page_of(warband)).content.decode()


def page_of(warband: Warband) -> str:
    return reverse("warbands:roster", args=[warband.public_id])
