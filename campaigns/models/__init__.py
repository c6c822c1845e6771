"""Models of the campaigns app."""

from campaigns.models.campaign import Audience, Campaign, CampaignAddress, CampaignEvent, CampaignStatus, Theme
from campaigns.models.deals import Alliance, Deal, DealStatus
from campaigns.models.holdings import Award, Faction, Holding, ResourceEntry
from campaigns.models.league import Match, MatchSide, MatchStatus, Round, RoundKind, Rsvp, SideResult
from campaigns.models.membership import Entry, Membership, Role
from campaigns.models.notices import Delivery, DeliveryState, Notice, NoticeChoice, Rhythm, Webhook, WebhookForm
from campaigns.models.posts import Comment, Picture, Post, PostKind
from campaigns.models.push import PushDevice

__all__ = [
    "Alliance", "Audience", "Award", "Campaign", "CampaignAddress", "CampaignEvent", "CampaignStatus", "Comment",
    "Deal", "DealStatus", "Delivery", "DeliveryState", "Entry", "Faction", "Holding", "Match", "MatchSide",
    "MatchStatus", "Membership", "Notice", "NoticeChoice", "Picture", "Post", "PostKind", "PushDevice", "ResourceEntry",
    "Rhythm", "Role", "Round", "RoundKind", "Rsvp", "SideResult", "Theme", "Webhook", "WebhookForm",
]  # fmt: skip
