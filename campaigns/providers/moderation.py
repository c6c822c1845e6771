"""Names and pictures of leagues, as items that staff can remove."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from accounts.moderation.kinds import KINDS, Contents, Item
from campaigns.models import Campaign, Picture

PAGE: Final = re.compile(r"^/campaigns/([-a-zA-Z0-9_]+)/")


def campaign_at(path: str) -> Campaign | None:
    """The league whose page has this address."""
    found = PAGE.match(path)
    return Campaign.objects.filter(slug=found[1]).first() if found else None


class CampaignName:
    """The name of a league; its key is the slug. The address stays, because members have links to it."""

    def items_at(self, path: str) -> Iterable[Item]:
        campaign = campaign_at(path)
        item = self.find(campaign.slug) if campaign is not None else None
        return [item] if item is not None else []

    def find(self, key: str) -> Item | None:
        campaign = Campaign.objects.filter(slug=key).first()
        if campaign is None or campaign.name == replacement(campaign):
            return None
        return Item(key, _("Name of the league “%(name)s”") % {"name": campaign.name}, campaign.created_by_id)

    def remove(self, key: str) -> Contents:
        campaign = Campaign.objects.select_for_update().get(slug=key)
        was = Contents({"name": campaign.name})
        campaign.name = replacement(campaign)
        campaign.save(update_fields=["name"])
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        campaign = Campaign.objects.select_for_update().filter(slug=key).first()
        if campaign is None or campaign.name != replacement(campaign):
            return False
        campaign.name = contents.values["name"]
        campaign.save(update_fields=["name"])
        return True


class CampaignPicture:
    """A picture of a league: its logo, or a picture in a report. Its key is the id of the picture."""

    def items_at(self, path: str) -> Iterable[Item]:
        campaign = campaign_at(path)
        rows = Picture.objects.filter(campaign=campaign).defer("content") if campaign is not None else ()
        return [self._item(picture) for picture in rows]

    def find(self, key: str) -> Item | None:
        picture = Picture.objects.filter(public_id=key).defer("content").first()
        return None if picture is None else self._item(picture)

    def remove(self, key: str) -> Contents:
        picture = Picture.objects.select_for_update().get(public_id=key)
        logo_of = Campaign.objects.filter(logo=picture).values_list("pk", flat=True).first()
        values = {
            "campaign": picture.campaign_id, "post": picture.post_id or "", "uploader": picture.uploader_id or "",
            "media_type": picture.media_type, "width": picture.width, "height": picture.height,
            "description": picture.description, "at": picture.at.isoformat(), "logo_of": logo_of or "",
        }  # fmt: skip
        was = Contents({name: str(value) for name, value in values.items()}, bytes(picture.content))
        picture.delete()
        return was

    def restore(self, key: str, contents: Contents) -> bool:
        values = contents.values
        campaign = Campaign.objects.filter(pk=int(values["campaign"])).first()
        if campaign is None or contents.content is None or Picture.objects.filter(public_id=key).exists():
            return False
        post = int(values["post"]) if values["post"] else None
        if post is not None and not campaign.posts.filter(pk=post).exists():
            return False
        picture = Picture.objects.create(
            public_id=key, campaign=campaign, post_id=post, content=contents.content, media_type=values["media_type"],
            uploader_id=int(values["uploader"]) if values["uploader"] else None, width=int(values["width"]),
            height=int(values["height"]), description=values["description"], at=datetime.fromisoformat(values["at"]),
        )  # fmt: skip
        if values["logo_of"]:
            Campaign.objects.filter(pk=int(values["logo_of"]), logo=None).update(logo=picture)
        return True

    def _item(self, picture: Picture) -> Item:
        words = {"description": picture.description or picture.public_id}
        return Item(picture.public_id, _("Picture “%(description)s”") % words, picture.uploader_id)


def replacement(campaign: Campaign) -> str:
    """The neutral name of a league whose name was removed."""
    return _("League %(number)d") % {"number": campaign.pk}


def register() -> None:
    """Register these kinds; called once at start."""
    KINDS.add("campaign_name", CampaignName())
    KINDS.add("campaign_picture", CampaignPicture())
