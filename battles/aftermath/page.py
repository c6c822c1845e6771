"""Plain values for the aftermath page: sides and stages, with open choices first. Read-only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle, islice
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from battles.aftermath import selectors
from battles.aftermath.activities.searches import STAGE as MARKET
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions.permissions import may_correct, may_rule
from battles.aftermath.decisions.undo import why_not_undone
from battles.aftermath.dice.proof import DiceProof, proof_of
from battles.aftermath.dice.typed_corrections import typed_last
from battles.aftermath.labels import STAGES, purpose_of
from battles.aftermath.market.panel import MarketPanel, is_open_for, panel_of
from battles.aftermath.option_text import ChoiceGroup, grouped
from battles.aftermath.revert_requests import RevertPanel
from battles.aftermath.revert_requests import panel_of as reverts_of
from battles.aftermath.stages.roll_progress import ONLY_ROLL, RollProgress, progress_of
from battles.aftermath.start import KIND, job_key
from battles.aftermath.stored.roster_lines import ExperienceLine
from battles.aftermath.text import details_of, sentence_of
from battles.core.selectors import why_no_roster_changes
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from jobs.models import Job
from jobs.selectors import job_of
from warbands.core.ledger_text import sentence_for

NEXT = "next"
"""Value that a page requests instead of a stage: the first stage with open choices."""
MOST_BUTTONS = 4
"""Up to this number, options are buttons; above it, a select list."""


@dataclass(frozen=True, slots=True)
class DiceRow:
    """One roll for the dice row partial; `source` is "rolled" or "typed"."""

    purpose: str
    dice: list[dict[str, int]]
    result: str
    source: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the aftermath. While it is open, `groups` are its options under their headings."""

    id: str
    stage: str
    sentence: str
    rolls: list[DiceRow]
    details: list[str]
    groups: list[ChoiceGroup] = field(default_factory=list)
    is_open: bool = False

    @property
    def is_long(self) -> bool:
        """Whether there are too many options for a row of buttons."""
        return sum(len(group.choices) for group in self.groups) > MOST_BUTTONS


@dataclass(frozen=True, slots=True)
class Tab:
    """One stage. `state` is waiting, done or open (it can be changed until the aftermath is confirmed); `count` is the
    number of its open choices."""

    code: str
    title: str
    state: str
    count: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class Since:
    """A point in one aftermath: its last line and its last answer. Lines after it are shown as results of the dice that
    were just entered or rolled."""

    aftermath: str
    number: int
    turn: int

    def __str__(self) -> str:
        """As a value in an address."""
        return f"{self.aftermath}.{self.number}.{self.turn}"

    @classmethod
    def read(cls, text: str) -> Since | None:
        """The point in an address; None if it cannot be read."""
        aftermath, *numbers = text.split(".")
        if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
            return None
        return cls(aftermath[:12], int(numbers[0][:6]), int(numbers[1][:6]))

    def has_new(self, line: AftermathLine) -> bool:
        """Whether the line was written or answered after this point and is settled."""
        return not line.is_open and (line.number > self.number or line.turn > self.turn)


@dataclass(frozen=True, slots=True)
class Asked:
    """Dice that the player has to roll and type in."""

    purpose: str
    who: str
    dice: str
    count: int
    given: int
    progress: RollProgress = ONLY_ROLL

    @property
    def example(self) -> str:
        """Faces of as many dice, as they can be typed."""
        return " ".join(islice(cycle("35264"), self.count))

    @property
    def halves(self) -> bool:
        """Whether each face is halved and rounded up, as for a D3."""
        return self.dice.partition("x")[0].endswith("D3")

    @property
    def is_d66(self) -> bool:
        """Whether the first face is the tens and the second the units of a D66."""
        return self.dice.endswith("D66")


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePage:
    """One warband's aftermath, of which one stage is shown; `waiting` is the number of its open choices."""

    public_id: str
    name: str
    warband_url: str
    status: str
    is_mine: bool
    is_running: bool
    is_confirmed: bool
    is_back: bool
    may_confirm: bool
    won: bool
    tabs: list[Tab]
    entries: list[Entry]
    news: list[Entry]
    """What the last dice or automatic decisions led to, in order."""
    before: Tab | None
    after: Tab | None
    waiting: int
    next_waiting: str
    """Code of the first stage with open choices, if another stage is shown."""
    asked: Asked | None
    typed_last: str
    """The last typed dice, if they can be corrected."""
    hand_dice: bool
    may_switch: bool
    undo: tuple[str, str] | None
    """(line, sentence) of the latest answer, if it can be undone."""
    market: MarketPanel | None
    changes: list[str]
    warriors: list[tuple[str, str]]
    may_correct: bool
    gold_gc: int
    rating_before: int
    rating_after: int
    due_at: datetime | None

    @property
    def current(self) -> Tab | None:
        """The stage that is shown."""
        return next((tab for tab in self.tabs if tab.is_current), None)

    @property
    def place(self) -> int:
        """The number of the shown stage, from 1."""
        return next((number for number, tab in enumerate(self.tabs, start=1) if tab.is_current), 1)


@dataclass(frozen=True, slots=True)
class SeedShown:
    """The fingerprint of a side's own seed. Rule: AF-DICE-03"""

    name: str
    number: int
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AftermathPage:
    """Everything on the page."""

    battle: Battle
    sides: list[SidePage]
    is_running: bool
    is_back: bool
    may_rule: bool
    revert: RevertPanel
    seeds: list[SeedShown]
    progress: Job | None
    league_url: str
    proof: DiceProof | None

    @property
    def nothing(self) -> str:
        """Why there is no aftermath, for a battle without one."""
        if not self.battle.counts:
            return why_no_roster_changes(self.battle)
        return _("There is no aftermath: the warbands were created for this battle only, or it is still being played.")

    @property
    def waiting(self) -> int:
        """Number of open choices of the reader."""
        return sum(side.waiting for side in self.sides if side.is_mine)


def page_of(
    battle: Battle, user: User | None, *, stage: str = "", with_proof: bool = False, since: Since | None = None
) -> AftermathPage:
    """The page for one reader, whose own sides come first. `stage` is the requested stage: NEXT for the first one with
    open choices, "" for the default. What happened after `since` is listed apart."""
    rows = list(selectors.aftermaths_of(battle))
    facts = book()
    sides = [_side(row, user, facts, stage, since) for row in rows]
    sides.sort(key=lambda side: not side.is_mine)
    is_running = any(side.is_running for side in sides)
    return AftermathPage(
        battle=battle,
        sides=sides,
        is_running=is_running,
        is_back=bool(sides) and all(side.is_back for side in sides),
        may_rule=may_rule(battle, rows, user.pk if user is not None else None),
        revert=reverts_of(battle, rows, user),
        seeds=[SeedShown(row.side.name, seed.number, seed.fingerprint) for row in rows for seed in row.seeds.all()],
        progress=job_of(kind=KIND, key=job_key(battle)) if is_running else None,
        league_url=_league_url(battle),
        proof=proof_of(battle) if with_proof else None,
    )


def _league_url(battle: Battle) -> str:
    if battle.match_id is None or battle.match is None:
        return ""
    return reverse("campaigns:standings", args=[battle.match.campaign.slug])


def _side(row: Aftermath, user: User | None, facts: Book, stage: str, since: Since | None) -> SidePage:
    is_mine = user is not None and user.pk in (row.warband.owner_id, row.side.player_id)
    lines = list(row.lines.all())
    is_running, is_confirmed = row.status == AftermathStatus.RUNNING, row.confirmed_at is not None
    is_open = is_open_for(row, user.pk if user is not None else None)
    tabs = _tabs(row, lines, stage, is_market=is_open, is_mine=is_mine)
    current = next((tab.code for tab in tabs if tab.is_current), "")
    place = next((number for number, tab in enumerate(tabs) if tab.is_current), 0)
    is_news = is_mine and since is not None and since.aftermath == row.public_id
    changes = list(selectors.roster_changes(row)) if current == "rating" or not is_mine else []
    return SidePage(
        public_id=row.public_id,
        name=row.side.name,
        warband_url=reverse("warbands:roster", args=[row.warband.public_id]) if is_mine else "",
        status=_status(row),
        is_mine=is_mine,
        is_running=is_running,
        is_confirmed=is_confirmed,
        is_back=row.status == AftermathStatus.BACK,
        may_confirm=is_open and row.status == AftermathStatus.DONE,
        won=row.battle_facts.won,
        tabs=tabs,
        entries=[_entry(line, facts, is_mine) for line in lines if line.stage == current or not is_mine],
        news=[_entry(line, facts, is_mine) for line in lines if is_news and since is not None and since.has_new(line)],
        before=tabs[place - 1] if place else None,
        after=tabs[place + 1] if place + 1 < len(tabs) else None,
        waiting=sum(line.is_open for line in lines),
        next_waiting=next(
            (tab.code for tab in tabs if tab.count and not any(t.count for t in tabs if t.is_current)), ""
        ),
        asked=_asked(row, lines, facts) if is_mine else None,
        typed_last=typed_last(row) if is_mine else "",
        hand_dice=row.hand_dice,
        may_switch=is_mine and not is_confirmed and row.side.battle.is_on_paper,
        undo=_undo(lines) if is_mine and not is_confirmed and not is_running else None,
        market=panel_of(row, lines, AftermathContext(row, row.started_at)) if is_open and current == MARKET else None,
        changes=[sentence_for(change.kind, change.arguments) for change in changes],
        warriors=_warriors(lines),
        may_correct=may_correct(row, user.pk if user is not None else None),
        gold_gc=sum(change.gold_delta_gc for change in changes),
        rating_before=row.rating_before,
        rating_after=row.rating_after,
        due_at=row.due_at if not is_confirmed else None,
    )


def _status(row: Aftermath) -> str:
    if row.confirmed_at is not None:
        return _("Confirmed")
    if row.status == AftermathStatus.DONE:
        return _("To be confirmed")
    return str(AftermathStatus(row.status).label)


def _warriors(lines: list[AftermathLine]) -> list[tuple[str, str]]:
    """Every warrior who appears in the lines, for an arbitrator's correction."""
    named = {line.subject: line.subject_name for line in lines if line.subject and line.stage != "captives"}
    for line in lines:
        if line.kind == ExperienceLine.kind:
            named |= {gain["who"]: gain["name"] for gain in ExperienceLine.read(line).gains}
    return sorted(named.items(), key=lambda item: item[1])


def _tabs(row: Aftermath, lines: list[AftermathLine], wanted: str, *, is_market: bool, is_mine: bool) -> list[Tab]:
    """The stages that have content; one of them is shown: the requested one, or one that needs an answer."""
    there = [code for code in STAGES if any(line.stage == code for line in lines) or (code == MARKET and is_market)]
    waiting = {code: sum(line.is_open for line in lines if line.stage == code) for code in there}
    current = (
        wanted if wanted in there else _stage_to_open(row, there, waiting if is_mine else {}, goes_on=wanted == NEXT)
    )

    def state(code: str) -> str:
        if waiting[code]:
            return "waiting"
        is_unfinished = code == row.stage or (code in (MARKET, "rating") and row.confirmed_at is None)
        return "open" if is_unfinished else "done"

    return [Tab(code, str(STAGES[code]), state(code), waiting[code], code == current) for code in there]


def _stage_to_open(row: Aftermath, there: list[str], waiting: Mapping[str, int], *, goes_on: bool) -> str:
    """The stage to show if none was requested: the one that needs typed dice, or the first one in which the reader
    has to decide something. Otherwise the summary if all is confirmed or a player `goes_on`, else the first stage."""
    if not there:
        return ""
    if row.asked is not None:
        return row.stage if row.stage in there else [code for code in there if code not in (MARKET, "rating")][-1]
    if needed := next((code for code in there if waiting.get(code)), ""):
        return needed
    return there[-1] if goes_on or row.confirmed_at is not None else there[0]


def _asked(row: Aftermath, lines: list[AftermathLine], facts: Book) -> Asked | None:
    dice_request = row.asked
    if dice_request is None:
        return None
    return Asked(
        purpose_of(str(dice_request["purpose"]), facts),
        dice_request["who"],
        dice_request["dice"],
        int(dice_request["count"]),
        int(dice_request["given"]),
        progress_of(row, lines, facts),
    )


def _undo(lines: list[AftermathLine]) -> tuple[str, str] | None:
    latest = max((line for line in lines if line.turn), key=lambda line: line.turn, default=None)
    if latest is None or "last" not in latest.before:
        return None
    later = [line for line in lines if line.number > int(latest.before["last"]) and line.pk != latest.pk]
    return (latest.public_id, sentence_of(latest)) if why_not_undone(latest, later) is None else None


def _entry(line: AftermathLine, facts: Book, is_mine: bool) -> Entry:
    return Entry(
        id=line.public_id,
        stage=line.stage,
        sentence=sentence_of(line),
        rolls=[_dice(roll, facts) for roll in line.rolls],
        details=details_of(line),
        groups=grouped(line, facts) if is_mine and line.is_open else [],
        is_open=line.is_open,
    )


def _dice(roll: list[Any], facts: Book) -> DiceRow:
    purpose, faces, result = roll[:3]
    return DiceRow(
        purpose_of(str(purpose), facts),
        [{"face": int(face), "sides": 6} for face in faces],
        str(result) if len(faces) != 1 or faces[0] != result else "",
        str(roll[3]) if len(roll) > 3 else "rolled",
    )


def progress_words(page: AftermathPage) -> str:
    """The progress of the job as text, with numbers."""
    job = page.progress
    if job is None or not job.sentence:
        return _("The aftermath is being rolled. You can leave this page; the result will be on your dashboard.")
    return job.sentence
