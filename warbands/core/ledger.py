"""The only way to change a warband: lock the warband, change plain values, check them, write the changed rows, add a
ledger entry.

A change is a function `(state, book) -> EntryDetails`; any exception rolls everything back. Each `source_key` writes
only once: a repeated request or a job that runs twice gets the first entry.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.core.books import book_of
from warbands.core.state import WarbandState, delta
from warbands.core.state_storage import load_state, store
from warbands.models import EntryKind, LedgerEntry, Warband, WarbandStatus


class StalePage(Refusal):
    """The warband was changed after the page was rendered."""

    code = "stale_page"
    about = ("version",)
    message = _(
        "This roster was changed elsewhere in the meantime, so your change was not made. Check it and try again."
    )
    status = 409


class WarbandArchived(Refusal):
    """An archived warband cannot be changed."""

    code = "archived"
    message = _("This warband is archived. Restore it before you change it.")


class NotEnoughGold(Refusal):
    """The treasury has less gold than the price."""

    code = "not_enough_gold"
    rule_id = "RO-GOLD-01"

    def __init__(self, *, price_gc: int, treasury_gc: int) -> None:
        super().__init__(
            message=_("This costs %(price)s gc and you have %(left)s gc. Sell something first.")
            % {"price": price_gc, "left": treasury_gc}
        )


class NotEnoughShards(Refusal):
    """The warband does not have this many shards."""

    code = "not_enough_shards"
    rule_id = "RO-GOLD-01"

    def __init__(self, *, asked: int, held: int) -> None:
        super().__init__(
            message=_("This costs %(asked)s wyrdstone and you have %(held)s.") % {"asked": asked, "held": held}
        )


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """Description of a change for the ledger: the kind of entry, its subject (a member's key), and the values for its
    sentence."""

    kind: EntryKind
    subject: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    is_reversible: bool = True


@dataclass(frozen=True, slots=True)
class LedgerResult:
    """The result of a write. `was_there` is true if the same source had already written this entry."""

    entry: str
    kind: str
    subject: str
    arguments: Mapping[str, Any]
    gold_delta_gc: int
    version: int
    was_there: bool


Change = Callable[[WarbandState, Book], EntryDetails]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionContext:
    """Who requests the change, when, and from which page.

    `version` is the version of the warband that the page showed; None disables the check. By default, changes by the
    same user since then are allowed; with `is_exact`, no change is. `source_key`: see the module. `reason` is an
    arbitrator's reason.
    """

    actor_id: int | None
    at: datetime.datetime
    source_key: str = ""
    version: int | None = None
    is_exact: bool = False
    reason: str = ""


@transaction.atomic
def write(*, warband_id: int, by: ActionContext, change: Change, is_allowed_archived: bool = False) -> LedgerResult:
    """Make one change to one warband and add it to the ledger. Raises the exceptions of `change`, NotEnoughGold or
    NotEnoughShards when a total would become negative, StalePage when there was a write since `by.version`,
    WarbandArchived. Rule: RO-LEDGER-01"""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    if by.source_key:
        earlier = LedgerEntry.objects.filter(warband=warband, source_key=by.source_key).first()
        if earlier is not None:
            return _written(earlier, warband.version, was_there=True)
    if warband.status == WarbandStatus.ARCHIVED and not is_allowed_archived:
        raise WarbandArchived
    if by.version is not None and by.version != warband.version:
        others = LedgerEntry.objects.filter(warband=warband, number__gt=by.version).exclude(actor_id=by.actor_id)
        if by.version > warband.version:
            message = _("This roster has not reached the version that you sent. Read it again, and send its `version`.")
            raise StalePage(message=message)
        if by.is_exact or others.exists():
            raise StalePage
    before = load_state(warband)
    after = before.copy()
    note = change(after, book_of(warband))
    return record(warband=warband, before=before, after=after, note=note, by=by)


def record(
    *,
    warband: Warband,
    before: WarbandState,
    after: WarbandState,
    note: EntryDetails,
    by: ActionContext,
    reverts: LedgerEntry | None = None,
) -> LedgerResult:
    """Write the difference between two states of a locked warband as rows, with a ledger entry."""
    if after.treasury_gc < 0:
        raise NotEnoughGold(price_gc=before.treasury_gc - after.treasury_gc, treasury_gc=before.treasury_gc)
    if after.shards < 0:
        raise NotEnoughShards(asked=before.shards - after.shards, held=before.shards)
    moved = delta(before, after)
    store(warband, before, after)
    warband.version += 1
    warband.name, warband.treasury_gc, warband.shards = after.name, after.treasury_gc, after.shards
    warband.status, warband.founding_gold_gc, warband.changed_at = after.status, after.founding_gold_gc, by.at
    names = ["version", "name", "treasury_gc", "shards", "status", "founding_gold_gc", "changed_at"]
    if after.warband_type_code != before.warband_type_code:
        warband.warband_type_code = after.warband_type_code
        names.append("warband_type_code")
    if after.status == "founded" and warband.founded_at is None:
        warband.founded_at = by.at
        names.append("founded_at")
    warband.save(update_fields=names)
    entry = LedgerEntry.objects.create(
        warband=warband,
        number=warband.version,
        kind=note.kind,
        actor_id=by.actor_id,
        at=by.at,
        gold_delta_gc=moved.gold_gc,
        shards_delta=moved.shards,
        experience_delta=moved.experience,
        subject=note.subject,
        arguments=dict(note.arguments),
        changes=moved.as_json(),
        is_reversible=note.is_reversible,
        reverts=reverts,
        source_key=by.source_key or None,
        reason=by.reason,
    )
    return _written(entry, warband.version, was_there=False)


def _written(entry: LedgerEntry, version: int, *, was_there: bool) -> LedgerResult:
    return LedgerResult(
        entry=entry.public_id,
        kind=entry.kind,
        subject=entry.subject,
        arguments=entry.arguments,
        gold_delta_gc=entry.gold_delta_gc,
        version=version,
        was_there=was_there,
    )
