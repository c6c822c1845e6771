"""Account deletion: closed immediately, final after fourteen days, reopened by signing in before that.

The user's row stays, because the history of leagues needs it, under the name "Deleted account". Each app registers what
prevents deletion, what stops immediately, and what is deleted at the end, in `AppConfig.ready`:

APPS.add("campaigns", AppDeletion(wipe, obstacles=leagues_run, at_once=end_league_activities))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.api_keys import services as api_keys_services
from accounts.audit.services import record
from accounts.models import AuditEvent, Theme, User
from accounts.names import LEFT_PREFIX
from mordheim_site.isolation import isolated
from mordheim_site.refusals import Fix, Refusal
from mordheim_site.registry import Registry

WAIT: Final = timedelta(days=14)


class GuestHasNoAccount(Refusal):
    code = "guests_just_leave"
    message = gettext_lazy("Guests have no account to close. Guest data is deleted automatically when it expires.")


class RunsLeagues(Refusal):
    """The user runs leagues that others depend on."""

    code = "runs_leagues"
    message = gettext_lazy(
        "You run leagues. Hand each one to another player or close it, then try again. Nothing was changed."
    )


DeleteUserData = Callable[[User, datetime], None]
Obstacles = Callable[[User], Iterable[Fix]]
EndActivities = Callable[[User], None]


@dataclass(frozen=True, slots=True)
class AppDeletion:
    """What one app does when an account is deleted.

    `wipe` runs in the transaction that makes the deletion final, while the row still has its name; `obstacles` lists
    what has to be handed over first and where; `at_once` stops what must not continue after closing.
    """

    wipe: DeleteUserData
    obstacles: Obstacles | None = None
    at_once: EndActivities | None = None


APPS: Registry[str, AppDeletion] = Registry("app with user data")


def obstacles_of(user: User) -> list[Fix]:
    """What the user has to hand over first, each with its name and the address where that is done."""
    return [fix for app in APPS.values() if app.obstacles for fix in app.obstacles(user)]


@transaction.atomic
def close(*, user_id: int, now: datetime) -> User:
    """Close the account: signed out everywhere, keys revoked. Calling it again changes nothing.

    Raises GuestHasNoAccount, RunsLeagues.
    """
    user = User.objects.select_for_update().get(pk=user_id)
    if user.is_guest:
        raise GuestHasNoAccount
    if user.closed_at is not None:
        return user
    if standing := obstacles_of(user):
        raise RunsLeagues(remedies=standing)
    user.closed_at = user.signed_out_at = now
    user.save(update_fields=["closed_at", "signed_out_at"])
    record(AuditEvent.CLOSED, user=user)
    api_keys_services.revoke_key(user_id=user.pk)
    for app in APPS.values():
        if app.at_once:
            app.at_once(user)
    return user


@transaction.atomic
def reopen(*, user_id: int) -> bool:
    """Reopen a closed account. Returns whether it was closed; a final deletion stays final."""
    return bool(User.objects.filter(pk=user_id, closed_at__isnull=False, left_at__isnull=True).update(closed_at=None))


def on_sign_in(sender: Any, request: HttpRequest | None, user: User, **_more: Any) -> None:
    """Reopen a closed account when its user signs in."""
    if user.closed_at is None or not reopen(user_id=user.pk):
        return
    user.closed_at = None
    if request is not None:
        text = _("Your account is open again. API keys, devices and mail settings were removed; set them up again.")
        messages.success(request, text, fail_silently=True)


def finish_due(*, now: datetime) -> int:
    """Finish every account deletion that is due. Returns how many. If one fails, the others continue."""
    ended = 0
    due = User.objects.filter(closed_at__lte=now - WAIT, left_at__isnull=True).order_by("pk")
    for user_id in list(due.values_list("pk", flat=True)):
        with isolated("accounts.finish_leaving", user_id):
            ended += finish(user_id=user_id, now=now)
    return ended


@transaction.atomic
def finish(*, user_id: int, now: datetime) -> bool:
    """Delete everything of this user that others do not need. Returns False if the deletion is not due, was done
    before, or the user has become the arbitrator of a league meanwhile."""
    user = User.objects.select_for_update().get(pk=user_id)
    if user.left_at is not None or user.closed_at is None or user.closed_at > now - WAIT or obstacles_of(user):
        return False
    for app in APPS.values():
        app.wipe(user, now)
    api_keys_services.revoke_key(user_id=user.pk)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username, user.display_name, user.email = f"{LEFT_PREFIX}{user.public_id}", "", ""
    user.theme, user.timezone, user.last_login = Theme.DEVICE, "UTC", None
    user.board_keys = {}
    user.board_settings = {}
    user.favourite_lists = []
    user.is_active = user.is_staff = user.is_superuser = False
    user.left_at = user.signed_out_at = now
    user.set_unusable_password()
    user.save()
    return True
