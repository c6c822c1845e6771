"""Labels for the codes in a table file."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Sentence

WORDS: dict[str, Sentence] = {
    "open": _("Open"),
    "difficult": _("Difficult"),
    "very_difficult": _("Very difficult"),
    "shallow_water": _("Shallow water"),
    "deep_water": _("Deep water"),
    "impassable_ground": _("Impassable ground"),
    "impassable_solid": _("Solid to its top"),
    "dangerous": _("dangerous"),
    "forest": _("wood"),
    "river": _("river"),
    "marsh": _("marsh"),
    "ford": _("ford or bridge"),
    "steep": _("steep"),
    "obstacle": _("obstacle"),
    "monument": _("monument"),
    "building": _("building"),
    "hill": _("hill"),
    "ladder": _("Ladder"),
    "rope": _("Rope"),
    "stairs": _("Stairs"),
    "door": _("Door"),
    "window": _("Window"),
    "gate": _("Gate"),
    "hatch": _("Hatch"),
}


def word_of(code: str) -> Sentence:
    """The label of a code, or the code itself if there is none."""
    return WORDS.get(code, code)


def in_words(codes: Iterable[str]) -> list[tuple[str, Sentence]]:
    """Codes with their labels, for a select list."""
    return [(code, word_of(code)) for code in codes]
