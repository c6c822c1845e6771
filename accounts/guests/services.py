"""Guest users: a real user row before sign-up, so that nothing has to be copied later.

A view that stores something calls `current_or_new_guest(request)`. Signing up turns the same row into an account
(`adapter.py`); signing in to another account offers to move the guest data there, with the functions that the later
apps registered.
"""

import datetime
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.db.models import ProtectedError, RestrictedError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.addresses import address_of_request
from accounts.models import User
from accounts.names import GUEST_PREFIX
from mordheim_site.isolation import isolated
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal, Sentence
from mordheim_site.registry import Registry

logger = logging.getLogger(__name__)

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
HAND_OVER_KEY = "guest_to_hand_over"
# A guest session is extended when this much of it has passed.
PROLONG_AFTER = datetime.timedelta(days=1)


class TooManyGuests(Refusal):
    code = "too_many_guests"
    message = _("Too many guests were created from your address. Sign up, or try again in an hour.")
    status = 429


class AccountNeeded(Refusal):
    code = "account_needed"
    message = _("This needs an account. Signing up takes a name and a password, and you keep everything you have here.")
    status = 403


Claim = Callable[[int, int], None]
DescribeData = Callable[[int], Iterable[Sentence]]


@dataclass(frozen=True, slots=True)
class GuestClaim:
    """How one app moves a guest's rows to an account. `move(guest_id, user_id)` runs inside a transaction and can
    safely run twice. `describe(guest_id)` yields texts such as "2 warbands" for the page that offers the move; the page
    offers nothing if there are none."""

    move: Claim
    describe: DescribeData | None = None


CLAIMS: Registry[str, GuestClaim] = Registry("guest claim")


def current_or_new_guest(request: HttpRequest) -> User:
    """The acting user: the signed-in user, the guest of this browser, or a guest created and signed in now.

    Call it only while answering a POST. Raises TooManyGuests.
    """
    user = request.user
    if isinstance(user, User):
        if user.is_guest:
            _prolong(user)
        return user
    if limits.counted(f"new-guests:{address_of_request(request)}", 3600) > settings.GUESTS_PER_HOUR:
        raise TooManyGuests
    guest = create_guest(now=timezone.now())
    login(request, guest, backend=MODEL_BACKEND)
    return guest


def create_guest(*, now: datetime.datetime) -> User:
    """Create a guest that expires GUEST_DAYS after `now`."""
    public_id = new_public_id()
    guest = User(username=f"{GUEST_PREFIX}{public_id}", public_id=public_id, is_guest=True, guest_expires_at=_end(now))
    guest.set_unusable_password()
    guest.save()
    return guest


def describe_data(guest_id: int) -> list[Sentence]:
    """What the apps hold for this guest, as texts."""
    return [text for claim in CLAIMS.values() if claim.describe for text in claim.describe(guest_id)]


@transaction.atomic
def hand_over(*, guest_id: int, user_id: int) -> bool:
    """Move all data of a guest to an account and end the guest. Returns False if the guest does not exist or was ended
    before."""
    guest = User.objects.select_for_update().filter(pk=guest_id, is_guest=True, is_active=True).first()
    if guest is None or guest_id == user_id:
        return False
    for claim in CLAIMS.values():
        claim.move(guest_id, user_id)
    guest.is_active = False
    guest.guest_expires_at = timezone.now()
    guest.save(update_fields=["is_active", "guest_expires_at"])
    return True


def sweep(*, now: datetime.datetime) -> int:
    """Delete expired guests; deactivate those whose data other users still need. Returns the number of both."""
    ended = 0
    for guest in User.objects.filter(is_guest=True, guest_expires_at__lt=now).order_by("pk").iterator():
        with isolated("accounts.sweep_guests", guest.pk):
            ended += _end_seat(guest)
    return ended


def _end_seat(guest: User) -> bool:
    """Delete a guest, or close it if others need its rows. Returns False if it was closed before."""
    try:
        with transaction.atomic():
            guest.delete()
    except (ProtectedError, RestrictedError):
        if not guest.is_active:
            return False
        User.objects.filter(pk=guest.pk).update(is_active=False)
        logger.info("guest closed, rows kept for others", extra={"guest": guest.public_id})
    return True


def _end(now: datetime.datetime) -> datetime.datetime:
    return now + datetime.timedelta(days=settings.GUEST_DAYS)


def _prolong(guest: User) -> None:
    end = _end(timezone.now())
    if guest.guest_expires_at is not None and end - guest.guest_expires_at > PROLONG_AFTER:
        User.objects.filter(pk=guest.pk, is_guest=True).update(guest_expires_at=end)
