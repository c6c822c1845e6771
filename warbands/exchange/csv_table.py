"""The roster as comma-separated values: one row per line of the roster. Cells that a spreadsheet would take for
formulas are escaped. Below the warriors, each house rule and each violation has a row of its own, with its kind in one
column and the sentence in the last."""

from __future__ import annotations

import csv
import io

from warbands.shared.sheet import Roster

COLUMNS = (
    "name", "entry", "kind", "status", "count", "leader",
    "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld",
    "save", "experience", "rating", "kit", "skills", "spells", "mutations", "marks", "paid_gc", "kills", "battles",
    "remark",
)  # fmt: skip
_RISKY = ("=", "+", "-", "@", "\t", "\r")


def csv_of(roster: Roster) -> str:
    """A header, a row for each member including former ones, then the house rules and violations."""
    paper = io.StringIO()
    writer = csv.writer(paper, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for warrior in (*roster.warriors, *roster.gone):
        named = (warrior.skills, warrior.spells, warrior.mutations, warrior.injuries)
        row = [
            warrior.name, warrior.entry_name, warrior.kind, warrior.status, warrior.headcount, int(warrior.is_leader),
            *(cell.value for cell in warrior.stats),
            warrior.save, warrior.experience, warrior.rating, warrior.kit_text,
            *("; ".join(fact.name for fact in facts) for facts in named),
            warrior.paid_gc, warrior.kills, warrior.battles_fought,
            "",
        ]  # fmt: skip
        writer.writerow([_harmless(value) for value in row])
    for kind, sentences in (("house_rule", roster.house_lines), ("not_by_the_book", roster.violation_lines)):
        for sentence in sentences:
            remark = dict.fromkeys(COLUMNS, "") | {"kind": kind, "remark": sentence}
            writer.writerow([_harmless(value) for value in remark.values()])
    return paper.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_RISKY) else value
