"""The audit log: who signed in, what failed, keys, roles, exports and the admin; read by staff, changed by nobody."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from accounts.api_keys import services as api_keys_services
from accounts.audit.services import KEPT, sweep
from accounts.deletion import services as deletion_services
from accounts.models import AuditEntry, AuditEvent, User
from campaigns.core.tests.factories import NOON, league
from campaigns.members import services as members_services
from jobs.export_files import request_export
from tests_support.cast import PASSWORD, make_user

pytestmark = pytest.mark.django_db
ELSEWHERE: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.fixture(autouse=True)
def _log(caplog: pytest.LogCaptureFixture) -> None:
    """Log everything, as a site does: a record that cannot be made raises."""
    caplog.set_level(logging.INFO)


def events() -> list[tuple[str, str, str]]:
    return [(entry.event, entry.user_name, entry.address) for entry in AuditEntry.objects.order_by("pk")]


def test_sign_up_sign_in_and_a_wrong_password_are_recorded_with_the_address() -> None:
    signed_up = {"username": "otto", "password1": PASSWORD}
    Client().post("/accounts/signup/", signed_up, **ELSEWHERE)
    for password, status in ((PASSWORD, 302), ("wrong", 200)):
        answer = Client().post("/accounts/login/", {"login": "otto", "password": password}, **ELSEWHERE)
        assert answer.status_code == status
    found = events()
    assert ("signed_up", "otto", "203.0.113.7") in found
    assert ("signed_in", "otto", "203.0.113.7") in found
    assert found[-1] == ("sign_in_failed", "otto", "203.0.113.7")
    assert "wrong" not in str(list(AuditEntry.objects.values())), "no password is recorded"


def test_a_wrong_password_when_asked_again_is_recorded(owner: User, client_of: Any) -> None:
    answer = client_of(owner).post("/accounts/reauthenticate/", {"password": "wrong"})
    assert answer.status_code == 200
    assert events()[-1][0] == "sign_in_failed"


def test_a_sign_in_with_an_unknown_name_is_recorded() -> None:
    Client().post("/accounts/login/", {"login": "nobody", "password": "guess"}, **ELSEWHERE)
    entry = AuditEntry.objects.get()
    assert (entry.event, entry.user, entry.user_name) == ("sign_in_failed", None, "nobody")


def test_keys_exports_and_closing_are_recorded(owner: User) -> None:
    key = api_keys_services.create_key(user_id=owner.pk, scopes=["warbands"])
    api_keys_services.revoke_key(user_id=owner.pk)
    api_keys_services.revoke_key(user_id=owner.pk)
    request_export(user_id=owner.pk, now=timezone.now())
    deletion_services.close(user_id=owner.pk, now=timezone.now())
    assert [event for event, *_ in events()] == ["key_created", "key_revoked", "export", "closed"]
    assert key not in str(list(AuditEntry.objects.values()))


def test_a_role_in_a_league_is_recorded_for_both(owner: User, rival: User) -> None:
    campaign = league(owner, [owner, rival])
    members_services.give_role(
        campaign_id=campaign.pk, actor_id=owner.pk, user_id=rival.pk, role="co_arbitrator", now=NOON
    )
    entry = AuditEntry.objects.get(event=AuditEvent.ROLE)
    assert (entry.user, entry.actor) == (rival, owner)
    assert entry.detail == {"campaign": campaign.slug, "role": "co_arbitrator"}


def test_a_change_in_the_admin_is_recorded(owner: User) -> None:
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=owner, content_type=kind, object_id=str(owner.pk), object_repr="otto", action_flag=CHANGE
    )
    assert AuditEntry.objects.get().detail == {"object": "otto", "change": "Change"}


def test_staff_read_the_log_and_no_one_changes_it(client: Client, owner: User) -> None:
    AuditEntry.objects.create(event=AuditEvent.SIGNED_IN, user_name="otto", address="203.0.113.7")
    address = "/admin/accounts/auditentry/"
    client.force_login(owner)
    assert client.get(address).status_code == 302
    staff = make_user("staff")
    staff.is_staff = True
    staff.save()
    staff.user_permissions.add(Permission.objects.get(codename="view_auditentry"))
    client.force_login(staff)
    page = client.get(address)
    assert page.status_code == 200
    assert "203.0.113.7" in page.content.decode()
    assert client.get(f"{address}add/").status_code == 403
    entry = AuditEntry.objects.get(user_name="otto", address="203.0.113.7")
    assert client.post(f"{address}{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.post(f"{address}{entry.pk}/change/", {"name": "x"}).status_code == 403


def test_old_entries_are_deleted_and_those_of_a_deleted_account_lose_name_and_address(owner: User) -> None:
    now = timezone.now()
    AuditEntry.objects.create(event=AuditEvent.SIGNED_IN, user=owner, user_name=owner.username, address="203.0.113.7")
    old = AuditEntry.objects.create(event=AuditEvent.SIGNED_IN, user_name="old")
    AuditEntry.objects.filter(pk=old.pk).update(at=now - KEPT - timedelta(days=1))
    assert sweep(now=now) == 1
    deletion_services.close(user_id=owner.pk, now=now)
    deletion_services.finish_due(now=now + timedelta(days=15))
    assert {(name, address) for _, name, address in events()} == {("", "")}
