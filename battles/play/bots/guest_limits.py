"""Limit of bot turns that guests cause. A bot's turn takes much more of a worker's time than the command before it."""

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
    """Carry out a command within a `with` block. If a guest gave it and a bot has to act afterwards, it counts towards
    the limit of the guest's address. It is counted before the command, so that parallel commands cannot exceed the
    limit, and uncounted if the command is refused or no bot has to act. Raises RateLimitExceeded, before anything is
    done, once the limit is reached."""
    if user is None or not user.is_guest or not any(side.bot for side in battle.sides.all()):
        yield
        return
    limits.count_guest_request(request, WHAT, user)
    bot_acts = False
    try:
        yield
        fresh = Battle.objects.only("awaiting").get(pk=battle.pk)
        bot_acts = any(side.bot and side.letter in fresh.awaiting for side in battle.sides.all())
    finally:
        if not bot_acts:
            limits.uncount_guest_request(request, WHAT, user)
