"""Conversion of rows and selector results to API responses about deals, pacts, posts and notices."""

from __future__ import annotations

from typing import Any

from campaigns.core.permissions import CampaignAccess
from campaigns.deals.rules import goods_from
from campaigns.deals.selectors import (
    Captive,
    DealView,
    alliances_of,
    captives_of,
    deals_of,
    standing_entries,
    stash_of,
)
from campaigns.models import Alliance, Comment, Notice, NoticeChoice, Post, PushDevice
from mordheim_site.api.times import utc_text

Values = dict[str, Any]


def _lot(data: Values) -> Values:
    lot = goods_from(data)
    return {
        "gold_gc": lot.gold_gc,
        "shards": lot.shards,
        "kit": {line.key: line.count for line in lot.kit},
        "captives": [captive.key for captive in lot.captives],
    }


def deal_shape(view: DealView) -> Values:
    """A deal as JSON (`DealShape`)."""
    row = view.row
    acts = [*(["accept", "decline"] if view.may_answer else []), *(["withdraw"] if view.may_withdraw else [])]
    return {
        "id": row.public_id,
        "status": row.status,
        "one": row.one.public_id,
        "other": row.other.public_id,
        "gives": _lot(row.gives),
        "takes": _lot(row.takes),
        "gives_words": view.gives,
        "takes_words": view.takes,
        "note": row.note,
        "offered_at": utc_text(row.offered_at),
        "acts": acts,
    }


def captive_shape(captive: Captive) -> Values:
    """A captive as JSON (`CaptiveShape`)."""
    return {
        "key": captive.key,
        "name": captive.name,
        "type": captive.type_name,
        "owner": captive.owner.public_id,
        "holder": captive.holder.public_id if captive.holder is not None else "",
        "holder_name": captive.holder_name,
    }


def pact_shape(row: Alliance) -> Values:
    """A pact as JSON (`PactShape`)."""
    return {
        "id": row.public_id,
        "one": row.one.public_id,
        "other": row.other.public_id,
        "agreed_at": utc_text(row.agreed_at) if row.agreed_at else None,
    }


def post_shape(post: Post) -> Values:
    """A post as JSON (`PostShape`)."""
    return {
        "id": post.public_id,
        "title": post.title,
        "body": post.body,
        "author": post.author.shown_name if post.author is not None else "",
        "match": post.match.public_id if post.match is not None else "",
        "at": utc_text(post.at),
        "is_hidden": post.hidden_at is not None,
    }


def comment_shape(row: Comment) -> Values:
    """A comment as JSON (`CommentShape`)."""
    return {
        "id": row.public_id,
        "author": row.author.shown_name if row.author is not None else "",
        "body": row.body,
        "at": utc_text(row.at),
        "is_hidden": row.hidden_at is not None,
    }


def notice_shape(row: Notice) -> Values:
    """A notice as JSON (`NoticeShape`)."""
    return {
        "number": row.pk,
        "sentence": row.sentence,
        "url": row.url,
        "campaign": row.campaign.slug if row.campaign is not None else "",
        "match": row.about.get("match", ""),
        "battle": row.about.get("battle", ""),
        "post": row.about.get("post", ""),
        "warbands": row.about.get("warbands", []),
        "at": utc_text(row.at),
        "is_read": row.read_at is not None,
    }


def choices_shape(row: NoticeChoice) -> Values:
    """Notification settings as JSON (`ChoicesShape`)."""
    return {"muted": list(row.muted), "rhythm": row.rhythm}


def device_shape(row: PushDevice) -> Values:
    """A device as JSON (`DeviceShape`)."""
    return {"id": row.public_id, "name": row.name, "made_at": utc_text(row.made_at)}


def market_shape(access: CampaignAccess) -> Values:
    """The market of a league for this reader, as JSON (`MarketShape`)."""
    entries = standing_entries(access.campaign)
    return {
        "open": [deal_shape(deal) for deal in deals_of(access.campaign, access.asker, is_open=True)],
        "struck": [deal_shape(deal) for deal in deals_of(access.campaign, access.asker, is_open=False)],
        "captives": [captive_shape(captive) for captive in captives_of(access.campaign, entries)],
        "stashes": {
            entry.public_id: [
                {"key": line.key, "name": line.name, "count": line.count} for line in stash_of(entry.warband_id)
            ]
            for entry in entries
            if access.asker.speaks_for(entry.player_id)
        },
    }


def pacts_shape(access: CampaignAccess) -> list[Values]:
    """Active pacts, and proposals to or from the reader's warbands, as JSON (`PactShape`)."""
    own = {entry.pk for entry in standing_entries(access.campaign) if access.asker.speaks_for(entry.player_id)}
    rows = [
        alliance
        for alliance in alliances_of(access.campaign)
        if alliance.agreed_at or {alliance.one_id, alliance.other_id} & own
    ]
    return [pact_shape(row) for row in rows]
