"""The packs of a campaign: excluded publications, custom packs at a version, and updates to a newer version.

A running campaign uses the same versions until an arbitrator changes them here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.events import record
from campaigns.core.refusals import LeagueDecides, MatchOnTheBoard, NoSuchPack, PackNotPlayed, PackStillPlayed
from campaigns.models import Campaign, Entry, Match, MatchStatus
from catalogue.custom_packs.codes import is_custom_code, key_and_number, release_code, release_of
from catalogue.custom_packs.library import ALWAYS
from catalogue.custom_packs.permissions import may_read
from catalogue.custom_packs.versions import names_between
from catalogue.models import CustomPack, PackRelease
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext
from warbands.models import Warband
from warbands.roster import packs

TOLD = 6


def check_left_out(codes: Collection[str]) -> None:
    """Raise NoSuchPack for a publication that this site does not have."""
    unknown = sorted(set(codes) - set(book().packs))
    if unknown:
        message = _("This site has no publication {code}.").format(code=unknown[0])
        raise NoSuchPack(message=message, fields={"left_out": [message]})


def pins_for(
    user: AbstractBaseUser, *, left_out: Collection[str], own: Mapping[str, int], kept: Mapping[str, Any]
) -> dict[str, Any]:
    """A choice of packs as `Campaign.packs` stores it: excluded publications, and custom packs with their versions.
    `own` maps codes of custom packs to versions; `kept` are the packs that the campaign already uses, which are allowed
    even if their author has made them private. Raises NoSuchPack for a pack the user may not read, or an unreleased
    version."""
    pins: dict[str, Any] = {code: None for code in book().packs if code in left_out and code != ALWAYS}
    for code, number in own.items():
        if kept.get(code) != number:
            pack = CustomPack.objects.filter(key=code.removeprefix("own_")).first()
            if pack is None or not may_read(user, pack):
                raise NoSuchPack
            if not PackRelease.objects.filter(pack=pack, number=number).exists():
                raise NoSuchPack(message=_("%(name)s has no such version.") % {"name": pack.name})
        pins[code] = number
    return pins


@transaction.atomic
def choose(
    *, campaign_id: int, actor_id: int, now: datetime, left_out: Collection[str], own: Mapping[str, int]
) -> Campaign:
    """Replace the choice of packs; the version of a pack already in use is changed only by `update_campaign`.

    Raises NotTheArbitrator, NoSuchPack, PackStillPlayed if a warband in the campaign uses something from a pack to be
    removed. Making the same choice again changes nothing.
    """
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    kept = {code: number for code, number in campaign.packs.items() if is_custom_code(code)}
    wanted = {code: kept.get(code, number) for code, number in own.items()}
    pins = pins_for(User.objects.get(pk=actor_id), left_out=left_out, own=wanted, kept=kept)
    if pins == campaign.packs:
        return campaign
    warbands = _warbands(campaign)
    gone = [code for code in kept if code not in pins] or [
        code for code, version in pins.items() if version is None and campaign.packs.get(code, "") is not None
    ]
    if gone:
        _refuse_if_played(warbands, pins)
    before, campaign.packs = campaign.packs, pins
    campaign.version += 1
    campaign.save(update_fields=["packs", "version"])
    for warband in warbands:
        packs.store_campaign_packs(warband, pins)
    record(campaign, "packs_changed", at=now, actor_id=actor_id, **_changed_names(before, pins))
    return campaign


def _warbands(campaign: Campaign) -> list[Warband]:
    rows = Warband.objects.select_for_update().filter(entries__campaign=campaign, entries__withdrawn_at__isnull=True)
    return list(rows.order_by("pk"))


def _refuse_if_played(warbands: list[Warband], pins: Mapping[str, Any]) -> None:
    for warband in warbands:
        found = packs.codes_outside(warband, pins)
        if found:
            raise PackStillPlayed(
                message=_("%(name)s uses %(things)s in this league. Nothing was changed.")
                % {"name": warband.name, "things": ", ".join(fact.name for fact in found[:TOLD])}
            )


def refuse_if_not_played(warband: Warband, pins: Mapping[str, Any]) -> None:
    """Raise PackNotPlayed if a roster that wants to join uses something that the campaign does not."""
    if not pins and not is_custom_code(warband.warband_type_code) and not any(map(is_custom_code, warband.pack_pins)):
        return
    found = packs.codes_outside(warband, pins)
    if found:
        raise PackNotPlayed(
            message=_("%(name)s cannot join: this league does not use %(things)s.")
            % {"name": warband.name, "things": ", ".join(_thing(fact.name, fact.source.pack) for fact in found[:TOLD])}
        )


def _thing(name: str, pack: str) -> str:
    if not is_custom_code(pack):
        return name
    number = pack.rpartition("_")[2]
    return _("%(thing)s (version %(n)s of its pack)") % {"thing": name, "n": number}


@transaction.atomic
def update_campaign(
    *, campaign_id: int, actor_id: int, pack_code: str, number: int, left: int, now: datetime
) -> Campaign:
    """Update the campaign and every roster in it to another version of a custom pack.

    `left` is the version that the page showed; if it is no longer the current one, the campaign is returned unchanged.
    Raises NotTheArbitrator, NoSuchPack, MatchOnTheBoard, Refusal.
    """
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    held = campaign.packs.get(pack_code)
    if held == number:
        return campaign
    if held is None or not is_custom_code(pack_code):
        raise NoSuchPack
    if held != left:
        raise Refusal(
            "stale_version", _("Another version was chosen in the meantime. Review the changes again."), status=409
        )
    pack = CustomPack.objects.filter(key=pack_code.removeprefix("own_")).first()
    if pack is None or not PackRelease.objects.filter(pack=pack, number=number).exists():
        raise NoSuchPack
    if Match.objects.filter(campaign=campaign, status=MatchStatus.PLAYING).exists():
        raise MatchOnTheBoard
    before, campaign.packs = campaign.packs, {**campaign.packs, pack_code: number}
    campaign.version += 1
    campaign.save(update_fields=["packs", "version"])
    names = names_between(release_code(pack.key, held), release_code(pack.key, number))
    for warband in _warbands(campaign):
        packs.update_to_version(
            warband_id=warband.pk,
            names=names,
            pins=campaign.packs,
            words={"name": pack.name, "number": number},
            by=ActionContext(actor_id=actor_id, at=now),
        )
    record(campaign, "packs_changed", at=now, actor_id=actor_id, **_changed_names(before, campaign.packs))
    return campaign


@transaction.atomic
def update_warband(*, warband_id: int, actor_id: int, number: int, now: datetime) -> None:
    """Update a warband that is in no campaign to another version of its list's pack.

    Raises NoSuchPack if its owner may not read the pack or the version was not released, and LeagueDecides if the
    warband is in a campaign. Calling it again changes nothing.
    """
    warband = Warband.objects.select_for_update().get(pk=warband_id)
    if Entry.objects.filter(warband=warband, withdrawn_at__isnull=True).exists():
        raise LeagueDecides
    release = release_of(warband.warband_type_code)
    pack = CustomPack.objects.filter(key=key_and_number(release)[0]).first() if release is not None else None
    if release is None or pack is None or not may_read(User.objects.get(pk=actor_id), pack):
        raise NoSuchPack
    held = key_and_number(release)[1]
    if held == number:
        return
    if not PackRelease.objects.filter(pack=pack, number=number).exists():
        raise NoSuchPack
    packs.update_to_version(
        warband_id=warband.pk,
        names=names_between(release, release_code(pack.key, number)),
        pins={},
        words={"name": pack.name, "number": number},
        by=ActionContext(actor_id=actor_id, at=now),
    )


def _changed_names(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Names for the chronicle: publications that were excluded or included again, and custom packs with their new
    version."""
    known = book().packs
    own = {code: number for code, number in after.items() if is_custom_code(code) and before.get(code) != number}
    names = dict(
        CustomPack.objects.filter(key__in=[code.removeprefix("own_") for code in {*before, *after}]).values_list(
            "key", "name"
        )
    )
    return {
        "left_out": [known[code].name for code in after if not is_custom_code(code) and code not in before],
        "let_in": [
            known[code].name for code in before if not is_custom_code(code) and code not in after and code in known
        ],
        "own": [{"name": names.get(code.removeprefix("own_"), code), "number": number} for code, number in own.items()],
        "dropped": [
            names.get(code.removeprefix("own_"), code) for code in before if is_custom_code(code) and code not in after
        ],
    }
