"""Creating a campaign and steering it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from accounts.models import User
from battles.engine.errors import IllegalAction
from battles.engine.rulesets.compile import rules_for
from campaigns.models import Audience, Campaign, CampaignStatus, Membership, Role
from campaigns.refusals import GuestsDoNotRun, NotTheArbitrator
from campaigns.services.events import record
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal


class BadHouseRules(Refusal):
    code = "bad_house_rules"


@transaction.atomic
def create(
    *,
    actor_id: int,
    name: str,
    now: datetime,
    ruleset: str = "core",
    preset: str = "league",
    starting_gold_gc: int | None = None,
    house_rules: dict[str, Any] | None = None,
    audience: str = Audience.PUBLIC,
    points: tuple[int, int, int] = (3, 1, 0),
    warbands_per_player: int = 1,
) -> Campaign:
    """Create a campaign with its creator as arbitrator. `points` are (win, draw, loss).

    Raises GuestsDoNotRun, and BadHouseRules when the ruleset does not know a switch.
    """
    actor = User.objects.get(pk=actor_id)
    if actor.is_guest:
        raise GuestsDoNotRun
    try:
        rules_for(ruleset, house_rules or {})
    except IllegalAction as no:
        raise BadHouseRules(message=no.sentence, rule_id=no.rule or None) from no
    campaign = Campaign.objects.create(
        slug=_free_slug(name),
        name=name,
        preset=preset,
        ruleset=ruleset,
        house_rules=house_rules or {},
        starting_gold_gc=starting_gold_gc,
        audience=audience,
        points_win=points[0],
        points_draw=points[1],
        points_loss=points[2],
        warbands_per_player=warbands_per_player,
        created_by_id=actor_id,
    )
    Membership.objects.create(campaign=campaign, user_id=actor_id, role=Role.ARBITRATOR, joined_at=now)
    record(campaign, "campaign_created", at=now, actor_id=actor_id, name=name, ruleset=ruleset)
    return campaign


def _free_slug(name: str) -> str:
    stem = slugify(name)[:60] or "campaign"
    if not Campaign.objects.filter(slug=stem).exists():
        return stem
    return f"{stem}-{new_public_id()[:6].lower()}"


def locked_for_arbitrator(campaign_id: int, actor_id: int) -> Campaign:
    """The campaign row, locked, for somebody who runs it. Raises NotTheArbitrator."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    runs = Membership.objects.filter(
        campaign=campaign, user_id=actor_id, role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR), left_at__isnull=True
    )
    if not runs.exists():
        raise NotTheArbitrator
    return campaign


@transaction.atomic
def change(*, campaign_id: int, actor_id: int, now: datetime, **changes: Any) -> Campaign:
    """Change name, notice, audience, points or the limit of warbands. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    allowed = {"name", "notice", "audience", "points_win", "points_draw", "points_loss", "warbands_per_player"}
    changed = {
        field: value for field, value in changes.items() if field in allowed and getattr(campaign, field) != value
    }
    for field, value in changed.items():
        setattr(campaign, field, value)
    if changed:
        campaign.version += 1
        campaign.save(update_fields=[*changed, "version"])
        record(campaign, "campaign_changed", at=now, actor_id=actor_id, fields=sorted(changed))
    return campaign


@transaction.atomic
def set_status(*, campaign_id: int, actor_id: int, status: str, now: datetime) -> Campaign:
    """Pause, resume or close. A second press changes nothing. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if campaign.status != status:
        campaign.status = status
        campaign.closed_at = now if status == CampaignStatus.CLOSED else None
        campaign.save(update_fields=["status", "closed_at"])
        record(campaign, f"campaign_{status}", at=now, actor_id=actor_id)
    return campaign


@transaction.atomic
def renew_join_code(*, campaign_id: int, actor_id: int) -> Campaign:
    """Make the old invitation link useless and draw a new one. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    campaign.join_code = new_public_id()
    campaign.save(update_fields=["join_code"])
    return campaign
