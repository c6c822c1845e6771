"""The alignments a list may offer, from lawful to chaotic, as text. Rule: ALLY-ALIGN-01"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue.packs.book import WarbandType
from catalogue.packs.cells import Text

ALIGNMENT_WORDS: Final[dict[str, Text]] = {
    "lawful": gettext_lazy("lawful"),
    "lawful/neutral": gettext_lazy("lawful/neutral"),
    "neutral": gettext_lazy("neutral"),
    "neutral/chaotic": gettext_lazy("neutral/chaotic"),
    "chaotic": gettext_lazy("chaotic"),
}
"""The five alignments by code, in order."""


def alignment_words(warband: WarbandType) -> str:
    """The alignments of a list as text: "lawful or neutral"; a dash if no book states them."""
    return _(" or ").join(str(ALIGNMENT_WORDS[alignment]) for alignment in warband.alignment) or "–"


def offered_alignment(warband: WarbandType, chosen: str) -> str:
    """The chosen alignment if the list offers it, else the first that it offers; "" for lists that offer none."""
    return chosen if chosen in warband.alignment else next(iter(warband.alignment), "")
