"""Contribution of the warbands app to a user's data export."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.data_export.registry import File, as_json, stem
from accounts.models import User
from warbands.core.state_storage import load_state
from warbands.exchange import save, text
from warbands.models import Template, Warband
from warbands.shared.sheet import roster_of


def warbands_given(user: User) -> Iterator[File]:
    """Each warband as JSON and text, with its pictures, including drafts and archived ones."""
    rows = list(Warband.objects.filter(owner=user).select_related("owner").order_by("pk"))
    kept = ("public_id", "name", "status", "visibility", "notes_public", "notes_private", "created_at", "founded_at")
    yield as_json("warbands/index.json", [{name: getattr(row, name) for name in kept} for row in rows])
    for row in rows:
        place, document = f"warbands/{stem(row.name, row.public_id)}", save.save_of(load_state(row))
        roster = roster_of(row)
        remarks = {"house_rules": roster.house_lines, "not_by_the_book": roster.violation_lines}
        yield File(f"{place}.json", save.as_json(document, **remarks).encode())
        yield File(f"{place}.txt", text.text_of(roster, document).encode())
        for portrait in row.portraits.order_by("pk"):
            yield File(
                f"{place}/{portrait.warrior_key}.{portrait.media_type.rpartition('/')[2]}", bytes(portrait.content)
            )


def templates_given(user: User) -> Iterator[File]:
    """Each template with its document."""
    kept = ("public_id", "name", "about", "audience", "packs", "document", "created_at")
    for row in Template.objects.filter(owner=user).order_by("pk"):
        yield as_json(f"templates/{stem(row.name, row.public_id)}.json", {name: getattr(row, name) for name in kept})
