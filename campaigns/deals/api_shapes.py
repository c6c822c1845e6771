"""From rows and read structures to the answers about deals, pacts, the map, writing and notices."""

from __future__ import annotations

from typing import Any

from campaigns.city.selectors import MapView
from campaigns.deals.rules import DealGoods, Thing, goods_from
from campaigns.deals.selectors import Captive, DealView
from campaigns.models import Alliance, Comment, Notice, NoticeChoice, Post, PushDevice

Values = dict[str, Any]


def goods_shape(said: Values) -> DealGoods:
    """What a request offers; the service fills in names."""
    return DealGoods(
        said["gold_gc"],
        said["shards"],
        tuple(Thing(key, "", count) for key, count in said["kit"].items()),
        tuple(Thing(key, "") for key in said["captives"]),
    )


def _lot(said: Values) -> Values:
    lot = goods_from(said)
    return {
        "gold_gc": lot.gold_gc,
        "shards": lot.shards,
        "kit": {one.key: one.count for one in lot.kit},
        "captives": [one.key for one in lot.captives],
    }


def deal_shape(view: DealView) -> Values:
    """As `DealShape`."""
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
        "offered_at": row.offered_at.isoformat(),
        "acts": acts,
    }


def captive_shape(one: Captive) -> Values:
    """As `CaptiveShape`."""
    return {
        "key": one.key,
        "name": one.name,
        "type": one.type_name,
        "owner": one.owner.public_id,
        "holder": one.holder.public_id if one.holder is not None else "",
        "holder_name": one.holder_name,
    }


def pact_shape(row: Alliance) -> Values:
    """As `PactShape`."""
    return {
        "id": row.public_id,
        "one": row.one.public_id,
        "other": row.other.public_id,
        "agreed_at": row.agreed_at.isoformat() if row.agreed_at else None,
    }


def city_shape(code: str, view: MapView | None) -> Values:
    """As `CityShape`."""
    if view is None:
        return {"map": "", "districts": []}
    return {
        "map": code,
        "districts": [
            {
                "code": one.code,
                "name": one.name,
                "holder": one.holder_entry,
                "holder_name": one.holder,
                "gold_gc": one.gold_gc,
                "shards": one.shards,
                "borders": list(one.borders),
                "is_in_reach": one.is_in_reach,
            }
            for one in view.districts
        ],
    }


def post_shape(post: Post) -> Values:
    """As `PostShape`."""
    return {
        "id": post.public_id,
        "title": post.title,
        "body": post.body,
        "author": post.author.shown_name if post.author is not None else "",
        "match": post.match.public_id if post.match is not None else "",
        "at": post.at.isoformat(),
        "is_hidden": post.hidden_at is not None,
    }


def comment_shape(row: Comment) -> Values:
    """As `CommentShape`."""
    return {
        "id": row.public_id,
        "author": row.author.shown_name if row.author is not None else "",
        "body": row.body,
        "at": row.at.isoformat(),
        "is_hidden": row.hidden_at is not None,
    }


def notice_shape(row: Notice) -> Values:
    """As `NoticeShape`."""
    return {
        "number": row.pk,
        "sentence": row.sentence,
        "url": row.url,
        "campaign": row.campaign.slug if row.campaign is not None else "",
        "at": row.at.isoformat(),
        "is_read": row.read_at is not None,
    }


def choices_shape(row: NoticeChoice) -> Values:
    """As `ChoicesShape`."""
    return {"muted": list(row.muted), "rhythm": row.rhythm}


def device_shape(row: PushDevice) -> Values:
    """As `DeviceShape`."""
    return {"id": row.public_id, "name": row.name, "made_at": row.made_at.isoformat()}
