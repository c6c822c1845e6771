"""Undo of a change, possible while nothing depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, record
from warbands.core.state import ConflictingChange, apply
from warbands.core.state_storage import load_state
from warbands.models import EntryKind, LedgerEntry, Warband


class CannotUndo(Refusal):
    """The entry is final, already undone, or something depends on it."""

    code = "cannot_undo"
    about = ("entry",)
    message = _("This cannot be undone: something later depends on it, or it was already undone.")
    rule_id = "RO-UNDO-01"
    status = 409


class NoSuchEntry(Refusal):
    """The history of the warband has no entry with this id."""

    code = "no_such_entry_in_history"
    about = ("entry",)
    message = _("The history of this warband has no such entry.")
    rule_id = "RO-UNDO-01"


class NothingToUndo(Refusal):
    """There is no entry to undo."""

    code = "nothing_to_undo"
    message = _("There is nothing left to undo.")
    rule_id = "RO-UNDO-01"
    status = 409


def last_reversible(warband: Warband) -> LedgerEntry | None:
    """The newest entry that was not undone, or None if it cannot be undone: a final entry blocks those before it."""
    standing = LedgerEntry.objects.filter(warband=warband, reverted_by__isnull=True, reverts__isnull=True)
    newest = standing.order_by("-number").first()
    return newest if newest is not None and newest.is_reversible else None


@transaction.atomic
def undo(*, warband_id: int, by: ActionContext, entry: str | None = None) -> LedgerResult:
    """Undo one entry (by its public id), or the newest. Every field that the entry changed must still have the value it
    set, and neither total may become negative; otherwise raises CannotUndo. Raises NoSuchEntry for another id. The
    undo is an entry of its own. Rule: RO-UNDO-01"""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    earlier = _result_of_key(warband, by)
    if earlier is not None:
        return earlier
    if entry is None:
        target = last_reversible(warband)
        if target is None:
            raise NothingToUndo
    else:
        found = LedgerEntry.objects.filter(warband=warband, public_id=entry).first()
        if found is None:
            raise NoSuchEntry
        if not found.is_reversible or hasattr(found, "reverted_by"):
            raise CannotUndo
        target = found
    before = load_state(warband)
    after = before.copy()
    try:
        apply(after, target.changes, gold_gc=target.gold_delta_gc, shards=target.shards_delta, backwards=True)
    except ConflictingChange as tangle:
        raise CannotUndo from tangle
    note = EntryDetails(
        EntryKind.UNDONE, target.subject, {"kind": target.kind, "of": target.arguments}, is_reversible=False
    )
    return record(warband=warband, before=before, after=after, note=note, by=by, reverts=target)


def _result_of_key(warband: Warband, by: ActionContext) -> LedgerResult | None:
    """The result of an earlier request with the same source key, or None."""
    earlier = LedgerEntry.objects.filter(warband=warband, source_key=by.source_key).first() if by.source_key else None
    if earlier is None:
        return None
    return LedgerResult(
        entry=earlier.public_id,
        kind=earlier.kind,
        subject=earlier.subject,
        arguments=earlier.arguments,
        gold_delta_gc=earlier.gold_delta_gc,
        version=warband.version,
        was_there=True,
    )


class LaterChangesDepend(Refusal):
    """Later changes depend on what should be undone."""

    code = "entangled"
    message = _(
        "This cannot be undone: later changes of the roster depend on it. Undo those first, or have the warband "
        "restored to an earlier state."
    )
    rule_id = "RO-UNDO-02"
    status = 409


class NoSuchState(Refusal):
    """The ledger has no such entry."""

    code = "no_such_state"
    about = ("number",)
    message = _("The ledger of this warband has no such entry.")
    rule_id = "RO-UNDO-03"


@transaction.atomic
def unwind(*, warband_id: int, prefixes: Sequence[str], by: ActionContext, after: int = 0) -> int:
    """Undo every entry whose source key begins with one of `prefixes`, newest first, and return how many. Final entries
    are included, because the code that wrote them undoes them. Entries up to number `after` are kept. Raises
    LaterChangesDepend, with nothing changed, if other entries depend on undone ones. A second call finds nothing left.
    Rule: RO-UNDO-02"""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    standing = LedgerEntry.objects.filter(
        warband=warband, number__gt=after, reverted_by__isnull=True, reverts__isnull=True, source_key__isnull=False
    ).order_by("-number")
    ours = [entry for entry in standing if str(entry.source_key).startswith(tuple(prefixes))]
    for entry in ours:
        before = load_state(warband)
        then = before.copy()
        try:
            apply(then, entry.changes, gold_gc=entry.gold_delta_gc, shards=entry.shards_delta, backwards=True)
        except ConflictingChange as tangle:
            raise LaterChangesDepend from tangle
        words = {"kind": entry.kind, "of": entry.arguments}
        note = EntryDetails(EntryKind.UNDONE, entry.subject, words, is_reversible=False)
        record(warband=warband, before=before, after=then, note=note, by=by, reverts=entry)
    return len(ours)


@transaction.atomic
def restore_to(*, warband_id: int, number: int, by: ActionContext) -> LedgerResult:
    """Restore the whole roster to its state after ledger entry `number`, as one new entry. Later entries are reversed
    but not deleted, so this always succeeds, and a later state can be restored afterwards. A second call with the same
    source key changes nothing. Raises NoSuchState for an invalid number. Rule: RO-UNDO-03"""
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    earlier = _result_of_key(warband, by)
    if earlier is not None:
        return earlier
    entries = list(LedgerEntry.objects.filter(warband=warband, number__gt=number).order_by("-number"))
    target = LedgerEntry.objects.filter(warband=warband, number=number).first()
    before = load_state(warband)
    after = before.copy()
    for entry in entries:
        apply(
            after,
            entry.changes,
            gold_gc=entry.gold_delta_gc,
            shards=entry.shards_delta,
            backwards=True,
            checked=False,
        )
    if target is None or not entries or after.is_draft or before.is_draft:
        raise NoSuchState
    after.status = before.status
    words = {"what": "", "number": number}
    return record(
        warband=warband,
        before=before,
        after=after,
        note=EntryDetails(EntryKind.CORRECTED, "", words, is_reversible=False),
        by=by,
    )
