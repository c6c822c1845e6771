"""The preview picture of a roster: crest, name, numbers, leader and members; rendered by typst."""

from __future__ import annotations

import json
from typing import Final

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from mordheim_site.look.svg.crest import crest_svg
from warbands.exchange.pdf_sheets import HERE
from warbands.shared.sheet import Roster

LINES: Final = 6


def link_picture(roster: Roster) -> bytes:
    """A PNG of 1200 by 630 points."""
    values = {
        "words": {},
        "roster": {"name": roster.name, "type": roster.type_name, "owner": roster.owner_name},
        "crest": crest_svg(roster.crest, size=250),
        "facts": [
            [_("rating"), str(roster.rating.total)],
            [_("models"), str(roster.models)],
            [_("gc"), str(roster.treasury_gc)],
        ],
        "lines": member_lines(roster),
        "site": str(settings.SITE_NAME),
        "language": (get_language() or "en").split("-")[0],
    }
    source = str(HERE / "link.typ")
    import typst  # rarely needed, and large

    drawn = typst.compile(source, root=str(HERE), format="png", ppi=72, sys_inputs={"values": json.dumps(values)})
    assert isinstance(drawn, bytes)
    return drawn


def member_lines(roster: Roster) -> list[str]:
    """A line for each of the first warriors, "Otto, Mercenary Captain" or "Warriors × 5"; the last line counts the
    rest."""
    lines = [
        f"{warrior.name} × {warrior.headcount}" if warrior.is_group else f"{warrior.name}, {warrior.entry_name}"
        for warrior in roster.warriors
    ]
    if len(lines) <= LINES:
        return lines
    rest = len(lines) - LINES + 1
    return [*lines[: LINES - 1], _("and %(n)d more") % {"n": rest}]
