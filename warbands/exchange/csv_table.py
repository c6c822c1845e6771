"""The roster as comma separated values, one row per line of the roster. Spreadsheet formulas are made harmless.

Below the warriors each house rule and every breach has its own row: its kind in one column, the sentence in the last.
"""

from __future__ import annotations

import csv
import io

from warbands.roster.sheet import Roster

COLUMNS = (
    "name", "entry", "kind", "status", "count", "leader",
    "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld",
    "save", "experience", "rating", "kit", "skills", "spells", "mutations", "marks", "paid_gc", "kills", "battles",
    "remark",
)  # fmt: skip
_RISKY = ("=", "+", "-", "@", "\t", "\r")


def csv_of(roster: Roster) -> str:
    """A header and a row for each member, including former ones, then the remarks."""
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
            "",
        ]  # fmt: skip
        writer.writerow([_harmless(value) for value in row])
    for kind, sentences in (("house_rule", roster.house_lines), ("not_by_the_book", roster.breach_lines)):
        for sentence in sentences:
            remark = dict.fromkeys(COLUMNS, "") | {"kind": kind, "remark": sentence}
            writer.writerow([_harmless(value) for value in remark.values()])
    return paper.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_RISKY) else value
