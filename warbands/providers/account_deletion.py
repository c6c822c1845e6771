"""What happens to a user's warbands when the account is deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from accounts.models import User
from mordheim_site.registry import Registry
from warbands.models import Audience, Template, Warband

Need = Callable[[int], Iterable[int]]
NEEDS: Registry[str, Need] = Registry("record of warbands")
"""Functions of later apps, by app: each returns the keys of the owner's warbands that must stay because the app's
records need them."""


def delete_user_data(user: User, now: datetime) -> None:
    """Delete the warbands that no record needs, with their ledgers and pictures; of the other warbands, delete the
    private notes. Delete templates unless they are public. A second run finds nothing to do."""
    Template.objects.filter(owner=user).exclude(audience=Audience.PUBLIC).delete()
    needed = {pk for asks in NEEDS.values() for pk in asks(user.pk)}
    Warband.objects.filter(owner=user).exclude(pk__in=needed).delete()
    Warband.objects.filter(owner=user).update(notes_private="")
