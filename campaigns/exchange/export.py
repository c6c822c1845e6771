"""Exports a league as one document. The number of queries does not depend on the size of the league."""

from __future__ import annotations

import base64
from typing import Any

from django.db.models import Prefetch

from campaigns.core.event_data import EventData
from campaigns.exchange.document import FORMAT, LeagueFile
from campaigns.models import Campaign, CampaignEvent, Comment, Entry, Match, Post, ResourceEntry
from warbands.core.state_storage import load_state
from warbands.exchange.save import save_of
from warbands.models import Kit, Warrior


def document_of(campaign: Campaign) -> LeagueFile:
    """The whole league: current rosters, results, events, posts. Users appear by their display names."""
    return LeagueFile.model_validate(
        {
            "format": FORMAT,
            "settings": _settings(campaign),
            "entries": _entries(campaign),
            "rounds": list(campaign.rounds.order_by("number").values("number", "name", "kind", "starts_on", "ends_on")),
            "matches": [_match(match) for match in _matches(campaign)],
            "events": [_event(event) for event in campaign.events.select_related("actor").order_by("at", "pk")],
            "posts": _posts(campaign),
            "awards": [
                {"entry": award.entry.public_id, "title": award.title, "reason": award.reason, "at": award.at}
                for award in campaign.awards.select_related("entry").order_by("pk")
            ],
            "counted": [
                {
                    "entry": item.entry.public_id,
                    "resource": item.resource,
                    "delta": item.delta,
                    "reason": item.reason,
                    "at": item.at,
                }
                for item in ResourceEntry.objects.filter(entry__campaign=campaign)
                .select_related("entry")
                .order_by("pk")
            ],
        }
    )


def _settings(campaign: Campaign) -> dict[str, Any]:
    same = (
        "name", "preset", "ruleset", "house_rules", "packs", "starting_gold_gc", "formula", "warbands_per_player",
        "ladder_reach", "allows_late_join", "map_code", "resources", "theme", "about", "notice",
    )  # fmt: skip
    return {
        **{name: getattr(campaign, name) for name in same},
        "points": (campaign.points_win, campaign.points_draw, campaign.points_loss),
        "factions": list(campaign.factions.order_by("name").values_list("name", flat=True)),
    }


def _entries(campaign: Campaign) -> list[dict[str, Any]]:
    rows = Entry.objects.filter(campaign=campaign).select_related("warband", "player", "faction")
    rows = rows.prefetch_related(
        Prefetch("warband__warriors", Warrior.objects.order_by("position", "pk")),
        Prefetch("warband__kit", Kit.objects.select_related("warrior").order_by("pk")),
    )
    return [
        {
            "key": entry.public_id,
            "player": entry.player.shown_name if entry.player is not None else "",
            "joined_at": entry.joined_at,
            "withdrawn_at": entry.withdrawn_at,
            "faction": entry.faction.name if entry.faction is not None else "",
            "warband": save_of(load_state(entry.warband)),
        }
        for entry in rows.order_by("joined_at", "pk")
    ]


def _matches(campaign: Campaign) -> list[Match]:
    rows = Match.objects.filter(campaign=campaign).select_related("round").prefetch_related("sides__entry")
    return list(rows.order_by("pk"))


def _match(match: Match) -> dict[str, Any]:
    return {
        "key": match.public_id,
        "round": match.round.number if match.round is not None else None,
        "status": match.status,
        "how": match.how,
        "is_bye": match.is_bye,
        "scenario": match.scenario_code,
        "scenario_roll": match.scenario_roll,
        "district": match.district_code,
        "group": match.group,
        "series": match.series,
        "best_of": match.best_of,
        "game_number": match.game_number,
        "planned_for": match.planned_for,
        "played_at": match.played_at,
        "ruling": match.ruling,
        "note": match.note,
        "sides": [
            {
                "entry": side.entry.public_id,
                "place": side.place,
                "result": side.result,
                "kills": side.kills,
                "losses": side.losses,
                "rating_before": side.rating_before,
                "rsvp": side.rsvp,
                "finish": side.finish,
                "team": side.team,
            }
            for side in match.sides.all()
        ],
    }


def _event(event: CampaignEvent) -> dict[str, Any]:
    by = event.actor.shown_name if event.actor is not None else EventData.read(event.data).told_by
    return {"kind": event.kind, "at": event.at, "by": by, "data": event.data, "is_revoked": event.is_revoked}


def _posts(campaign: Campaign) -> list[dict[str, Any]]:
    """Posts and comments that are not hidden."""
    shown = Comment.objects.filter(hidden_at__isnull=True).select_related("author").order_by("at", "pk")
    rows = Post.objects.filter(campaign=campaign, hidden_at__isnull=True).select_related("author", "match")
    return [
        {
            "key": post.public_id,
            "match": post.match.public_id if post.match is not None else "",
            "by": post.author.shown_name if post.author is not None else "",
            "title": post.title,
            "body": post.body,
            "at": post.at,
            "pictures": [
                (base64.b64encode(bytes(picture.content)).decode(), picture.description)
                for picture in post.pictures.all()
            ],
            "comments": [
                {
                    "by": comment.author.shown_name if comment.author is not None else "",
                    "at": comment.at,
                    "body": comment.body,
                }
                for comment in post.comments.all()
            ],
        }
        for post in rows.prefetch_related("pictures", Prefetch("comments", shown)).order_by("at", "pk")
    ]
