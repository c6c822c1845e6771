"""The limit on bot turns that guests set off: a bot's turn costs a worker more than the command before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from accounts import limits
from accounts.models import User
from battles.models import Battle

WHAT = "guest_bot_turns"


@contextmanager
def bot_turns_of_guests(request: HttpRequest, user: User | None, battle: Battle) -> Iterator[None]:
    """Carry out a command of a battle; when a guest gave it and a bot acts next, it counts for the guest's address.

    Raises TooMany before anything is done once the limit of the address is reached.
    """
    if user is None or not user.is_guest or not any(side.bot for side in battle.sides.all()):
        yield
        return
    limits.refuse_spent_guest(request, WHAT, user)
    yield
    fresh = Battle.objects.only("awaiting").get(pk=battle.pk)
    if any(side.bot and side.letter in fresh.awaiting for side in battle.sides.all()):
        limits.count_as_guest(request, WHAT)
