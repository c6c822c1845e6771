"""Contribution of the battles app to a user's data export."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from accounts.data_export.registry import File, as_json
from accounts.models import User
from battles.core.selectors import battles_of, title_of
from battles.models import ChatLine


def battles_given(user: User) -> Iterator[File]:
    """Every battle in which the user has a side or that they started: date, address and winner."""
    yield as_json(
        "battles.json",
        [
            {
                "id": row.public_id,
                "title": title_of(row),
                "address": reverse("battles:board", args=[row.public_id]),
                "status": row.status,
                "scenario": row.scenario_code,
                "began_at": row.started_at,
                "ended_at": row.finished_at,
                "sides": [
                    {"name": side.name, "yours": side.player_id == user.pk and not side.bot, "won": side.is_winner}
                    for side in sorted(row.sides.all(), key=lambda side: side.letter)
                ],
            }
            for row in battles_of(user.pk).order_by("pk")
        ],
    )
    lines = ChatLine.objects.filter(author=user).order_by("pk").values("battle__public_id", "text", "created_at")
    yield as_json("talk.json", list(lines))
