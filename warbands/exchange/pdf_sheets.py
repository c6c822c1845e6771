"""Roster sheet and warrior cards as PDF. They are rendered by typst from plain values, so text from users cannot
contain commands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from warbands.exchange.text import former_member_lines
from warbands.shared.sheet import Roster, RosterWarrior

HERE = Path(__file__).parent / "typst"
Sheet = Literal["roster", "cards"]
Paper = Literal["a4", "a5"]


def pdf_of(roster: Roster, sheet: Sheet, *, url: str, on: date, paper: Paper = "a4") -> bytes:
    """The sheet as PDF; `url` is the target of the QR code. Cards are always on A4."""
    return _pdf(sheet, [(roster, url)], roster.name, on, paper)


def pdf_of_rosters(rosters: Sequence[tuple[Roster, str]], *, title: str, on: date, paper: Paper = "a4") -> bytes:
    """The roster sheets of several warbands, each with the target of its QR code, in one PDF."""
    return _pdf("roster", rosters, title, on, paper)


def _pdf(sheet: Sheet, rosters: Sequence[tuple[Roster, str]], title: str, on: date, paper: Paper) -> bytes:
    shown = [{**_roster(roster), "qr": _qr(url), "url": url} for roster, url in rosters]
    values = {
        "words": _words(),
        "title": title,
        "roster": shown[0],
        "rosters": shown,
        "qr": shown[0]["qr"],
        "url": shown[0]["url"],
        "paper": paper,
        "printed": date_format(on, "j F Y"),
        "language": (get_language() or "en").split("-")[0],
    }
    import typst  # rarely needed, and large

    return typst.compile(str(HERE / f"{sheet}.typ"), root=str(HERE), sys_inputs={"values": json.dumps(values)})


def _qr(url: str) -> str:
    # Imported only when needed, to save memory in every process.
    import segno

    return str(segno.make(url, error="m").svg_inline(scale=4, border=1, dark="#000", light="#fff"))


def _words() -> dict[str, str]:
    return {
        "kit": _("Kit"),
        "skills": _("Skills"),
        "spells": _("Spells"),
        "mutations": _("Mutations"),
        "marks": _("Marks"),
        "rules": _("Rules"),
        "save": _("Save"),
        "experience": _("Experience"),
        "leader": _("Leader"),
        "stash": _("Stash"),
        "treasury": _("Treasury"),
        "shards": _("Wyrdstone"),
        "rating": _("Rating"),
        "warriors": _("Warriors"),
        "gone": _("No longer on the roster"),
        "house": _("House rules"),
        "breaches": _("Violations of the rules"),
        "notice": _("An unofficial sheet made by players. All names of the game belong to their owners."),
    }


def _roster(roster: Roster) -> dict[str, Any]:
    return {
        "name": roster.name,
        "type": roster.type_name,
        "owner": roster.owner_name,
        "rating": roster.rating.total,
        "models": roster.models,
        "gold": roster.treasury_gc,
        "shards": roster.shards,
        "stash": ", ".join(line.label for line in roster.stash),
        "gone": former_member_lines(roster),
        "house": list(roster.house_lines),
        "breaches": list(roster.violation_lines),
        "warriors": [_warrior(warrior) for warrior in roster.warriors],
    }


def _warrior(warrior: RosterWarrior) -> dict[str, Any]:
    return {
        "name": warrior.name,
        "entry": warrior.entry_name,
        "count": warrior.headcount,
        "leader": warrior.is_leader,
        "hero": warrior.kind == "hero",
        "stats": [[cell.short, cell.value] for cell in warrior.stats],
        "save": warrior.save,
        "rating": warrior.rating,
        "experience": warrior.experience if warrior.gains_experience else None,
        "lines": [line for line in warrior.lines if line <= 90],
        "kit": warrior.kit_profiles,
        "pieces": [[line.label, line.words] for line in warrior.kit],
        "skills": [[fact.name, fact.summary] for fact in warrior.skills],
        "spells": [[fact.name, fact.summary] for fact in warrior.spells],
        "mutations": [[fact.name, fact.summary] for fact in warrior.mutations],
        "marks": [
            *([[warrior.absence, ""]] if warrior.absence else []),
            *([fact.name, fact.summary] for fact in warrior.injuries),
        ],
        "rules": [[fact.name, fact.summary] for fact in warrior.rules],
    }
