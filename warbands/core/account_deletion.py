"""What becomes of the warbands of somebody who leaves for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from accounts.models import User
from warbands.models import Audience, Template, Warband

Need = Callable[[int], Iterable[int]]
_needs: list[Need] = []


def register_need(asks: Need) -> None:
    """Add once what a room to the right keeps records about: `asks(owner_id)` gives keys of warbands."""
    if asks not in _needs:
        _needs.append(asks)


def wipe(user: User, now: datetime) -> None:
    """Warbands that nobody else's record is about go, with their ledger and pictures; of the others the private notes.
    Templates go unless everybody has them. A second run finds nothing to do."""
    Template.objects.filter(owner=user).exclude(audience=Audience.PUBLIC).delete()
    needed = {pk for asks in _needs for pk in asks(user.pk)}
    Warband.objects.filter(owner=user).exclude(pk__in=needed).delete()
    Warband.objects.filter(owner=user).update(notes_private="")
