"""Mails are sent only to confirmed addresses; other addresses only get the mail that asks for confirmation (item
1.10)."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.mail import verified_address_of
from accounts.models import User
from campaigns.core.tests.factories import now
from campaigns.models import Notice
from campaigns.notices import mail as notices_mail
from tests_support.cast import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def links() -> list[str]:
    return [found.group(1) for message in mail.outbox if (found := re.search(r"http://testserver(/\S+)", message.body))]


def sign_up(email: str) -> User:
    data = {"username": "otto", "password1": PASSWORD, "email": email}
    assert Client().post("/accounts/signup/", data).status_code == 302
    return User.objects.get(username="otto")


def notice_for(user: User) -> Any:
    notices_mail.choose(user_id=user.pk, muted=[], rhythm="at_once")
    notice = Notice.objects.create(user=user, kind="match", sentence="A match.", url="/", at=now(), source_key="x")
    return notices_mail.message_of(user.pk, [notice.pk])


def test_signing_up_with_the_address_of_somebody_else_sends_only_one_mail() -> None:
    user = sign_up("stranger@example.org")
    (mail_sent,) = mail.outbox
    assert "confirm" in mail_sent.subject.lower()
    assert verified_address_of(user.pk) == ""
    assert notice_for(user) is None
    for _ in range(3):
        Client().post("/accounts/password/reset/", {"email": "stranger@example.org"})
    assert len(mail.outbox) == 1, "the question is not asked again within three minutes"
    assert all("confirm-email" in link for link in links())


def test_a_confirmed_address_gets_everything() -> None:
    user = sign_up("otto@example.org")
    Client().post(links()[0])
    assert verified_address_of(user.pk) == "otto@example.org"
    message = notice_for(user)
    assert message is not None
    assert message.to == ["otto@example.org"]
    Client().post("/accounts/password/reset/", {"email": "otto@example.org"})
    assert "/password/reset/key/" in links()[-1]


def test_an_unconfirmed_address_is_asked_to_confirm_and_then_resets(client: Client) -> None:
    user = make_user("otto")
    user.email = "otto@example.org"
    user.save(update_fields=["email"])
    data = {"email": "otto@example.org"}
    pages = [client.post("/accounts/password/reset/", data, follow=True).content]
    assert "confirm-email" in links()[0]
    pages.append(Client().post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True).content)
    token = re.compile(rb'(nonce|value|request)[-a-z]*="[^"]*"|nonce-[^"]*')
    assert token.sub(b"", pages[0]) == token.sub(b"", pages[1]), "the page does not tell who has an account"
    Client().post(links()[0])
    client.post("/accounts/password/reset/", data)
    assert "/password/reset/key/" in links()[-1]


def test_an_unknown_address_gets_nothing() -> None:
    Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert mail.outbox == []


def test_the_address_of_another_person_counts_for_that_person_alone() -> None:
    known = make_user("known")
    known.emailaddress_set.create(email="shared@example.org", verified=True, primary=True)
    other = make_user("other")
    other.email = "shared@example.org"
    other.save(update_fields=["email"])
    assert notice_for(other) is None
