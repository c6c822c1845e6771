"""Rate limits per user and per address: settings.LIMITS, counted in the cache.

A view that creates something first calls `count_request(request, "battles", actor)`. A window begins with its first
request and lasts for the window's length; with Redis all processes count together, without Redis each process counts
separately.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.addresses import address_of_request as address_of
from accounts.models import User
from accounts.rate_headers import RateLimit, note
from mordheim_site.refusals import Refusal, Sentence

__all__ = [
    "RateLimitExceeded",
    "address_of",
    "counted",
    "uncount_guest_request",
    "reserved",
    "count_request",
    "count_guest_request",
]

# Members of a club share one address, so it may do this many times as much as one person.
ADDRESS_SHARE: Final = 8

SENTENCES: dict[str, Sentence] = {
    "battles": _("You have started too many battles in a short time."),
    "guest_battles": _("Guests at your internet address have started too many battles in a short time."),
    "guest_bot_turns": _("The bot has played too many turns for guests at your internet address."),
    "warbands": _("You have created too many warbands in a short time."),
    "commands": _("Too many commands in a short time."),
    "pictures": _("You have uploaded too many pictures in a short time."),
    "messages": _("You have sent too many messages in a short time."),
    "computations": _("You have requested too many calculations in a short time."),
    "odds": _("Calculating odds for your internet address took too much work in a short time."),
    "previews": _("You have requested too many previews in a short time."),
    "packs": _("You have created or released too many packs in a short time."),
    "checks": _("You have checked too many packs in a short time."),
}


SIGN_UP: Final = ((_("Sign up"), "/accounts/signup/"),)


class RateLimitExceeded(Refusal):
    """The limit of a window is reached; the request was not carried out."""

    code = "too_many"
    status = 429

    def __init__(self, what: str, seconds: int, remedies: Sequence[tuple[Sentence, str]] = ()) -> None:
        if seconds < 120:
            wait = ngettext("Try again in %(n)d second.", "Try again in %(n)d seconds.", seconds) % {"n": seconds}
        else:
            minutes = -(-seconds // 60)
            wait = ngettext("Try again in %(n)d minute.", "Try again in %(n)d minutes.", minutes) % {"n": minutes}
        why = SENTENCES[what]
        message = _("%(why)s Nothing was changed. %(wait)s") % {"why": why, "wait": wait}
        super().__init__(message=message, remedies=remedies)
        self.retry_after = seconds


def count_request(request: HttpRequest, what: str, actor: User | None = None, *, units: int = 1) -> None:
    """Count one request of `actor` (the signed-in user by default) and of the address. Raises RateLimitExceeded.

    `what` is a key of settings.LIMITS, whose values are (requests, seconds). An expensive request counts as `units`.
    """
    allowed, seconds = settings.LIMITS[what]
    person = actor if actor is not None else request.user
    if isinstance(person, User):
        used = counted(f"limit:{what}:person:{person.pk}", seconds, units)
        note(request, RateLimit(allowed, allowed - used, seconds))
        if used > allowed:
            raise RateLimitExceeded(what, seconds)
    if counted(f"limit:{what}:address:{address_of(request)}", seconds, units) > allowed * ADDRESS_SHARE:
        raise RateLimitExceeded(what, seconds)


@dataclass(slots=True)
class Reservation:
    """Units of an address's limit, taken before the work began. Units beyond `used` are returned."""

    units: int
    used: int = 0


@contextmanager
def reserved(request: HttpRequest, what: str, units: int) -> Iterator[Reservation]:
    """Take units of a limit of settings.ADDRESS_LIMITS before the work, so that simultaneous requests cannot exceed it.
    Set `used` of the reservation to the number that the work took. Raises RateLimitExceeded when fewer are left.
    """
    allowed, seconds = settings.ADDRESS_LIMITS[what]
    key = f"limit:{what}:address:{address_of(request)}"
    reservation = Reservation(units)
    try:
        if counted(key, seconds, units) > allowed:
            raise RateLimitExceeded(what, seconds)
        yield reservation
    finally:
        # Nothing is refunded after the window has ended.
        with suppress(ValueError):
            cache.decr(key, max(0, units - reservation.used))


def count_guest_request(request: HttpRequest, what: str, user: User) -> None:
    """Count towards a limit that all guests at one address share; users with an account are not counted.

    Raises RateLimitExceeded, which offers to sign up.
    """
    if not user.is_guest:
        return
    allowed, seconds = settings.GUEST_LIMITS[what]
    if counted(_of_guests(request, what), seconds) > allowed:
        uncount_guest_request(request, what, user)
        raise RateLimitExceeded(what, seconds, remedies=SIGN_UP)


def uncount_guest_request(request: HttpRequest, what: str, user: User) -> None:
    """Undo `count_guest_request` after a request without effect. Does nothing when the window has ended."""
    if user.is_guest:
        with suppress(ValueError):
            cache.decr(_of_guests(request, what))


def _of_guests(request: HttpRequest, what: str) -> str:
    return f"limit:{what}:guests:{address_of(request)}"


View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def limited(what: str) -> Callable[[View], View]:
    """Decorator of a view: each request counts towards this limit and is refused with 429 when the limit is reached."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            count_request(request, what)
            return view(request, *args, **kwargs)

        return cast(View, counted_view)

    return decorate


def counted(key: str, seconds: int, units: int = 1) -> int:
    """How often this key was counted in the window of this many seconds, including these `units`."""
    cache.add(key, 0, timeout=seconds)
    try:
        return int(cache.incr(key, units))
    except ValueError:
        # The window ended between the two calls.
        cache.set(key, units, timeout=seconds)
        return units
