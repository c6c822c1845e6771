"""The formats of files from which a warband can be imported."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

SOURCES: Final[dict[str, Sentence]] = {
    "text": _("text of this site"),
    "json": _("JSON of this site"),
    "battlescribe": _("BattleScribe or New Recruit"),
    "roster_builder": _("Mordheim Roster Builder"),
}
"""Their names, by the code that the ledger stores."""
