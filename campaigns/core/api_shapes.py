"""From rows and read structures to the plain values the API answers with."""

from __future__ import annotations

from typing import Any

from campaigns.core.permissions import CampaignAccess
from campaigns.matches.selectors import MatchView
from campaigns.models import Campaign
from campaigns.standings.selectors import StandingRow


def campaign_shape(campaign: Campaign, seat: CampaignAccess | None = None, *, with_link: bool = True) -> dict[str, Any]:
    """As `CampaignShape`; `role` is empty in lists. `with_link`: includes the join code, for those who run it."""
    shape = {
        "slug": campaign.slug,
        "name": campaign.name,
        "preset": campaign.preset,
        "ruleset": campaign.ruleset,
        "status": campaign.status,
        "audience": campaign.audience,
        "house_rules": campaign.house_rules,
        "starting_gold_gc": campaign.starting_gold_gc,
        "points": {"win": campaign.points_win, "draw": campaign.points_draw, "loss": campaign.points_loss},
        "created_at": campaign.created_at.isoformat(),
        "role": seat.role if seat is not None else "",
    }
    if seat is not None and seat.runs_it and with_link:
        shape["join_code"] = campaign.join_code
    return shape


def standing_shape(row: StandingRow) -> dict[str, Any]:
    """As `StandingShape`."""
    line = row.line
    figures = ("place", "played", "won", "drawn", "lost", "points", "kills", "losses", "rating")
    return {
        "entry": row.entry.public_id,
        "warband": row.entry.name,
        "player": row.entry.player_name,
        **{name: getattr(line, name) for name in figures},
        "parts": dict(line.parts),
        "shards": line.beside.shards,
        "is_painted": line.beside.is_painted,
    }


def match_shape(match: MatchView, seat: CampaignAccess) -> dict[str, Any]:
    """As `MatchShape`."""
    return {
        "id": match.public_id,
        "status": match.status,
        "round": match.round_number,
        "is_bye": match.is_bye,
        "how": match.how,
        "planned_for": match.planned_for.isoformat() if match.planned_for else None,
        "played_at": match.played_at.isoformat() if match.played_at else None,
        "sides": [
            {
                "entry": side.public_id,
                "warband": side.name,
                "result": side.result,
                "kills": side.kills,
                "losses": side.losses,
                "place": side.finish,
                "team": side.team,
                "has_agreed": side.has_agreed,
            }
            for side in match.sides
        ],
        "acts": list(match.acts_for(seat.asker)),
    }
