"""Taking a change back while nothing depends on it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal
from warbands.core.company import Tangled, apply
from warbands.core.ledger import By, Note, Written, record
from warbands.core.loading import company_of
from warbands.models import EntryKind, LedgerEntry, Warband


class CannotUndo(Refusal):
    """The entry is final, already taken back, or something built upon it."""

    code = "cannot_undo"
    message = _("That cannot be taken back: something later depends on it, or it is already taken back.")
    rule_id = "RO-UNDO-01"
    status = 409


class NothingToUndo(Refusal):
    """No entry is left that could be taken back."""

    code = "nothing_to_undo"
    message = _("Nothing is left to take back.")
    rule_id = "RO-UNDO-01"
    status = 409


def last_reversible(warband: Warband) -> LedgerEntry | None:
    """The newest entry that still stands, if it may be taken back; a final one in front of others bars the way."""
    standing = LedgerEntry.objects.filter(warband=warband, reverted_by__isnull=True, reverts__isnull=True)
    newest = standing.order_by("-number").first()
    return newest if newest is not None and newest.is_reversible else None


@transaction.atomic
def undo(*, warband_id: int, by: By, entry: str | None = None) -> Written:
    """Take back one entry (its public id), or the newest that still stands.

    Every field it touched must still be as it left it and both purses must bear it; else CannotUndo and nothing
    changes. The undoing is an entry of its own. Rule: RO-UNDO-01
    """
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    if by.source_key:
        earlier = LedgerEntry.objects.filter(warband=warband, source_key=by.source_key).first()
        if earlier is not None:
            return Written(
                entry=earlier.public_id,
                kind=earlier.kind,
                subject=earlier.subject,
                arguments=earlier.arguments,
                gold_delta_gc=earlier.gold_delta_gc,
                version=warband.version,
                was_there=True,
            )
    if entry is None:
        target = last_reversible(warband)
        if target is None:
            raise NothingToUndo
    else:
        found = LedgerEntry.objects.filter(warband=warband, public_id=entry).first()
        if found is None or not found.is_reversible or hasattr(found, "reverted_by"):
            raise CannotUndo
        target = found
    before = company_of(warband)
    after = before.copy()
    try:
        apply(after, target.changes, gold_gc=target.gold_delta_gc, shards=target.shards_delta, backwards=True)
    except Tangled as tangle:
        raise CannotUndo from tangle
    note = Note(EntryKind.UNDONE, target.subject, {"kind": target.kind, "of": target.arguments}, is_reversible=False)
    return record(warband=warband, before=before, after=after, note=note, by=by, reverts=target)


class Entangled(Refusal):
    """Later changes stand upon what should be taken back."""

    code = "entangled"
    message = _(
        "That cannot be taken back: later changes of the roster stand upon it. Take those back first, "
        "or have the warband restored to an earlier state."
    )
    rule_id = "RO-UNDO-02"
    status = 409


class NoSuchState(Refusal):
    """The ledger holds no such moment."""

    code = "no_such_state"
    message = _("The ledger of this warband holds no such moment.")
    rule_id = "RO-UNDO-03"


@transaction.atomic
def unwind(*, warband_id: int, prefixes: Sequence[str], by: By, after: int = 0) -> int:
    """Take back every standing entry whose source begins with one of `prefixes`, the newest first; gives how many.

    Final entries too: their writer takes them back. `after` leaves entries up to that number alone. Other entries in
    between stay, as long as nothing they touched hangs on what goes; else Entangled and nothing changes. A second call
    finds nothing left. Rule: RO-UNDO-02
    """
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    standing = LedgerEntry.objects.filter(
        warband=warband, number__gt=after, reverted_by__isnull=True, reverts__isnull=True, source_key__isnull=False
    ).order_by("-number")
    ours = [entry for entry in standing if str(entry.source_key).startswith(tuple(prefixes))]
    for entry in ours:
        before = company_of(warband)
        then = before.copy()
        try:
            apply(then, entry.changes, gold_gc=entry.gold_delta_gc, shards=entry.shards_delta, backwards=True)
        except Tangled as tangle:
            raise Entangled from tangle
        words = {"kind": entry.kind, "of": entry.arguments}
        note = Note(EntryKind.UNDONE, entry.subject, words, is_reversible=False)
        record(warband=warband, before=before, after=then, note=note, by=by, reverts=entry)
    return len(ours)


@transaction.atomic
def restore_to(*, warband_id: int, number: int, by: By) -> Written:
    """Bring the whole roster back to what it was after ledger entry `number`, as one entry of its own.

    Every later entry is unfolded, so that this never tangles; nothing of the history is lost, and restoring a later
    moment again is possible. Raises NoSuchState for a number that is no founded moment. Rule: RO-UNDO-03
    """
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    entries = list(LedgerEntry.objects.filter(warband=warband, number__gt=number).order_by("-number"))
    target = LedgerEntry.objects.filter(warband=warband, number=number).first()
    before = company_of(warband)
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
        note=Note(EntryKind.CORRECTED, "", words, is_reversible=False),
        by=by,
    )
