"""Lines and sections of the dashboard, which lists what a user has to do. Later apps add their lines and sections in
`AppConfig.ready`.

PROVIDERS.add("battles", battles_waiting)
SECTIONS.add("warbands", Section(order=10, url_name="warbands:dashboard_section", link=_("Show your warbands")))
SHOWCASES.add("battles", live_battle_picture)
"""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from mordheim_site.refusals import Sentence
from mordheim_site.registry import Registry


@dataclass(frozen=True, slots=True)
class DashboardLine:
    """One line of the dashboard: since when it has been waiting, a complete sentence, and one button. An invitation
    also has the address to which declining is sent."""

    when: datetime.datetime
    sentence: Sentence
    button: Sentence
    url: str
    decline_url: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Section:
    """A fragment that an app adds to the dashboard, by URL name. Sections with a lower `order` come first. A link with
    the text `link` leads to the section until it is loaded, and where scripts are off."""

    order: int
    url_name: str
    link: Sentence = field(compare=False)

    @property
    def url(self) -> str:
        """Address of the fragment."""
        return reverse(self.url_name)


COUNT_KEPT_S = 15
"""Seconds for which a user's count is cached; every page shows it. `clear_count` invalidates it when something of the
user changes."""
Provider = Callable[[User], Iterable[DashboardLine]]


class Showcase(Protocol):
    """Content for the front page of visitors: a template that gets the content as `battle`."""

    @property
    def template(self) -> str: ...


PROVIDERS: Registry[str, Provider] = Registry("dashboard provider")
SECTIONS: Registry[str, Section] = Registry("dashboard section")
SHOWCASES: Registry[str, Callable[[], Showcase | None]] = Registry("showcase of the front page")


def first_showcase() -> Showcase | None:
    """The first showcase available for a visitor."""
    return next((found for maker in SHOWCASES.values() if (found := maker()) is not None), None)


def dashboard_lines(user: User) -> list[DashboardLine]:
    """Everything that this user has to do, oldest first. The dashboard lists these lines; the header, the page title,
    the badge of the installed app and the mails show their number."""
    lines = [line for provider in PROVIDERS.values() for line in provider(user)]
    return sorted(lines, key=lambda line: line.when)


def lines_of(request: HttpRequest) -> list[DashboardLine]:
    """The dashboard lines of the current user, computed once per request. Empty for a visitor, without loading the
    session."""
    known: list[DashboardLine] | None = getattr(request, "dashboard_lines", None)
    if known is None:
        user = request.user if hasattr(request, "user") and request.session.session_key else None
        known = dashboard_lines(user) if isinstance(user, User) else []
        request.dashboard_lines = known  # type: ignore[attr-defined]
        if isinstance(user, User):
            cache.set(_count_key(user.pk), len(known), COUNT_KEPT_S)
    return known


def count_for(request: HttpRequest) -> int:
    """Number of dashboard lines of the current user; 0 on error pages, whose requests may have no session or user."""
    if not (hasattr(request, "session") and hasattr(request, "user")) or not request.session.session_key:
        return 0
    known: int | None = None
    if getattr(request, "dashboard_lines", None) is None and isinstance(request.user, User):
        known = cache.get(_count_key(request.user.pk))
    return len(lines_of(request)) if known is None else known


def clear_count(user_id: int | None) -> None:
    """Invalidate the cached count of this user."""
    clear_counts([user_id])


def clear_counts(user_ids: Iterable[int | None]) -> None:
    """Invalidate the cached counts of these users."""
    cache.delete_many({_count_key(user_id) for user_id in user_ids if user_id is not None})


def _count_key(user_id: int) -> str:
    return f"dashboard-count:{user_id}"


def sections() -> list[Section]:
    """The section fragments below the list, in order."""
    return sorted(SECTIONS.values())
