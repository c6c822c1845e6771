"""Sign-in, sign-out, reset and keys in the frame of the site; settings and the theme switch."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests_support.cast import PASSWORD

pytestmark = pytest.mark.django_db

VISITOR_PAGES = ["account_login", "account_signup", "account_reset_password"]
ACCOUNT_PAGES = [
    "account_logout", "account_email", "account_change_password", "mfa_index", "mfa_activate_totp", "accounts:settings",
]  # fmt: skip


@pytest.mark.parametrize("name", VISITOR_PAGES)
def test_a_visitor_finds_the_door_in_our_frame(name: str, client: Client) -> None:
    text = client.get(reverse(name)).content.decode()
    assert 'id="main"' in text
    assert text.count("<h1") == 1
    assert "style=" not in text


@pytest.mark.parametrize("name", ACCOUNT_PAGES)
def test_a_person_finds_the_pages_of_an_account(name: str, owner: User, client: Client) -> None:
    client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})
    answer = client.get(reverse(name), follow=True)
    assert answer.status_code == 200
    assert answer.content.decode().count("<h1") == 1
    assert Client().get(reverse(name)).status_code == 302


def test_signing_in_and_out(owner: User, client: Client) -> None:
    assert client.post(reverse("account_login"), {"login": "owner", "password": "wrong"}).status_code == 200
    assert client.post(reverse("account_login"), {"login": "owner", "password": PASSWORD})["Location"] == "/"
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.get(reverse("accounts:settings")).status_code == 200, "looking at the page signs nobody out"
    client.post(reverse("account_logout"))
    assert client.get(reverse("accounts:settings")).status_code == 302


def test_a_forgotten_password_is_reset_by_mail(owner: User, client: Client) -> None:
    owner.email = "owner@example.org"
    owner.save(update_fields=["email"])
    owner.emailaddress_set.create(email=owner.email, verified=True, primary=True)
    client.post(reverse("account_reset_password"), {"email": "owner@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)
    assert link
    form = client.get(link.group(1), follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "another-long-one", "password2": "another-long-one"})
    owner.refresh_from_db()
    assert owner.check_password("another-long-one")


def test_settings_are_kept_and_a_bad_zone_refused(owner: User, client_of) -> None:
    client = client_of(owner)
    new = {"display_name": "  Otto   the Bold ", "theme": "dark", "timezone": "Europe/Berlin"}
    assert client.post(reverse("accounts:settings"), new).status_code == 302
    owner.refresh_from_db()
    assert (owner.shown_name, owner.theme, owner.timezone) == ("Otto the Bold", "dark", "Europe/Berlin")
    assert client.get(reverse("accounts:settings")).status_code == 200
    assert client.post(reverse("accounts:settings"), {**new, "timezone": "Moon/Base"}).status_code == 422


def test_the_theme_is_kept_for_visitor_and_person(owner: User, client_of) -> None:
    answer = client_of(None).post(reverse("accounts:theme"), {"theme": "dark", "next": "https://elsewhere.example/"})
    assert (answer["Location"], answer.cookies["theme"].value) == ("/", "dark")
    client_of(owner).post(reverse("accounts:theme"), {"theme": "light", "next": "/help/"})
    owner.refresh_from_db()
    assert owner.theme == "light"
    assert client_of(None).post(reverse("accounts:theme"), {"theme": "pink"}).status_code == 422
    assert client_of(None).get(reverse("accounts:theme")).status_code == 405
