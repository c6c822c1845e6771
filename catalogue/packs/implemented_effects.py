"""Finds the roster and aftermath effects that the program does not carry out, because no source names their code.
Battle effects are not covered here; battles.aftermath.effect_checks refuses to start with one that has no hook."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from catalogue.effects import EFFECTS

ROOMS = ("warbands", "battles", "campaigns")
QUOTED = re.compile(r"""["']([a-z][a-z0-9_]*)["']""")


@lru_cache(maxsize=1)
def unread() -> frozenset[str]:
    """Codes of roster and aftermath effects that do not appear in any source outside the tests."""
    named: set[str] = set()
    for room in ROOMS:
        for path in (Path(settings.BASE_DIR) / room).rglob("*.py"):
            if not {"tests", "migrations"} & set(path.parts):
                named.update(QUOTED.findall(path.read_text(encoding="utf-8")))
    return frozenset(
        code for code, meaning in EFFECTS.items() if meaning.part in ("roster", "aftermath") and code not in named
    )
