"""The order of warriors on the roster, used by pages, sheets, cards and files."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal, concerning
from warbands.builder.recruiting import NoSuchWarrior, member_of
from warbands.core.ledger import ActionContext, EntryDetails, LedgerResult, write
from warbands.core.state import SECTIONS, Member, WarbandState, section_number
from warbands.models import EntryKind


class AlreadyThere(Refusal):
    """The warrior is already in that position."""

    code = "stands_there"
    message = _("Nothing was moved: the warrior is already in that position.")
    status = 409


class OtherSection(Refusal):
    """Warriors cannot move between the sections for heroes, henchmen and hired members."""

    code = "other_section"
    message = _("Nothing was moved: heroes, henchmen and hired swords have separate sections.")


def section_of(state: WarbandState, member: Member) -> list[Member]:
    """All members of a member's section, in roster order."""
    return state.active(*SECTIONS[section_number(member)])


def arrange(*, warband_id: int, warrior: str, by: ActionContext, before: str = "") -> LedgerResult:
    """Move a warrior before another of their section, or to its end. One ledger entry, which can be undone. Raises
    NoSuchWarrior, OtherSection, AlreadyThere."""

    def change(state: WarbandState, _facts: Book) -> EntryDetails:
        member = member_of(state, warrior)
        stand = section_of(state, member)
        others = [other.key for other in stand if other is not member]
        if before and before not in others:
            with concerning("before"):
                raise NoSuchWarrior if before not in state.members else OtherSection
        at = others.index(before) if before else len(others)
        wanted = [*others[:at], member.key, *others[at:]]
        if wanted == [member.key for member in stand]:
            raise AlreadyThere
        _renumber(state, {member.key for member in stand}, wanted)
        return EntryDetails(EntryKind.ARRANGED, warrior, {"name": member.name})

    return write(warband_id=warband_id, by=by, change=change)


def _renumber(state: WarbandState, section: set[str], wanted: list[str]) -> None:
    """Put the members of a section in the wanted order and number all members of the roster from one."""
    queue = iter(wanted)
    everybody = sorted(state.members.values(), key=lambda member: (member.position, member.key))
    for number, member in enumerate(everybody, start=1):
        key = next(queue) if member.key in section else member.key
        state.members[key].position = number
