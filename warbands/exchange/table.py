"""The roster as comma separated values, one line a line of the roster. Formulas of spreadsheets are made harmless."""

from __future__ import annotations

import csv
import io

from warbands.rosters import Roster

COLUMNS = (
    "name", "entry", "kind", "status", "count", "leader",
    "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld",
    "save", "experience", "rating", "kit", "skills", "spells", "mutations", "marks", "paid_gc", "kills", "battles",
)  # fmt: skip
_RISKY = ("=", "+", "-", "@", "\t", "\r")


def csv_of(roster: Roster) -> str:
    """A header and a row for everybody, the gone ones too."""
    paper = io.StringIO()
    writer = csv.writer(paper, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in (*roster.warriors, *roster.gone):
        named = (one.skills, one.spells, one.mutations, one.injuries)
        row = [
            one.name, one.entry_name, one.kind, one.status, one.headcount, int(one.is_leader),
            *(cell.value for cell in one.stats),
            one.save, one.experience, one.rating, one.kit_text,
            *("; ".join(fact.name for fact in facts) for facts in named),
            one.paid_gc, one.kills, one.battles_fought,
        ]  # fmt: skip
        writer.writerow([_harmless(value) for value in row])
    return paper.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_RISKY) else value
