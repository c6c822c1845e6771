"""Cards of the warriors in a tracked battle: profile, armour save, equipment, skills, spells, injuries and rules as on
their roster, with explanations of these terms.

Rule: AF-TRACK-01
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from battles.tabletop.models import Track
from battles.tabletop.tracker import services
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from warbands.core.books import book_of
from warbands.core.permissions import may_read
from warbands.models import Warband
from warbands.roster.terms import Term, terms_of
from warbands.rules.member_facts import ABBREVIATIONS
from warbands.shared.sheet import Named, RosterWarrior, roster_of


class SpellLine(NamedTuple):
    """A spell, its difficulty as text, and as a number: None if it needs no roll, or is unknown."""

    spell: Named
    text: str
    needs: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One roster line at the table. `rows` has the form of the statline partial; `warrior` is None where the reader may
    not see the roster."""

    id: str
    name: str
    rows: list[dict[str, Any]]
    save: str
    warrior: RosterWarrior | None
    spells: list[SpellLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCards:
    """The cards of one side, in the order of its roster."""

    letter: str
    name: str
    cards: list[Card]


def card_id(side: str, key: str) -> str:
    """The HTML id of the card of a roster line."""
    return f"card-{side}-{key}"


def closed_sides(track: Track, user: User) -> dict[str, str]:
    """The sides whose roster this user may not view, with the name and list of the warband."""
    types = book().warband_types
    return {
        letter: f"{track.setup['sides'][letter]['name']} ({types[row.warband_type_code].name})"
        for letter, row in services.warbands_of(track).items()
        if not may_read(user, row)
    }


def cards_of(track: Track, user: User | None) -> tuple[list[SideCards], list[Term]]:
    """The cards of every side, and explanations of the terms on them. Players see every card in full, other users only
    cards of warbands that they may read. The number of queries depends only on the number of warbands."""
    is_player = services.may_track(track, user.pk if user is not None else None)
    sides, terms = [], {}
    for letter, warband in services.warbands_of(track).items():
        fielded: dict[str, dict[str, Any]] = {}
        for piece in track.setup["sides"][letter]["pieces"]:
            fielded.setdefault(piece["key"], piece)
        if is_player or may_read(user or AnonymousUser(), warband):
            cards, found = _open_cards(letter, warband, fielded)
            terms.update({term.id: term for term in found})
        else:
            cards = [_closed_card(letter, key, piece) for key, piece in fielded.items()]
        sides.append(SideCards(letter=letter, name=track.setup["sides"][letter]["name"], cards=cards))
    return sides, list(terms.values())


def _open_cards(letter: str, warband: Warband, fielded: Mapping[str, Any]) -> tuple[list[Card], list[Term]]:
    roster, facts = roster_of(warband), book_of(warband)
    cards = [
        Card(
            id=card_id(letter, warrior.key),
            name=warrior.name,
            rows=[{"name": "", "values": [asdict(cell) for cell in warrior.stats]}],
            save=warrior.save,
            warrior=warrior,
            spells=[_spell_line(spell, facts) for spell in warrior.spells],
        )
        for key in fielded
        if (warrior := roster.warrior(key)) is not None
    ]
    shown = [card.warrior for card in cards if card.warrior is not None]
    used = {
        term
        for warrior in shown
        for term in (
            *(line.term for line in warrior.kit),
            *(fact.term for fact in (*warrior.skills, *warrior.spells, *warrior.mutations)),
            *(fact.term for fact in (*warrior.injuries, *warrior.rules)),
        )
    }
    return cards, [term for term in terms_of(roster) if term.id in used]


def _closed_card(letter: str, key: str, piece: Mapping[str, Any]) -> Card:
    """A card with only what was recorded when the battle began. For older battles, this does not include the
    profile."""
    cells = [
        {"short": short, "value": str(value)}
        for short, value in zip(ABBREVIATIONS.values(), piece.get("line", []), strict=False)
    ]
    return Card(
        id=card_id(letter, key),
        name=piece["name"],
        rows=[{"name": "", "values": cells}] if cells else [],
        save=piece.get("save", ""),
        warrior=None,
        spells=[],
    )


def _spell_line(spell: Named, facts: Book) -> SpellLine:
    known = facts.spells.get(spell.code)
    if known is None:
        return SpellLine(spell, "", None)
    if known.difficulty is None:
        return SpellLine(spell, _("cast automatically"), None)
    return SpellLine(spell, _("difficulty %(n)d") % {"n": known.difficulty}, known.difficulty)
