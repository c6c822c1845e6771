"""The desk: what waits for a signed-in person. Rooms to the right register what they know.

@desk.register
def battles_waiting(user: User) -> Iterable[Waiting]: ...

desk.register_section(order=10, url_name="warbands:desk_section")
"""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from mordheim_site.refusals import Sentence


@dataclass(frozen=True, slots=True)
class Waiting:
    """One line of the desk: since when it waits, a whole sentence, and one button."""

    when: datetime.datetime
    sentence: Sentence
    button: Sentence
    url: str


@dataclass(frozen=True, slots=True, order=True)
class Section:
    """A fragment that the desk asks a room for, by URL name; lower `order` stands higher."""

    order: int
    url_name: str


Provider = Callable[[User], Iterable[Waiting]]
_providers: list[Provider] = []
_sections: list[Section] = []


def register(provider: Provider) -> Provider:
    """Add a provider once; usable as a decorator."""
    if provider not in _providers:
        _providers.append(provider)
    return provider


def register_section(*, order: int, url_name: str) -> None:
    """Add a fragment once."""
    section = Section(order=order, url_name=url_name)
    if section not in _sections:
        _sections.append(section)


def waiting_for(user: User) -> list[Waiting]:
    """Everything that waits for this person, oldest first."""
    lines = [line for provider in _providers for line in provider(user)]
    return sorted(lines, key=lambda line: line.when)


def lines_of(request: HttpRequest) -> list[Waiting]:
    """The desk of whoever asks, made once for a request; empty for a visitor, whose session is not even read."""
    known: list[Waiting] | None = getattr(request, "desk_lines", None)
    if known is None:
        user = request.user if hasattr(request, "user") and request.session.session_key else None
        known = waiting_for(user) if isinstance(user, User) else []
        request.desk_lines = known  # type: ignore[attr-defined]
    return known


def count_for(request: HttpRequest) -> int:
    """How many lines wait; 0 while a request has no session (an error page)."""
    return len(lines_of(request)) if hasattr(request, "session") else 0


def section_urls() -> list[str]:
    """Addresses of the fragments below the list, in order."""
    return [reverse(section.url_name) for section in sorted(_sections)]
