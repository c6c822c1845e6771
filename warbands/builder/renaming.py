"""Other names for warriors and for the warband."""

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
    """Every name is what it was."""

    code = "nothing_renamed"
    message = _("Nothing was saved: every name is the one it was. Change a name first.")


class NoName(Refusal):
    """A name has at least one letter."""

    code = "no_name"
    message = _("Nothing was renamed: a name has at least one letter.")


def rename(*, warband_id: int, by: ActionContext, name: str, warrior: str = "") -> LedgerResult:
    """Give a warrior (or the warband, without one) another name. Raises NoName."""

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
    """Give several warriors other names at once, as one entry. `names` are by warrior key; names left as they are do
    not count. Raises NoName for an empty one, NoSuchWarrior, NothingRenamed; then nothing has changed."""

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
