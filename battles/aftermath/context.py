"""Context of one aftermath step: the warband, its dice, and the lines written for every roll and change.

The aftermath has its own dice stream, keyed by a seed that was committed before the first roll (`seeds.py`). The
position in the stream is stored in the row in the same transaction as the results, so a repeated step rolls the same
dice. Choices of a player use a separate stream for each line, so the order of answers does not affect the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max

from battles.aftermath.campaign_tables import CampaignTables, campaign_tables, location_row, with_scenario
from battles.aftermath.dice.seeds import dice_on, stream_of
from battles.aftermath.stored.facts import StoredFacts
from battles.aftermath.stored.line import LineData, dice_taken, note_dice, update
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.house_rules import AftermathRules, aftermath_rules
from battles.engine.aftermath.rolls import TYPED, Roller
from battles.engine.aftermath.tables import LocationRow
from battles.models import Aftermath, AftermathLine
from catalogue.custom_packs.library import book_with
from catalogue.packs.book import Book
from warbands.core.books import book_of
from warbands.core.ledger import ActionContext
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband

ROLLED = "rolled"


class AftermathContext:
    """Everything that a step needs. Get dice from `roller`, write lines with `line`, finish with `close`. `line` is the
    choice that is being carried out; without one, the step rolls on the aftermath's own stream."""

    def __init__(
        self, row: Aftermath, now: datetime, line: AftermathLine | None = None, actor_id: int | None = None
    ) -> None:
        self.row = row
        self.now = now
        self.actor_id = actor_id
        self.book: Book = book_of(row.warband)
        # What the league changes after this aftermath began applies from the next one on. Rule: AF-CHART-01
        noted = row.battle_facts.packs
        tables = campaign_tables(self.book if noted is None else book_with(noted))
        self.tables: CampaignTables = with_scenario(tables, self.book, row.side.battle.scenario_code)
        self._is_main = line is None
        self._stream = stream_of(row, line)
        self._dice = dice_on(row, self._stream, next_place(row, line))
        given = [(int(face), str(origin), int(place)) for face, origin, place in row.faces]
        self.roller = Roller(self._dice, given, waits=row.hand_dice)
        self._written = 0
        self._known: tuple[int, WarbandState] | None = None

    @property
    def facts(self) -> StoredFacts:
        """The facts of the battle for this side (`start.side_facts`)."""
        return self.row.battle_facts

    def state(self) -> WarbandState:
        """The warband in its current state."""
        warband = Warband.objects.get(pk=self.row.warband_id)
        # Every change of a warband raises its version. A step that was rolled back runs again with a new context.
        if self._known is None or self._known[0] != warband.version:
            self._known = (warband.version, load_state(warband))
        return self._known[1].copy()

    def by(self, what: str) -> ActionContext:
        """Actor and time for the warband's ledger. `what` makes the entry of this step unique, so that it is written
        once. If the step is repeated after an undo, a new entry is written."""
        again = f"~{self.row.attempt}" if self.row.attempt else ""
        source_key = f"{ledger_prefix(self.row)}{what}{again}"
        return ActionContext(actor_id=self.actor_id, at=self.now, source_key=source_key)

    @property
    def house(self) -> AftermathRules:
        """The campaign's house rules for the aftermath."""
        return aftermath_rules(self.row.side.battle.options)

    def place(self, code: str) -> LocationRow:
        """A location by its code, including one that the league has disabled since it was found. Raises KeyError."""
        found = next((row for row in self.tables.locations if row.code == code), None)
        return found if found is not None else location_row(self.book.exploration[code])

    @property
    def dice_position(self) -> int:
        """Number of dice taken from this stream."""
        return self._dice.position

    def rolls(self) -> list[list[Any]]:
        """Rolls since the last line as plain values: purpose, faces, result, source, position in the stream, stream."""
        notes = self.roller.notes[self._written :]
        self._written = len(self.roller.notes)
        return [
            [note.purpose, list(note.faces), note.result, TYPED if note.is_typed else ROLLED, note.place, self._stream]
            for note in notes
        ]

    def line(
        self,
        stage: str,
        contents: LineData | str,
        *,
        subject: str = "",
        name: str = "",
        options: Sequence[LineOption] = (),
    ) -> AftermathLine:
        """Write a line with the rolls made since the previous line."""
        return write_line(self.row, stage, contents, subject=subject, name=name, options=options, rolls=self.rolls())

    def answered(self, line: AftermathLine, key: str, data: LineData | None = None) -> None:
        """Close an open line with the chosen option and its dice. `data` are the contents of the line with the
        results."""
        line.answer, line.answered_at, line.answered_by_id = key[:120], self.now, self.actor_id
        line.rolls = [*line.rolls, *self.rolls()]
        if data is not None:
            update(line, data)
        if not self._is_main:
            note_dice(line, self.dice_position)
        if line.options and line.aftermath_id == self.row.pk:
            last = AftermathLine.objects.filter(aftermath=self.row).aggregate(last=Max("turn"))["last"] or 0
            line.turn = last + 1
        line.save(update_fields=["answer", "answered_at", "answered_by", "rolls", "data", "turn", "before"])

    def close(self) -> None:
        """Store the position in the dice stream."""
        if self._is_main:
            self.row.dice_position = self._dice.position
            self.row.save(update_fields=["dice_position"])


def next_place(row: Aftermath, line: AftermathLine | None) -> int:
    """The next position in the stream of a stage or of a line, after the dice already rolled for a step that waits for
    more dice."""
    if line is None:
        return int(row.dice_position)
    return (dice_taken(line) or 0) + sum(1 for _face, origin, _place in row.faces if origin == ROLLED)


def ledger_prefix(row: Aftermath) -> str:
    """Prefix of the source key of every ledger entry of this aftermath."""
    return f"aftermath:{row.public_id}:"


def write_line(
    row: Aftermath,
    stage: str,
    contents: LineData | str,
    *,
    subject: str = "",
    name: str = "",
    options: Sequence[LineOption] = (),
    rolls: Sequence[Any] = (),
) -> AftermathLine:
    """Append a line to a locked aftermath. For a line that stores no values, `contents` is just its kind."""
    last = AftermathLine.objects.filter(aftermath=row).aggregate(last=Max("number"))["last"] or 0
    return AftermathLine.objects.create(
        aftermath=row,
        number=last + 1,
        stage=stage,
        kind=contents if isinstance(contents, str) else contents.kind,
        subject=subject,
        subject_name=name[:120],
        rolls=list(rolls),
        data={} if isinstance(contents, str) else contents.as_json(),
        options=list(options),
    )


def open_lines(row: Aftermath) -> list[AftermathLine]:
    """Open choices of this aftermath, in order."""
    return [line for line in AftermathLine.objects.filter(aftermath=row, answer="").order_by("number") if line.is_open]
