"""The account of an aftermath as plain values: what the page draws, side by side, choices first. Reads only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from battles.aftermath_words import STAGES, details_of, option_words, purpose_of, sentence_of
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from battles.services.finish import KIND
from catalogue.book import Book, book
from jobs.models import Job
from jobs.selectors import job_of
from warbands.models import LedgerEntry
from warbands.words import sentence_for


@dataclass(frozen=True, slots=True)
class DiceRow:
    """One roll as the dice row partial draws it."""

    purpose: str
    dice: list[dict[str, int]]
    result: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of an open line."""

    key: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the account."""

    id: str
    sentence: str
    rolls: list[DiceRow]
    details: list[str]
    choices: list[Choice] = field(default_factory=list)
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One stage with its lines."""

    code: str
    title: str
    entries: list[Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideAccount:
    """One warband's aftermath. `waiting` are its open lines, `changes` what the roster was changed by."""

    public_id: str
    name: str
    warband_url: str
    status: str
    is_mine: bool
    is_running: bool
    won: bool
    sections: list[Section]
    waiting: list[Entry]
    changes: list[str]
    gold_gc: int
    rating_before: int
    rating_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage:
    """The whole page."""

    battle: Battle
    sides: list[SideAccount]
    is_running: bool
    progress: Job | None
    league_url: str

    @property
    def waiting(self) -> int:
        """How many choices wait for the reader."""
        return sum(len(side.waiting) for side in self.sides if side.is_mine)


def account_of(battle: Battle, user: User | None) -> AccountPage:
    """The page for one reader, his own sides first. Six queries and one a side."""
    rows = (
        Aftermath.objects.filter(side__battle=battle)
        .select_related("side", "warband")
        .prefetch_related(Prefetch("lines", AftermathLine.objects.order_by("number")))
        .order_by("side__letter")
    )
    facts = book()
    sides = [_side(row, user, facts) for row in rows]
    sides.sort(key=lambda side: not side.is_mine)
    is_running = any(side.is_running for side in sides) or (bool(sides) and battle.aftermath_done_at is None)
    return AccountPage(
        battle=battle,
        sides=sides,
        is_running=is_running,
        progress=job_of(kind=KIND, key=str(battle.pk)) if is_running else None,
        league_url=_league_url(battle),
    )


def _league_url(battle: Battle) -> str:
    if battle.match_id is None or battle.match is None:
        return ""
    return reverse("campaigns:standings", args=[battle.match.campaign.slug])


def _side(row: Aftermath, user: User | None, facts: Book) -> SideAccount:
    is_mine = user is not None and user.pk in (row.warband.owner_id, row.side.player_id)
    entries = [(line, _entry(line, facts, is_mine)) for line in row.lines.all()]
    sections = [
        Section(code, str(title), [entry for line, entry in entries if line.stage == code])
        for code, title in STAGES.items()
    ]
    ledger = LedgerEntry.objects.filter(
        warband_id=row.warband_id, source_key__startswith=f"aftermath:{row.public_id}:"
    ).order_by("number")
    changes = list(ledger)
    return SideAccount(
        public_id=row.public_id,
        name=row.side.name,
        warband_url=reverse("warbands:roster", args=[row.warband.public_id]) if is_mine else "",
        status=str(AftermathStatus(row.status).label),
        is_mine=is_mine,
        is_running=row.status == AftermathStatus.RUNNING,
        won=bool(row.facts.get("won")),
        sections=[section for section in sections if section.entries],
        waiting=[entry for line, entry in entries if line.is_open],
        changes=[sentence_for(change.kind, change.arguments) for change in changes],
        gold_gc=sum(change.gold_delta_gc for change in changes),
        rating_before=row.rating_before,
        rating_after=row.rating_after,
    )


def _entry(line: AftermathLine, facts: Book, is_mine: bool) -> Entry:
    choices = [Choice(str(option["key"]), *option_words(line, option)) for option in line.options] if is_mine else []
    return Entry(
        id=line.public_id,
        sentence=sentence_of(line),
        rolls=[_dice(roll, facts) for roll in line.rolls],
        details=details_of(line),
        choices=choices if line.is_open else [],
        is_open=line.is_open,
    )


def _dice(roll: list[Any], facts: Book) -> DiceRow:
    purpose, faces, result = roll
    return DiceRow(
        purpose_of(str(purpose), facts),
        [{"face": int(face), "sides": 6} for face in faces],
        str(result) if len(faces) != 1 or faces[0] != result else "",
    )


def open_choices(user_id: int) -> list[tuple[Aftermath, list[AftermathLine]]]:
    """Aftermaths of this person with open choices and those lines, oldest first. Two queries."""
    rows = (
        Aftermath.objects.filter(Q(warband__owner_id=user_id) | Q(side__player_id=user_id), status="waiting")
        .select_related("side__battle")
        .prefetch_related(Prefetch("lines", AftermathLine.objects.filter(answer="").order_by("number")))
        .order_by("started_at", "pk")
    )
    found = [(row, [line for line in row.lines.all() if line.is_open]) for row in rows]
    return [(row, lines) for row, lines in found if lines]


def progress_words(page: AccountPage) -> str:
    """What the job says of itself, with numbers."""
    job = page.progress
    if job is None or not job.sentence:
        return _("The aftermath is being rolled. You may leave; it will be on your desk.")
    return job.sentence
