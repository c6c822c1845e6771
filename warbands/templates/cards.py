"""Templates as shown on pages: cards in a list, and the lines of one template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Case, Q, QuerySet, When

from catalogue.custom_packs.library import book_with
from warbands.models import Audience, Template

SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class TemplateCard:
    """A template in a list. `type_name` is empty if no pack has its list any more."""

    public_id: str
    name: str
    about: str
    type_code: str
    type_name: str
    owner_name: str
    is_mine: bool
    is_public: bool
    models: int
    cost_gc: int
    uses: int


@dataclass(frozen=True, slots=True)
class PatternLine:
    """One line of a template: name, number, equipment."""

    name: str
    entry: str
    headcount: int
    is_leader: bool
    kit: str
    mutations: str


def templates_open_to(user_id: int | None, query: str = "", warband_type: str = "") -> list[TemplateCard]:
    """The first templates that match, as cards. One query."""
    return [card_of(row, user_id) for row in template_rows(user_id, query, warband_type)[:SHOWN]]


def template_rows(user_id: int | None, query: str = "", warband_type: str = "") -> QuerySet[Template]:
    """The user's templates, then public ones, most used first. Every word of `query` must appear in the name, the
    description or the owner."""
    rows: QuerySet[Template] = Template.objects.select_related("owner").defer("document")
    rows = (
        rows.filter(Q(audience=Audience.PUBLIC) | Q(owner_id=user_id))
        if user_id
        else rows.filter(audience=Audience.PUBLIC)
    )
    if warband_type:
        rows = rows.filter(warband_type_code=warband_type)
    for word in query.split()[:6]:
        listed = Q(name__icontains=word) | Q(about__icontains=word) | Q(owner__display_name__icontains=word)
        rows = rows.filter(listed | Q(warband_type_code__icontains=word.casefold()))
    is_of_others = Case(When(owner_id=user_id or 0, then=0), default=1)
    return rows.order_by(is_of_others, "-uses", "-created_at", "pk")


def card_of(row: Template, user_id: int | None) -> TemplateCard:
    """One template as its card."""
    return TemplateCard(
        public_id=row.public_id,
        name=row.name,
        about=row.about,
        type_code=row.warband_type_code,
        type_name=_type_name(row),
        owner_name=row.owner.shown_name,
        is_mine=row.owner_id == user_id,
        is_public=row.audience == Audience.PUBLIC,
        models=row.models_count,
        cost_gc=row.cost_gc,
        uses=row.uses,
    )


def _type_name(row: Template) -> str:
    try:
        listed = book_with(row.packs).warband_types.get(row.warband_type_code)
    except KeyError:
        return ""
    return listed.name if listed is not None else ""


def lines_of(row: Template) -> list[PatternLine]:
    """The warriors of a template in roster order, with current names from the packs; unknown facts show their code."""
    try:
        facts = book_with(row.packs)
    except KeyError:
        facts = book_with({})

    def named(shelf: Any, code: str) -> str:
        fact = shelf.get(code)
        return str(fact.name) if fact is not None else code

    lines = []
    for warrior in row.document["warriors"]:
        kit = [
            f"{named(facts.items, kit['item'])}"
            + (f" ({named(facts.items, kit['material'])})" if kit["material"] else "")
            + (f" × {kit['count']}" if kit["count"] > 1 else "")
            for kit in warrior["kit"]
        ]
        lines.append(
            PatternLine(
                name=warrior["name"],
                entry=named(facts.warrior_types, warrior["entry"]),
                headcount=warrior["headcount"],
                is_leader=warrior["is_leader"],
                kit=", ".join(kit),
                mutations=", ".join(named(facts.mutations, code) for code in warrior["mutations"]),
            )
        )
    return lines
