"""The order in which warriors stand on the roster: what pages, sheets, cards and files follow."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from catalogue.packs.book import Book
from mordheim_site.refusals import Refusal
from warbands.builder.recruiting import NoSuchWarrior, member_of
from warbands.core.company import SECTIONS, Company, Member, section_number
from warbands.core.ledger import By, Note, Written, write
from warbands.models import EntryKind


class StandsThere(Refusal):
    """The warrior stands there already."""

    code = "stands_there"
    message = _("Nothing was moved: that is where the warrior stands.")
    status = 409


class OtherSection(Refusal):
    """Heroes stand with heroes, henchmen with henchmen, hirelings with hirelings."""

    code = "other_section"
    message = _("Nothing was moved: heroes stand with heroes, henchmen with henchmen, hirelings with hirelings.")


def section_of(company: Company, member: Member) -> list[Member]:
    """Everybody who stands with a member, himself too, in roster order."""
    return company.active(*SECTIONS[section_number(member)])


def arrange(*, warband_id: int, warrior: str, by: By, before: str = "") -> Written:
    """Put a warrior before another of his section, or behind all of it. One entry, which can be taken back.

    Raises NoSuchWarrior, OtherSection, StandsThere.
    """

    def change(company: Company, _facts: Book) -> Note:
        member = member_of(company, warrior)
        stand = section_of(company, member)
        others = [one.key for one in stand if one is not member]
        if before and before not in others:
            raise NoSuchWarrior if before not in company.members else OtherSection
        at = others.index(before) if before else len(others)
        wanted = [*others[:at], member.key, *others[at:]]
        if wanted == [one.key for one in stand]:
            raise StandsThere
        _renumber(company, {one.key for one in stand}, wanted)
        return Note(EntryKind.ARRANGED, warrior, {"name": member.name})

    return write(warband_id=warband_id, by=by, change=change)


def _renumber(company: Company, section: set[str], wanted: list[str]) -> None:
    """Fill the places of a section in the wanted order; everybody is numbered from one, in steps of one."""
    queue = iter(wanted)
    everybody = sorted(company.members.values(), key=lambda one: (one.position, one.key))
    for number, one in enumerate(everybody, start=1):
        key = next(queue) if one.key in section else one.key
        company.members[key].position = number
