"""Rows of the campaigns room."""

from campaigns.models.campaign import Audience, Campaign, CampaignEvent, CampaignStatus
from campaigns.models.league import Match, MatchSide, MatchStatus, Round, SideResult
from campaigns.models.membership import Entry, Membership, Role

__all__ = [
    "Audience", "Campaign", "CampaignEvent", "CampaignStatus", "Entry", "Match", "MatchSide", "MatchStatus",
    "Membership", "Role", "Round", "SideResult",
]  # fmt: skip
