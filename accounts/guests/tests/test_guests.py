"""Guests: created once, kept at sign-up, moved at sign-in, deleted when expired."""

import datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.guests import services as guests_services
from accounts.models import User
from jobs.models import Job
from tests_support.cast import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> User:
    return guests_services.create_guest(now=timezone.now())


@pytest.fixture
def guest_client(guest: User) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def _post_by(user: User | AnonymousUser):
    request = RequestFactory().post("/")
    request.user, request.session = user, SessionStore()
    return request


def test_the_first_press_opens_a_seat_and_the_second_uses_it() -> None:
    request = _post_by(AnonymousUser())
    first = guests_services.current_or_new_guest(request)
    assert first.is_guest
    assert first.guest_expires_at is not None
    assert guests_services.current_or_new_guest(request) == first
    assert User.objects.count() == 1


def test_a_signed_in_person_is_the_actor(owner: User) -> None:
    assert guests_services.current_or_new_guest(_post_by(owner)) == owner


def test_too_many_seats_from_one_address_are_refused(settings) -> None:
    settings.GUESTS_PER_HOUR = 2
    for _ in range(2):
        guests_services.current_or_new_guest(_post_by(AnonymousUser()))
    with pytest.raises(guests_services.TooManyGuests):
        guests_services.current_or_new_guest(_post_by(AnonymousUser()))


def test_a_press_late_in_the_month_prolongs_the_seat(guest: User) -> None:
    soon = timezone.now() + datetime.timedelta(days=3)
    User.objects.filter(pk=guest.pk).update(guest_expires_at=soon)
    guest.refresh_from_db()
    guests_services.current_or_new_guest(_post_by(guest))
    guest.refresh_from_db()
    assert guest.guest_expires_at is not None
    assert guest.guest_expires_at > soon + datetime.timedelta(days=20)


def test_signing_up_turns_the_guest_into_an_account(guest: User, guest_client: Client) -> None:
    page = guest_client.get(reverse("account_signup"))
    assert page.status_code == 200
    answer = guest_client.post(reverse("account_signup"), {"username": "otto", "password1": PASSWORD})
    assert answer.status_code == 302, answer.content.decode()
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.guest_expires_at) == ("otto", False, None)
    assert guest.check_password(PASSWORD)
    assert User.objects.count() == 1
    assert guest_client.get(reverse("accounts:settings")).context["user"].pk == guest.pk


def test_signing_up_without_a_seat_makes_a_row(client: Client) -> None:
    client.post(reverse("account_signup"), {"username": "otto", "password1": PASSWORD})
    assert User.objects.get().username == "otto"


def test_a_guest_name_cannot_be_taken(client: Client) -> None:
    answer = client.post(reverse("account_signup"), {"username": "guest-otto", "password1": PASSWORD})
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_signing_in_elsewhere_offers_the_things_and_hands_them_over(
    owner: User, guest: User, guest_client: Client, monkeypatch
) -> None:
    job = Job.objects.create(kind="test.none", key="1", owner=guest)
    monkeypatch.setattr(
        guests_services, "describe_data", lambda guest_id: ["1 warband"] if guest_id == guest.pk else []
    )
    answer = guest_client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("accounts:hand_over"))
    assert "1 warband" in guest_client.get(answer["Location"]).content.decode()
    guest_client.post(answer["Location"], {"answer": "take", "next": "/"})
    job.refresh_from_db()
    guest.refresh_from_db()
    assert job.owner_id == owner.pk
    assert not guest.is_active
    assert guests_services.hand_over(guest_id=guest.pk, user_id=owner.pk) is False


def test_a_guest_can_sign_in_without_taking_their_data(
    owner: User, guest: User, guest_client: Client, monkeypatch
) -> None:
    job = Job.objects.create(kind="test.none", key="1", owner=guest)
    monkeypatch.setattr(guests_services, "describe_data", lambda guest_id: ["1 warband"])
    guest_client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    guest_client.post(reverse("accounts:hand_over"), {"answer": "leave"})
    job.refresh_from_db()
    assert job.owner_id == guest.pk


def test_a_guest_without_data_is_not_asked_at_sign_in(owner: User, guest_client: Client) -> None:
    answer = guest_client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    assert answer["Location"] == "/"


def test_no_one_can_claim_the_things_of_a_guest_by_name(owner: User, guest: User, client: Client) -> None:
    job = Job.objects.create(kind="test.none", key="1", owner=guest)
    client.force_login(owner)
    client.post(reverse("accounts:hand_over"), {"answer": "take", "guest": guest.pk})
    job.refresh_from_db()
    assert job.owner_id == guest.pk


def test_pages_that_manage_an_account_lead_a_guest_to_sign_up(guest_client: Client) -> None:
    for name in ("account_email", "account_change_password", "mfa_index"):
        assert guest_client.get(reverse(name))["Location"] == reverse("account_signup")


def test_seats_past_their_day_are_swept_and_others_stay(owner: User, guest: User) -> None:
    other = guests_services.create_guest(now=timezone.now() - datetime.timedelta(days=40))
    assert guests_services.sweep(now=timezone.now()) == 1
    assert not User.objects.filter(pk=other.pk).exists()
    assert User.objects.filter(pk__in=[owner.pk, guest.pk]).count() == 2
