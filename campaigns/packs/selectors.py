"""Queries about the packs of a campaign: those in use, those available, and what a newer version would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from catalogue.custom_packs.codes import is_custom_code, key_and_number, pack_code, release_code, release_of
from catalogue.custom_packs.library import book_with
from catalogue.custom_packs.replacements import Replaced, replaced_by, shared
from catalogue.custom_packs.versions import names_between
from catalogue.models import CustomPack
from catalogue.packs.installed import book
from warbands.core.books import book_of
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.pack_updates import Difference, difference, updated_roster


@dataclass(frozen=True, slots=True)
class UsedPack:
    """A custom pack that a campaign uses; `newest` is the latest released version."""

    code: str
    public_id: str
    name: str
    number: int
    newest: int

    @property
    def is_behind(self) -> bool:
        """Whether a newer version was released."""
        return self.newest > self.number


@dataclass(frozen=True, slots=True)
class Offered:
    """A custom pack that can be chosen: at the version in use, or else the newest."""

    code: str
    name: str
    number: int

    @property
    def label(self) -> str:
        """The label of the pack's checkbox: name and version."""
        return _("%(name)s, version %(n)d") % {"name": self.name, "n": self.number}


@dataclass(frozen=True, slots=True)
class PacksText:
    """The packs of a campaign as text: excluded publications, and custom packs. Both are empty for the default
    choice."""

    left_out: tuple[str, ...]
    own: tuple[UsedPack, ...]


def packs_text(campaign: Campaign) -> PacksText:
    """The packs of a campaign as text. One query if it uses custom packs, otherwise none."""
    known = book().packs
    left_out = tuple(known[code].name for code in campaign.packs if not is_custom_code(code) and code in known)
    return PacksText(left_out, used_packs(campaign))


def used_packs(campaign: Campaign) -> tuple[UsedPack, ...]:
    """The custom packs of a campaign by name. One query, or none."""
    held = {code: number for code, number in campaign.packs.items() if is_custom_code(code)}
    if not held:
        return ()
    rows = CustomPack.objects.filter(key__in=[code.removeprefix("own_") for code in held]).defer("text")
    found = [
        UsedPack(row.code, row.public_id, row.name, held[row.code], row.latest or 0)
        for row in rows.annotate(latest=Max("releases__number")).order_by("name", "pk")
    ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ChartsText:
    """Charts that the custom packs of a campaign replace: by name of the pack, and those that more than one pack
    replaces."""

    of: tuple[tuple[str, tuple[Replaced, ...]], ...]
    shared: tuple[Replaced, ...]


def charts_text(played: Sequence[UsedPack]) -> ChartsText:
    """The charts of the custom packs in use. Makes a query only for a version that this process has not loaded. Rule:
    AF-CHART-01"""
    releases = sorted(f"{pack.code}_{pack.number}" for pack in played)
    replacements = [(pack.name, replaced_by(f"{pack.code}_{pack.number}")) for pack in played]
    return ChartsText(tuple((name, replaced) for name, replaced in replacements if replaced), shared(releases))


def offered_to(user: AbstractBaseUser | AnonymousUser, pins: Mapping[str, Any]) -> list[Offered]:
    """Custom packs that can be chosen: those in use at their version, and the user's own at the newest version. One
    query."""
    held = {code: number for code, number in pins.items() if is_custom_code(code)}
    mine = Q(owner_id=user.pk, archived_at=None) if user.is_authenticated else Q(pk=None)
    rows = CustomPack.objects.filter(mine | Q(key__in=[code.removeprefix("own_") for code in held])).defer("text")
    out = rows.annotate(latest=Max("releases__number")).order_by("name", "pk")
    return [Offered(row.code, row.name, held.get(row.code) or row.latest) for row in out if row.latest is not None]


def pack_at_address(public_id: str) -> Offered | None:
    """The pack with this public id at its newest version; None if none was released."""
    row = CustomPack.objects.filter(public_id=public_id).defer("text").annotate(latest=Max("releases__number")).first()
    return Offered(row.code, row.name, row.latest) if row is not None and row.latest is not None else None


def uses_pack(user_id: int, code: str) -> bool:
    """Whether a user is in a campaign that uses this custom pack."""
    rows = Campaign.objects.filter(memberships__user_id=user_id, memberships__left_at__isnull=True)
    return rows.filter(packs__has_key=code).exists()


@dataclass(frozen=True, slots=True)
class RosterChanges:
    """A warband of the campaign and what another version would change on its roster."""

    name: str
    player: str
    public_id: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class NewerVersion:
    """The custom pack of a warband's list, the version in use, and the newest version."""

    pack: CustomPack
    held: int
    newest: int


def newer_version_for(warband: Warband) -> NewerVersion | None:
    """The newer version of a warband's list, or None if the list is not from a custom pack or is up to date. No query
    for a list of the site."""
    release = release_of(warband.warband_type_code)
    if release is None:
        return None
    key, held = key_and_number(release)
    pack = CustomPack.objects.filter(key=key).defer("text").annotate(latest=Max("releases__number")).first()
    return NewerVersion(pack, held, pack.latest or held) if pack is not None and (pack.latest or held) > held else None


def single_roster_changes(warband: Warband, newer: NewerVersion, number: int) -> Difference:
    """What version `number` would change on one roster that is in no campaign."""
    left = release_code(newer.pack.key, newer.held)
    names = names_between(left, release_code(newer.pack.key, number))
    target = book_with({**warband.pack_pins, newer.pack.code: number})
    before = load_state(warband)
    return difference(before, updated_roster(before, names), book_of(warband), target, left)


def roster_changes(campaign: Campaign, pack: CustomPack, held: int, number: int) -> list[RosterChanges]:
    """What version `number` would change on each roster; rosters without anything from the pack are left out. Two
    queries per warband, which is acceptable because only arbitrators use the page, before a decision."""
    left = release_code(pack.key, held)
    names = names_between(left, release_code(pack.key, number))
    target = book_with({**campaign.packs, pack_code(pack.key): number})
    rows = Warband.objects.filter(entries__campaign=campaign, entries__withdrawn_at__isnull=True)
    found = []
    for warband in rows.select_related("owner").order_by("name", "pk"):
        before = load_state(warband)
        changes = difference(before, updated_roster(before, names), book_of(warband), target, left)
        if changes.is_touched:
            found.append(RosterChanges(warband.name, warband.owner.shown_name, warband.public_id, changes))
    return found
