"""Search among custom packs: public ones, and the reader's own."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from catalogue.models import CustomPack, PackVisibility
from catalogue.search.index import MAX_HITS, Hit, Section
from catalogue.search.similar_names import near


def packs_found(query: str, reader: Any) -> Section | None:
    """Custom packs by name. One query."""
    shown = Q(visibility=PackVisibility.PUBLIC, archived_at=None)
    if getattr(reader, "is_authenticated", False):
        shown |= Q(owner_id=reader.pk)

    def hit(pack: CustomPack, score: float) -> Hit:
        author = pack.owner.shown_name if pack.owner is not None else ""
        return Hit(pack.name, reverse("catalogue:own_pack", args=[pack.public_id]), author, score)

    rows = CustomPack.objects.filter(shown).select_related("owner").defer("text")
    hits, total = near(rows, query, name="name", hit=hit)
    return Section(gettext_lazy("Custom packs"), hits[:MAX_HITS], total) if hits else None
