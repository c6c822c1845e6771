"""Imports a warband: creates one warband with a single ledger entry that contains everything."""

from __future__ import annotations

import datetime

from django.db import transaction

from catalogue.packs.book import Book
from mordheim_site.public_ids import new_public_id
from warbands.builder.founding import start_draft
from warbands.core.drafts import Started
from warbands.core.ledger import ActionContext, EntryDetails, write
from warbands.core.state import WarbandState
from warbands.exchange.save import Save, state_from_save
from warbands.models import EntryKind


@transaction.atomic
def import_warband(
    *, owner_id: int, save: Save, source: str, at: datetime.datetime, source_key: str = "", is_guest: bool = False
) -> Started:
    """Create a warband from a document: a draft stays a draft, a founded warband is founded with its history.
    Experience, gold and injuries are taken from the file, and the ledger records that. A second call with the same
    `source_key` and owner returns the first warband. Raises NoSuchType, TooManyForGuest. Rule: RO-LEDGER-01"""
    started = start_draft(
        owner_id=owner_id,
        warband_type=save.warband_type,
        at=at,
        name=save.name,
        founding_gold_gc=save.founding_gold_gc,
        source_key=source_key,
        is_guest=is_guest,
        with_leader=False,
    )
    if started.was_there:
        return started

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        read = state_from_save(save, new_public_id, key=state.key, seed=state.seed)
        state.members, state.kit = read.members, read.kit
        state.treasury_gc, state.shards, state.status = read.treasury_gc, read.shards, read.status
        words = {"name": save.name, "source": source, "count": len(save.warriors)}
        return EntryDetails(EntryKind.IMPORTED, "", words, is_reversible=False)

    write(warband_id=started.warband_id, by=ActionContext(actor_id=owner_id, at=at), change=change)
    return started
