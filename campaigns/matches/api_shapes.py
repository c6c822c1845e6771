"""Converts rows and results of selectors to API responses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from campaigns.core.permissions import CampaignAccess
from campaigns.core.serializers import FormulaSettings
from campaigns.matches.selectors import MatchView, battles_of_matches
from campaigns.models import Campaign
from campaigns.standings.selectors import StandingRow, formula_of
from mordheim_site.api.times import utc_text


def campaign_shape(
    campaign: Campaign, access: CampaignAccess | None = None, *, with_link: bool = True
) -> dict[str, Any]:
    """A campaign as JSON (`CampaignShape`); `role` is empty in lists. With `with_link`, the join code is included for
    those who run it."""
    shape = {
        "slug": campaign.slug,
        "name": campaign.name,
        "preset": campaign.preset,
        "ruleset": campaign.ruleset,
        "status": campaign.status,
        "audience": campaign.audience,
        "house_rules": campaign.house_rules,
        "starting_gold_gc": campaign.starting_gold_gc,
        "warbands_per_player": campaign.warbands_per_player,
        "formula": asdict(formula_of(campaign)),
        "notice": campaign.notice,
        "points": {"win": campaign.points_win, "draw": campaign.points_draw, "loss": campaign.points_loss},
        "created_at": utc_text(campaign.created_at),
        "role": access.role if access is not None else "",
    }
    if access is not None and access.runs_it and with_link:
        shape["join_code"] = campaign.join_code
    return shape


def settings_shape(campaign: Campaign) -> dict[str, Any]:
    """The settings of a league as JSON (`LeagueSettingsShape`)."""
    formula = asdict(formula_of(campaign))
    return {
        "name": campaign.name,
        "notice": campaign.notice,
        "audience": campaign.audience,
        "points_win": campaign.points_win,
        "points_draw": campaign.points_draw,
        "points_loss": campaign.points_loss,
        "warbands_per_player": campaign.warbands_per_player,
        "ladder_reach": campaign.ladder_reach,
        "allows_late_join": campaign.allows_late_join,
        "formula": {name: formula[name] for name in FormulaSettings.__annotations__},
    }


def standing_shape(row: StandingRow) -> dict[str, Any]:
    """A line of the standings as JSON (`StandingShape`)."""
    line = row.line
    figures = ("place", "played", "won", "drawn", "lost", "points", "kills", "losses", "rating")
    return {
        "entry": row.entry.public_id,
        "warband": row.entry.name,
        "player": row.entry.player_name,
        **{name: getattr(line, name) for name in figures},
        "parts": dict(line.parts),
        "shards": line.extras.shards,
        "is_painted": line.extras.is_painted,
    }


def match_shape(match: MatchView, access: CampaignAccess) -> dict[str, Any]:
    """A match as JSON (`MatchShape`)."""
    return match_shapes([match], access)[0]


def match_shapes(matches: Sequence[MatchView], access: CampaignAccess) -> list[dict[str, Any]]:
    """Matches as JSON (`MatchShape`). One query for each source of battles."""
    battles = battles_of_matches([match.id for match in matches])
    return [_match_shape(match, access, battles.get(match.id, "")) for match in matches]


def _match_shape(match: MatchView, access: CampaignAccess, battle: str) -> dict[str, Any]:
    return {
        "id": match.public_id,
        "campaign": match.slug,
        "title": match.title,
        "status": match.status,
        "round": match.round_number,
        "is_bye": match.is_bye,
        "how": match.how,
        "scenario": match.scenario_code,
        "scenario_roll": match.scenario_roll,
        "district": match.district_code,
        "series": match.series,
        "best_of": match.best_of,
        "game_number": match.game_number,
        "planned_for": utc_text(match.planned_for) if match.planned_for else None,
        "played_at": utc_text(match.played_at) if match.played_at else None,
        "winner": match.winner,
        "note": match.note,
        "ruling": match.ruling,
        "battle": battle,
        "sides": [
            {
                "entry": side.public_id,
                "warband": side.name,
                "roster": side.warband_id,
                "player": side.player_name,
                "result": side.result,
                "kills": side.kills,
                "losses": side.losses,
                "place": side.finish,
                "team": side.team,
                "rsvp": side.rsvp,
                "has_agreed": side.has_agreed and not match.ruling,
                "has_stand_in": side.has_stand_in,
            }
            for side in match.sides
        ],
        "acts": list(match.acts_for(access.asker)),
    }
