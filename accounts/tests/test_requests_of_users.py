"""What every request of a signed-in user reads: the session and the user, with SQL that is built once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(owner: User, client_of: Callable[[User], Client]) -> Client:
    return client_of(owner)


def is_signed_in(client: Client) -> bool:
    user = client.get("/").wsgi_request.user
    return bool(user.is_authenticated)


def test_a_session_ends_when_it_expires(client: Client) -> None:
    assert is_signed_in(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_signed_in(client)


def test_a_deleted_session_is_over_at_once(client: Client) -> None:
    assert is_signed_in(client)
    Session.objects.all().delete()
    assert not is_signed_in(client)


def test_a_request_sees_what_changed_about_its_user(client: Client, owner: User) -> None:
    assert is_signed_in(client)
    User.objects.filter(pk=owner.pk).update(display_name="Otto the Younger")
    user = client.get("/").wsgi_request.user
    assert isinstance(user, User)
    assert user.display_name == "Otto the Younger"
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert not is_signed_in(client)


def test_a_user_is_found_by_key_as_by_a_query(owner: User, rival: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert User.objects.get(pk=rival.pk) == rival
    found = User.objects.get(pk=owner.pk)
    assert found.__dict__.keys() == User.objects.filter(pk=owner.pk)[0].__dict__.keys()
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=owner.pk + rival.pk + 1000)
    assert User.objects.get(pk=str(owner.pk)) == owner
    monkeypatch.delattr(models.QuerySet, "get")
    assert User.objects.get(pk=owner.pk) == owner


def test_a_user_is_not_found_through_a_relation_that_they_are_not_in(owner: User, rival: User) -> None:
    group = Group.objects.create(name="moderators")
    group.user_set.add(owner)
    assert group.user_set.get(pk=owner.pk) == owner
    with pytest.raises(User.DoesNotExist):
        group.user_set.get(pk=rival.pk)
