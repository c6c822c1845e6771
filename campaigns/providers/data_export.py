"""Contribution of the campaigns app to a user's data export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from accounts.data_export.registry import File, as_json, stem
from accounts.models import User
from campaigns.exchange.export import document_of
from campaigns.models import Comment, Match, Membership, Notice, NoticeChoice, Picture, Post, PushDevice, Role


def leagues_given(user: User) -> Iterator[File]:
    """The user's memberships in leagues, and a complete file of each league they run."""
    memberships = Membership.objects.filter(user=user).select_related("campaign").order_by("pk")
    yield as_json(
        "leagues/index.json",
        [
            {
                "name": membership.campaign.name,
                "address": reverse("campaigns:home", args=[membership.campaign.slug]),
                "role": membership.role,
                "joined_at": membership.joined_at,
                "left_at": membership.left_at,
            }
            for membership in memberships
        ],
    )
    for membership in memberships:
        if membership.left_at is None and membership.role in (Role.ARBITRATOR, Role.CO_ARBITRATOR):
            yield as_json(
                f"leagues/{membership.campaign.slug}.league.json",
                document_of(membership.campaign).model_dump(mode="json"),
            )


def matches_given(user: User) -> Iterator[File]:
    """Matches of the user's warbands: date, opponents, result."""
    rows = Match.objects.filter(sides__entry__player=user).distinct().select_related("campaign").order_by("pk")
    yield as_json("matches.json", [_match(row) for row in rows.prefetch_related("sides__entry__warband")])


def _match(row: Match) -> dict[str, Any]:
    return {
        "id": row.public_id,
        "league": row.campaign.name,
        "address": reverse("campaigns:match", args=[row.campaign.slug, row.public_id]),
        "status": row.status,
        "scenario": row.scenario_code,
        "planned_for": row.planned_for,
        "played_at": row.played_at,
        "sides": [
            {"warband": side.entry.warband.name, "result": side.result, "kills": side.kills, "losses": side.losses}
            for side in sorted(row.sides.all(), key=lambda side: side.place)
        ],
    }


def writing_given(user: User) -> Iterator[File]:
    """The user's posts, comments and pictures."""
    posts = Post.objects.filter(author=user).order_by("pk")
    yield as_json(
        "posts.json", list(posts.values("public_id", "campaign__name", "kind", "title", "body", "at", "changed_at"))
    )
    comments = Comment.objects.filter(author=user).order_by("pk")
    yield as_json("comments.json", list(comments.values("public_id", "campaign__name", "body", "at")))
    for picture in Picture.objects.filter(uploader=user).order_by("pk").iterator(chunk_size=20):
        name = stem(picture.description, picture.public_id)
        yield File(f"pictures/{name}.{picture.media_type.rpartition('/')[2]}", bytes(picture.content))


def notices_given(user: User) -> Iterator[File]:
    """The inbox, notification settings and devices; device keys are not exported."""
    choice = NoticeChoice.objects.filter(user=user).values("muted", "rhythm").first()
    inbox = Notice.objects.filter(user=user).order_by("pk").values("kind", "sentence", "url", "at", "read_at")
    devices = PushDevice.objects.filter(user=user).order_by("pk").values("name", "made_at")
    yield as_json("notices.json", {"choices": choice, "inbox": list(inbox), "devices": list(devices)})
