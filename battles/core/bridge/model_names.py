"""Unique names of a warband's models on the board.

A group without a name of its own has the plural of its warrior type on the roster ("Novices", "Novices 2"); its models
get the singular and a number that is unique on the side ("Novice 1" to "Novice 7"). A name that a player gave is not
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from catalogue.packs.book import Book
from warbands.core.state import GROUP, Member
from warbands.rules import member_facts


def names_of(members: Iterable[Member], book: Book) -> dict[str, list[str]]:
    """A name for each model of each member, by member key. All names are different. Raises KeyError for unknown warrior
    types."""
    everybody = list(members)
    bases = {member.key: base_of(member, book) for member in everybody}
    alone = {
        base
        for base in bases.values()
        if sum(member.headcount for member in everybody if bases[member.key] == base) == 1
    }
    taken = {bases[member.key] for member in everybody if bases[member.key] in alone}
    numbers: dict[str, Iterator[int]] = {}
    found: dict[str, list[str]] = {}
    for member in everybody:
        base = bases[member.key]
        if base in alone:
            found[member.key] = [base]
            continue
        numbering = numbers.setdefault(base, count(1))
        found[member.key] = []
        for _model in range(member.headcount):
            name = next(name for number in numbering if (name := f"{base} {number}") not in taken)
            taken.add(name)
            found[member.key].append(name)
    return found


def base_of(member: Member, book: Book) -> str:
    """The name without a number: the singular of the warrior type for a group that is named by its plural."""
    entry = member_facts.entry_of(member, book)
    plain, _space, number = member.name.rpartition(" ")
    given = plain if plain == entry.plural and number.isdigit() else member.name
    return entry.name if member.kind == GROUP and given == entry.plural else member.name
