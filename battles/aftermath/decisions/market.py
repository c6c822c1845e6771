"""A player's actions between the sale and the confirmation; the same request twice does one thing.

Rules: AF-VET-01, AF-RARE-01, AF-PERSONA-01
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from battles.aftermath.activities import named_people
from battles.aftermath.activities.searches import STAGE, NothingToSeek
from battles.aftermath.decisions import choices
from battles.aftermath.stages import market
from battles.models import Aftermath, AftermathLine

ACTS = ("veteran", "seek", "persona", "hire")


@transaction.atomic
def act(
    *, aftermath_id: str, actor_id: int | None, what: str, warrior: str, thing: str, now: datetime, key: str = ""
) -> Aftermath:
    """Carry out one of ACTS in an aftermath (by public id): `warrior` is a group or hero, `thing` an item, a
    person or an entry.

    Raises NotYourChoice, Confirmed, AftermathReverted, NothingToSeek and what the action raises.
    """
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    choices.must_own(row, actor_id)
    key = key[:64]
    if key and AftermathLine.objects.filter(aftermath=row, stage=STAGE, data__key=key).exists():
        return row
    if what == "veteran":
        market.hire_veteran(row, group=warrior, now=now, actor_id=actor_id, key=key)
    elif what == "seek":
        market.seek(row, hero=warrior, item=thing, now=now, actor_id=actor_id, key=key)
    elif what == "persona":
        named_people.seek_persona(row, hero=warrior, persona=thing, now=now, actor_id=actor_id, key=key)
    elif what == "hire":
        named_people.hire(row, entry=thing, now=now, actor_id=actor_id, key=key)
    else:
        raise NothingToSeek
    choices.settle_status(row, now)
    return row
