"""The rating of a warband, by line of the roster, and its value in gold."""

from __future__ import annotations

from dataclasses import dataclass

from catalogue.packs.book import Book
from warbands.core.state import HIRED, PERSONA, Member, WarbandState
from warbands.rules.member_facts import owned_terms


@dataclass(frozen=True, slots=True)
class RatingLine:
    """The rating of one line of the roster: base points and experience, times the number of models."""

    warrior: str
    name: str
    headcount: int
    base: int
    experience: int

    @property
    def total(self) -> int:
        """The rating points of this line."""
        return self.base + self.experience


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating and its parts. Warriors who miss the next battle count; captured, dead and former members do not."""

    lines: tuple[RatingLine, ...]

    @property
    def total(self) -> int:
        """The total rating."""
        return sum(line.total for line in self.lines)

    @property
    def base(self) -> int:
        """Total of the base points."""
        return sum(line.base for line in self.lines)

    @property
    def experience(self) -> int:
        """Total of the points for experience."""
        return sum(line.experience for line in self.lines)


def rating_line(state: WarbandState, member: Member, book: Book) -> RatingLine:
    """The rating of one member; some hired swords add points for each of their animals. Rule: RO-RATING-01"""
    entry = book.warrior_types[member.warrior_type_code]
    if member.kind in (HIRED, PERSONA) and entry.hire is not None:
        base = entry.hire.rating + owned_terms(state, member, book, "rating")
        earned = 0 if member.kind == PERSONA else member.experience
    else:
        base = book.tables.rating_large if entry.is_large else book.tables.rating_per_warrior
        earned = member.experience
    return RatingLine(member.key, member.name, member.headcount, base * member.headcount, earned * member.headcount)


def rating_of(state: WarbandState, book: Book) -> Rating:
    """The rating with its breakdown. Rule: RO-RATING-01"""
    return Rating(tuple(rating_line(state, member, book) for member in state.active()))


def worth_gc(state: WarbandState) -> int:
    """Gold paid for all members on the roster and for their equipment."""
    active = {member.key for member in state.active()}
    hired = sum(state.members[key].paid_gc for key in active)
    return hired + sum(line.paid_gc for line in state.kit.values() if line.holder in active)
