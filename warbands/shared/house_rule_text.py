"""House rules stored with a warband, as text for its sheet, its page and its exports. Rule: RO-HOUSE-01"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _


def house_lines(notes: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """One short sentence for each note; a note whose code has no text shows its code."""
    return tuple(
        _ladder(str(note["code"]), note["values"])
        if note.get("values")
        else _line(str(note.get("code", "")), int(note.get("amount", 0)))
        for note in notes
    )


def _ladder(code: str, values: Iterable[int]) -> str:
    words = {
        "ro_hero_advances": _("heroes advance at %(points)s experience"),
        "ro_henchman_advances": _("henchmen advance at %(points)s experience"),
    }
    return words.get(code, "%(points)s") % {"points": ", ".join(map(str, values))}


def _line(code: str, amount: int) -> str:
    words = {
        "founding_gold": _("founded with %(n)d gc"),
        "ro_extra_models": _("%(n)+d models at most"),
        "ro_extra_heroes": _("%(n)+d heroes at most"),
        "ro_sell_percent": _("equipment sells for %(n)d percent of its price"),
    }
    switches = {
        "ro_hired_swords": (_("no hired swords"), _("hired swords may join")),
        "ro_personae": (_("no dramatis personae"), _("dramatis personae may join")),
    }
    if code in switches:
        return switches[code][1 if amount else 0]
    return words.get(code, f"{code.replace('_', ' ')} %(n)d") % {"n": amount}
