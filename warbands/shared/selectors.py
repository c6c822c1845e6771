"""Queries of the warbands app that read several rows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.packs.installed import book
from warbands.core.ledger_text import sentence_for
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import MEMBER_FIELDS, empty_state
from warbands.core.undo import last_reversible
from warbands.models import LedgerEntry, Visibility, Warband, WarbandStatus, Warrior, WarriorStatus
from warbands.rules.member_facts import advances_due
from warbands.rules.rating import rating_of


def warbands_of(owner_id: int, *, archived: bool = False) -> QuerySet[Warband]:
    """A user's warbands, last changed first. The opponents of their solo campaigns are left out: bots play them."""
    rows = Warband.objects.filter(owner_id=owner_id).select_related("owner").order_by("-changed_at", "pk")
    rivals = Warband.objects.filter(owner_id=owner_id, entries__campaign__is_solo=True, entries__player__isnull=True)
    rows = rows.exclude(pk__in=rivals.values("pk"))
    return rows.filter(status=WarbandStatus.ARCHIVED) if archived else rows.exclude(status=WarbandStatus.ARCHIVED)


def public_warbands() -> QuerySet[Warband]:
    """Public warbands, last changed first."""
    rows = Warband.objects.filter(visibility=Visibility.PUBLIC).exclude(status=WarbandStatus.DRAFT)
    return rows.select_related("owner").order_by("-changed_at", "pk")


@dataclass(frozen=True, slots=True)
class WarbandCard:
    """A warband in a list."""

    public_id: str
    name: str
    type_code: str
    type_name: str
    owner_name: str
    crest: str
    status: str
    treasury_gc: int
    shards: int
    models: int
    rating: int
    advances_due: int
    changed_at: datetime.datetime
    url: str


def cards(rows: QuerySet[Warband]) -> list[WarbandCard]:
    """Cards with model count and rating; two queries for the whole list."""
    facts = book()
    found = []
    for warband in rows.prefetch_related(Prefetch("warriors", Warrior.objects.order_by("position", "pk"))):
        state = _members_only(warband)
        found.append(
            WarbandCard(
                public_id=warband.public_id,
                name=warband.name,
                type_code=warband.warband_type_code,
                type_name=facts.warband_types[warband.warband_type_code].name,
                owner_name=warband.owner.shown_name,
                crest=warband.emblem,
                status=warband.status,
                treasury_gc=warband.treasury_gc,
                shards=warband.shards,
                models=state.models_count(),
                rating=rating_of(state, facts).total,
                advances_due=sum(advances_due(member, facts) for member in state.active()),
                changed_at=warband.changed_at,
                url=page_url(warband),
            )
        )
    return found


def _members_only(warband: Warband) -> WarbandState:
    state = empty_state(warband)
    for row in warband.warriors.all():
        state.members[row.public_id] = _member(row)
    return state


def _member(row: Warrior) -> Member:
    return Member(key=row.public_id, **{name: getattr(row, name) for name in MEMBER_FIELDS})


def rating_of_warband(warband: Warband) -> int:
    """The rating computed from the current rows; at most two queries."""
    return rating_of(_members_only(warband), book()).total


def page_url(warband: Warband) -> str:
    """The address of the owner's page: the builder for a draft, the roster page otherwise."""
    if warband.is_draft:
        return reverse("warbands:draft", args=[warband.public_id])
    return reverse("warbands:roster", args=[warband.public_id])


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of the ledger as text. `balance_gc` is the treasury after it."""

    entry: str
    number: int
    at: datetime.datetime
    who: str
    sentence: str
    gold_delta_gc: int
    shards_delta: int
    balance_gc: int
    reason: str
    is_taken_back: bool
    may_be_undone: bool


def history(warband: Warband, *, subject: str = "") -> list[HistoryLine]:
    """The ledger as text, newest first, with the treasury after each entry. `subject` limits it to one warrior. One
    query, or two."""
    rows = list(
        LedgerEntry.objects.filter(warband=warband)
        .select_related("actor", "reverted_by")
        .defer("changes", "reverted_by__changes")
        .order_by("number")
    )
    lines, balance = [], 0
    for row in rows:
        balance += row.gold_delta_gc
        taken_back = getattr(row, "reverted_by", None) is not None
        lines.append(
            HistoryLine(
                entry=row.public_id,
                number=row.number,
                at=row.at,
                who=row.actor.shown_name if row.actor is not None else _("The site"),
                sentence=sentence_for(row.kind, row.arguments),
                gold_delta_gc=row.gold_delta_gc,
                shards_delta=row.shards_delta,
                balance_gc=balance,
                reason=row.reason,
                is_taken_back=taken_back,
                may_be_undone=row.is_reversible and not taken_back,
            )
        )
    if not subject:
        return lines[::-1]
    touched = Q(subject=subject) | Q(changes__members__has_key=subject)
    wanted = set(LedgerEntry.objects.filter(touched, warband=warband).values_list("number", flat=True))
    return [line for line in reversed(lines) if line.number in wanted]


@dataclass(frozen=True, slots=True)
class Undoable:
    """The ledger entry that the undo bar offers to undo."""

    entry: str
    sentence: str


def undoable(warband: Warband) -> Undoable | None:
    """The newest entry that was not undone, or None if it cannot be undone."""
    entry = last_reversible(warband)
    return Undoable(entry.public_id, sentence_for(entry.kind, entry.arguments)) if entry is not None else None


def advances_waiting(owner_id: int) -> list[tuple[Warband, list[tuple[str, int]]]]:
    """(warband, [(warrior, advances due)]) of a user. One query, because every page counts them."""
    facts = book()
    rows = Warrior.objects.filter(
        warband__owner_id=owner_id, warband__status=WarbandStatus.FOUNDED, status=WarriorStatus.ACTIVE
    )
    found: dict[int, tuple[Warband, list[tuple[str, int]]]] = {}
    for row in rows.select_related("warband").order_by("-warband__changed_at", "warband_id", "position", "pk"):
        due = advances_due(_member(row), facts)
        if due:
            found.setdefault(row.warband_id, (row.warband, []))[1].append((row.name, due))
    return list(found.values())


def advance_sentence(warband: Warband, due: list[tuple[str, int]]) -> str:
    """ "The Broken Lanterns: Otto and 2 others have an advance to take." """
    total = sum(count for _name, count in due)
    names = ", ".join(name for name, _count in due[:3])
    return ngettext(
        "%(band)s: %(names)s has an advance to take.", "%(band)s: %(n)d advances to take (%(names)s).", total
    ) % {
        "band": warband.name,
        "names": names,
        "n": total,
    }


def warbands_named(public_ids: Iterable[str]) -> dict[str, Warband]:
    """Warbands with their owners, by public id."""
    return Warband.objects.select_related("owner").in_bulk(list(public_ids), field_name="public_id")


def ledger_entry(warband: Warband, number: int) -> LedgerEntry | None:
    """An entry of a warband's ledger by its number, or None."""
    return LedgerEntry.objects.filter(warband=warband, number=number).first()
