"""What happens to a user's warbands when the account is deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from accounts.models import User
from warbands.models import Audience, Template, Warband

Need = Callable[[int], Iterable[int]]
_needs: list[Need] = []


def register_need(asks: Need) -> None:
    """Register a later app that keeps records about warbands: `asks(owner_id)` returns keys of warbands it needs.
    Registering twice has no effect."""
    if asks not in _needs:
        _needs.append(asks)


def delete_user_data(user: User, now: datetime) -> None:
    """Delete warbands that no record needs, with their ledger and pictures; of the others delete the private notes.
    Delete templates unless they are public. A second run finds nothing to do."""
    Template.objects.filter(owner=user).exclude(audience=Audience.PUBLIC).delete()
    needed = {pk for asks in _needs for pk in asks(user.pk)}
    Warband.objects.filter(owner=user).exclude(pk__in=needed).delete()
    Warband.objects.filter(owner=user).update(notes_private="")
