"""Warbands in the site search: public ones and the reader's own."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue.packs.installed import book
from catalogue.search.index import MAX_HITS, Hit, Section
from catalogue.search.similar_names import near
from warbands.models import Visibility, Warband, WarbandStatus
from warbands.shared.selectors import page_url


def warbands_found(query: str, reader: Any) -> Section | None:
    """Warbands by name, including the reader's drafts. One query."""
    shown = Q(visibility=Visibility.PUBLIC, status=WarbandStatus.FOUNDED)
    reader_id = reader.pk if getattr(reader, "is_authenticated", False) else None
    if reader_id is not None:
        shown |= Q(owner_id=reader_id)
    lists = book().warband_types

    def hit(warband: Warband, score: float) -> Hit:
        listed = lists.get(warband.warband_type_code)
        whose = _("yours") if warband.owner_id == reader_id else warband.owner.shown_name
        about = f"{listed.name} · {whose}" if listed is not None else whose
        return Hit(warband.name, page_url(warband), about, score)

    rows = Warband.objects.filter(shown).select_related("owner")
    hits, total = near(rows, query, name="name", hit=hit)
    return Section(gettext_lazy("Warbands of players"), hits[:MAX_HITS], total) if hits else None
