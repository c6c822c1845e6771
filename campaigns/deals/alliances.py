"""Alliances (pacts) between two warbands: proposed, accepted, ended. The chronicle reports when a pact begins and
ends."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.turn.alliances import partner_fault
from campaigns.core.actions import Viewer
from campaigns.core.alliance_partners import partner_of
from campaigns.core.arbitrators import is_run_by
from campaigns.core.events import record
from campaigns.core.refusals import CampaignNotRunning, NoSuchWarband, SameWarband
from campaigns.deals.refusals import AllianceExists, NotYourDeal, PactBarred
from campaigns.models import Alliance, Campaign, Entry


@transaction.atomic
def propose(*, campaign_id: int, actor_id: int, one: str, other: str, now: datetime) -> Alliance:
    """Propose a pact; `one` and `other` are public ids of entries. If the other side has already proposed one, it is
    accepted. Calling it again changes nothing. Raises CampaignNotRunning, NoSuchWarband, SameWarband, NotYourDeal,
    PactBarred, AllianceExists."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    if not campaign.is_open:
        raise CampaignNotRunning
    rows = Entry.objects.filter(campaign=campaign, public_id__in=(one, other), withdrawn_at__isnull=True)
    found = {entry.public_id: entry for entry in rows.select_related("warband")}
    if one == other:
        raise SameWarband
    for field, entry in (("one", one), ("other", other)):
        if entry not in found:
            raise NoSuchWarband(fields={field: [NoSuchWarband.message]})
    ours, theirs = found[one], found[other]
    if not Viewer(actor_id, is_run_by(campaign_id, actor_id)).speaks_for(ours.player_id):
        raise NotYourDeal
    both = Q(one=ours, other=theirs) | Q(one=theirs, other=ours)
    _refuse_if_barred(campaign, ours, theirs)
    standing = Alliance.objects.filter(both, ended_at__isnull=True).first()
    if standing is not None and standing.agreed_at is None:
        if standing.one_id == ours.pk:
            return standing
        return agree(alliance_id=standing.pk, actor_id=actor_id, now=now)
    if standing is not None:
        raise AllianceExists
    try:
        with transaction.atomic():
            pact = Alliance.objects.create(campaign=campaign, one=ours, other=theirs, proposed_at=now)
    except IntegrityError as there:
        raise AllianceExists from there
    record(campaign, "alliance_proposed", at=now, actor_id=actor_id, pact=pact.public_id, sides=_sides(pact))
    return pact


def _refuse_if_barred(campaign: Campaign, entry: Entry, other: Entry) -> None:
    """Raise PactBarred if the league's rules forbid a formal alliance of these two. Rule: ALLY-FORMAL-01"""
    rules = rules_for(campaign.ruleset)
    fault = partner_fault(rules, partner_of(entry.warband), partner_of(other.warband))
    if fault is None:
        return
    names = {"one": entry.warband.name, "other": other.warband.name}
    reasons = {
        "no_alliances": _("The ruleset of this league has no alliances, so no pact can be made."),
        "too_far_apart": _("%(one)s and %(other)s cannot be allies: their alignments are more than one step apart."),
        "distrust": _("%(one)s and %(other)s cannot be allies: one of them distrusts the other's kind."),
        "leaders_hate": _("%(one)s and %(other)s cannot be allies while the leader of one hates the other's leader."),
    }
    raise PactBarred(message=reasons[fault.code] % names)


def _sides(pact: Alliance) -> list[dict[str, str]]:
    return [{"entry": entry.public_id, "warband": entry.warband.name} for entry in (pact.one, pact.other)]


def _locked(alliance_id: int) -> Alliance:
    rows = Alliance.objects.select_for_update(of=("self",)).select_related("campaign", "one__warband", "other__warband")
    return rows.get(pk=alliance_id)


@transaction.atomic
def agree(*, alliance_id: int, actor_id: int, now: datetime) -> Alliance:
    """Accept a proposed pact, as the other side. Calling it again changes nothing. Raises NotYourDeal,
    CampaignNotRunning, PactBarred."""
    pact = _locked(alliance_id)
    if not Viewer(actor_id, is_run_by(pact.campaign_id, actor_id)).speaks_for(pact.other.player_id):
        raise NotYourDeal
    if pact.agreed_at is not None or pact.ended_at is not None:
        return pact
    if not pact.campaign.is_open:
        raise CampaignNotRunning
    _refuse_if_barred(pact.campaign, pact.one, pact.other)
    pact.agreed_at = now
    pact.save(update_fields=["agreed_at"])
    record(pact.campaign, "alliance_made", at=now, actor_id=actor_id, pact=pact.public_id, sides=_sides(pact))
    return pact


@transaction.atomic
def end(*, alliance_id: int, actor_id: int, now: datetime) -> Alliance:
    """End a pact as either side, or withdraw or decline a proposal. Calling it again changes nothing. Raises
    NotYourDeal."""
    pact = _locked(alliance_id)
    asker = Viewer(actor_id, is_run_by(pact.campaign_id, actor_id))
    if not (asker.speaks_for(pact.one.player_id) or asker.speaks_for(pact.other.player_id)):
        raise NotYourDeal
    if pact.ended_at is None:
        pact.ended_at = now
        pact.save(update_fields=["ended_at"])
        kind = "alliance_ended" if pact.agreed_at is not None else "alliance_declined"
        record(pact.campaign, kind, at=now, actor_id=actor_id, pact=pact.public_id, sides=_sides(pact))
    return pact
