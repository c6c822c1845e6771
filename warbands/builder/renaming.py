"""Renaming warriors and the warband."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import NoSuchWarrior
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import WarbandState
from warbands.models import EntryKind


class NothingRenamed(Refusal):
    """No name was changed."""

    code = "nothing_renamed"
    message = _("Nothing was saved, because no name was changed. Change a name first.")


class NoName(Refusal):
    """A name must have at least one letter."""

    code = "no_name"
    message = _("Nothing was renamed: a name must have at least one letter.")


def rename(*, warband_id: int, by: ActionContext, name: str, warrior: str = "") -> LedgerResult:
    """Rename a warrior, or the warband if none is given. Raises NoName."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        new = name.strip()[:80]
        if not new:
            raise NoName
        if not warrior:
            old, state.name = state.name, new
            return EntryDetails(EntryKind.RENAMED, "", {"old": old, "name": new})
        member = state.members.get(warrior)
        if member is None:
            raise NoSuchWarrior
        old, member.name = member.name, new
        return EntryDetails(EntryKind.RENAMED, warrior, {"old": old, "name": new})

    return write(warband_id=warband_id, by=by, change=change)


def rename_all(*, warband_id: int, by: ActionContext, names: Mapping[str, str]) -> LedgerResult:
    """Rename several warriors at once, as one ledger entry. `names` maps warrior keys to names; unchanged names are
    ignored. Raises NoName for an empty name, NoSuchWarrior, NothingRenamed; then no name is changed."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        renamed = []
        for key, name in names.items():
            member, new = state.members.get(key), name.strip()[:80]
            if member is None:
                raise NoSuchWarrior
            if not new:
                raise NoName
            if new != member.name:
                renamed.append({"old": member.name, "name": new})
                member.name = new
        if not renamed:
            raise NothingRenamed
        return EntryDetails(EntryKind.RENAMED, "", {**renamed[0], "more": renamed[1:]})

    return write(warband_id=warband_id, by=by, change=change)
