"""Actions of a player between the sale and the confirmation. A repeated request acts only once. Rules: AF-VET-01,
AF-RARE-01, AF-PERSONA-01"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from battles.aftermath.activities import named_people
from battles.aftermath.activities.searches import STAGE
from battles.aftermath.decisions import choices
from battles.aftermath.stages import market
from battles.models import Aftermath, AftermathLine


@dataclass(frozen=True, slots=True)
class MarketRequest:
    """A player's request in an aftermath (by public id). A request with a `key` that was used before does nothing."""

    aftermath_id: str
    actor_id: int | None
    now: datetime
    key: str = ""


def hire_veteran(request: MarketRequest, *, group: str) -> Aftermath:
    """Add a veteran to a henchman group. Raises the errors of `market.hire_veteran` and `_act`."""
    return _act(
        request,
        lambda row, key: market.hire_veteran(row, group=group, now=request.now, actor_id=request.actor_id, key=key),
    )


def search_item(request: MarketRequest, *, hero: str, item: str) -> Aftermath:
    """Send a hero to find a rare item. Raises the errors of `market.seek` and `_act`."""
    return _act(
        request,
        lambda row, key: market.seek(row, hero=hero, item=item, now=request.now, actor_id=request.actor_id, key=key),
    )


def search_person(request: MarketRequest, *, hero: str, persona: str) -> Aftermath:
    """Send a hero to find one of the dramatis personae. Raises the errors of `seek_persona` and `_act`."""
    return _act(
        request,
        lambda row, key: named_people.seek_persona(
            row, hero=hero, persona=persona, now=request.now, actor_id=request.actor_id, key=key
        ),
    )


def hire_sword(request: MarketRequest, *, entry: str) -> Aftermath:
    """Hire a hired sword. Raises the errors of `named_people.hire` and `_act`."""
    return _act(
        request,
        lambda row, key: named_people.hire(row, entry=entry, now=request.now, actor_id=request.actor_id, key=key),
    )


@transaction.atomic
def _act(request: MarketRequest, change: Callable[[Aftermath, str], object]) -> Aftermath:
    """Carry out a change in the player's aftermath, once per request key. Raises NotYourChoice, Confirmed,
    AftermathReverted."""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=request.aftermath_id))
    choices.must_own(row, request.actor_id)
    key = request.key[:64]
    if key and AftermathLine.objects.filter(aftermath=row, stage=STAGE, data__key=key).exists():
        return row
    change(row, key)
    choices.settle_status(row, request.now)
    return row
