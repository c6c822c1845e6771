"""Permissions of a campaign: who may read it, who runs it, and which warbands a user plays in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404

from campaigns.core.actions import Viewer
from campaigns.core.refusals import NotTheArbitrator
from campaigns.models import Audience, Campaign, Entry, Match, Membership, Role
from warbands.models import Visibility

Reader = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class CampaignAccess:
    """A user's membership in a campaign: the role, empty for a non-member."""

    campaign: Campaign
    user_id: int | None
    role: str = ""

    @property
    def is_member(self) -> bool:
        """Whether the user has any role in the campaign."""
        return bool(self.role)

    @property
    def runs_it(self) -> bool:
        """Whether the user is an arbitrator or a co-arbitrator."""
        return self.role in (Role.ARBITRATOR, Role.CO_ARBITRATOR)

    @property
    def asker(self) -> Viewer:
        """The user as the rules of matches need it."""
        return Viewer(self.user_id, self.runs_it)


def access_of(user: Reader, campaign: Campaign) -> CampaignAccess:
    """The user's membership. One query for a signed-in user, none for a visitor."""
    if not user.is_authenticated:
        return CampaignAccess(campaign, None)
    member = Membership.objects.filter(campaign=campaign, user_id=user.pk, left_at__isnull=True).first()
    return CampaignAccess(campaign, user.pk, member.role if member is not None else "")


def access_to_read(user: Reader, slug: str) -> CampaignAccess:
    """The membership of a user who may read the campaign. Raises Http404 if it is private and the user is not a member,
    as for unknown addresses."""
    rows = Campaign.objects.select_related("created_by", "logo")
    campaign = rows.defer("logo__content").filter(slug=slug).first()
    campaign = campaign or rows.defer("logo__content").filter(addresses__slug=slug).first()
    if campaign is None:
        raise Http404
    return _checked(user, campaign)


def has_address(campaign: Campaign, slug: str) -> bool:
    """Whether this is the current address of the campaign or a previous one."""
    return campaign.slug == slug or campaign.addresses.filter(slug=slug).exists()


def _checked(user: Reader, campaign: Campaign) -> CampaignAccess:
    access = access_of(user, campaign)
    if not _is_open_to(user, access):
        raise Http404
    return access


def _is_open_to(user: Reader, access: CampaignAccess) -> bool:
    return access.campaign.audience != Audience.MEMBERS or access.is_member or bool(getattr(user, "is_staff", False))


def may_read(user: Reader, campaign: Campaign) -> bool:
    """Whether this user may read the campaign: everyone may read a public one, members and staff a private one."""
    return _is_open_to(user, access_of(user, campaign))


def access_to_run(user: Reader, slug: str) -> CampaignAccess:
    """The membership of a user who runs the campaign. Raises Http404 if the user may not read it, NotTheArbitrator
    (403) if they may read but not run it."""
    access = access_to_read(user, slug)
    if not access.runs_it:
        raise NotTheArbitrator
    return access


def match_to_read(user: Reader, public_id: str) -> tuple[Match, CampaignAccess]:
    """A match and the reader's membership in its campaign. Raises Http404 if the campaign is private and the user is
    not a member."""
    match = Match.objects.select_related("campaign", "round", "reported_by").filter(public_id=public_id).first()
    if match is None:
        raise Http404
    return match, _checked(user, match.campaign)


def entries_of_user(user: Reader, campaign: Campaign) -> list[Entry]:
    """The warbands that this user plays in the campaign now, in the order of joining."""
    if not user.is_authenticated:
        return []
    return list(Entry.objects.filter(campaign=campaign, player_id=user.pk, withdrawn_at__isnull=True))


def entry_of(user: Reader, campaign: Campaign) -> Entry | None:
    """The first warband that this user plays in the campaign, or None."""
    return next(iter(entries_of_user(user, campaign)), None)


def may_see_stash(entry: Entry, access: CampaignAccess) -> bool:
    """Whether a user may see the stash of an entry: true for users who may read the roster."""
    if entry.warband.visibility == Visibility.PUBLIC or access.asker.speaks_for(entry.player_id):
        return True
    return bool(entry.warband.visibility == Visibility.LINK and access.is_member)


def match_at(user: Reader, slug: str, pid: str) -> tuple[Match, CampaignAccess]:
    """A match of this league, and the caller's membership. Raises Http404."""
    match, access = match_to_read(user, pid)
    if not has_address(match.campaign, slug):
        raise Http404
    return match, access
