"""Creating a campaign and changing its settings and status."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from campaigns.core.arbitrators import locked_for_arbitrator
from campaigns.core.defaults import OTHER_PRESET, WARBANDS_PER_PLAYER
from campaigns.core.events import record
from campaigns.core.refusals import GuestsCannotRunLeagues, PauseNeedsReason, ResourceUnknown
from campaigns.house_rules.switches import not_printed, refuse_bad
from campaigns.models import Audience, Campaign, CampaignEvent, CampaignStatus, Membership, Role
from campaigns.standings.rules import POINTS
from campaigns.standings.selectors import formula_of, standings_of
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.public_ids import new_public_id

# First parts of paths below /campaigns/ that are pages, so no league can have them as its slug.
RESERVED_SLUGS = frozenset({"new", "desk", "warbands", "join", "import"})


@transaction.atomic
def create(
    *,
    actor_id: int,
    name: str,
    now: datetime,
    ruleset: str = DEFAULT_RULESET,
    preset: str = OTHER_PRESET,
    starting_gold_gc: int | None = None,
    house_rules: dict[str, Any] | None = None,
    audience: str = Audience.PUBLIC,
    points: tuple[int, int, int] = POINTS,
    warbands_per_player: int = WARBANDS_PER_PLAYER,
    ladder_reach: int = 0,
    map_code: str = "",
    packs: dict[str, Any] | None = None,
    source_key: str = "",
    is_solo: bool = False,
) -> Campaign:
    """Create a campaign with its creator as arbitrator. `points` are (win, draw, loss). With `is_solo`, no other player
    can join (`Campaign.is_solo`).

    A second call with the same `source_key` and user returns the first campaign. Raises GuestsCannotRunLeagues, and
    BadHouseRules when the ruleset does not know a switch.
    """
    actor = User.objects.select_for_update().get(pk=actor_id)
    if actor.is_guest:
        raise GuestsCannotRunLeagues(remedies=[(_("Sign up"), "/accounts/signup/")])
    if source_key:
        kind = "campaign_created"
        earlier = CampaignEvent.objects.filter(actor_id=actor_id, kind=kind, source_key=source_key).first()
        if earlier is not None:
            return earlier.campaign
    refuse_bad(ruleset, house_rules or {})
    campaign = _insert(
        name=name.strip()[:80],
        preset=preset,
        ruleset=ruleset,
        house_rules=not_printed(house_rules or {}),
        starting_gold_gc=starting_gold_gc,
        audience=audience,
        points_win=points[0],
        points_draw=points[1],
        points_loss=points[2],
        warbands_per_player=warbands_per_player,
        ladder_reach=ladder_reach,
        map_code=map_code,
        packs=packs or {},
        created_by_id=actor_id,
        is_solo=is_solo,
    )
    Membership.objects.create(campaign=campaign, user_id=actor_id, role=Role.ARBITRATOR, joined_at=now)
    record(
        campaign,
        "campaign_created",
        at=now,
        actor_id=actor_id,
        source_key=source_key,
        name=campaign.name,
        ruleset=ruleset,
        preset=preset,
    )
    return campaign


def _insert(*, name: str, **fields: Any) -> Campaign:
    """Create the row with a unique address, even if two campaigns with the same name are created at the same moment."""
    slug = _free_slug(name)
    try:
        with transaction.atomic():
            return Campaign.objects.create(slug=slug, name=name, **fields)
    except IntegrityError:
        return Campaign.objects.create(slug=_longer(slug), name=name, **fields)


def _free_slug(name: str) -> str:
    stem = slugify(name)[:60].strip("-") or "campaign"
    if stem in RESERVED_SLUGS or Campaign.objects.filter(slug=stem).exists():
        return _longer(stem)
    return stem


def _longer(stem: str) -> str:
    return f"{stem}-{new_public_id()[:6].lower()}"


CHANGEABLE = frozenset(
    {
        "name", "notice", "audience", "points_win", "points_draw", "points_loss", "warbands_per_player",
        "allows_late_join", "ladder_reach", "formula", "map_code", "resources", "theme", "about",
    }
)  # fmt: skip


@transaction.atomic
def change(*, campaign_id: int, actor_id: int, now: datetime, **changes: Any) -> Campaign:
    """Change settings of a running campaign (`CHANGEABLE`). Raises NotTheArbitrator, and ResourceUnknown if points are
    set for a counter that the league does not have."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    changed = {
        field: value for field, value in changes.items() if field in CHANGEABLE and getattr(campaign, field) != value
    }
    _refuse_uncounted(campaign, changed.get("formula"))
    for field, value in changed.items():
        setattr(campaign, field, value)
    if changed:
        campaign.version += 1
        campaign.save(update_fields=[*changed, "version"])
        record(campaign, "campaign_changed", at=now, actor_id=actor_id, fields=sorted(changed))
    return campaign


def _refuse_uncounted(campaign: Campaign, formula: dict[str, Any] | None) -> None:
    if not formula or not formula.get("per_resource"):
        return
    known = [*campaign.resources, formula_of(campaign).resource]
    if not formula.get("resource") or formula["resource"] not in known:
        raise ResourceUnknown


@transaction.atomic
def set_status(*, campaign_id: int, actor_id: int, status: str, now: datetime, reason: str = "") -> Campaign:
    """Pause, resume, close or archive. A pause needs a reason, which everyone can read. Calling it again changes
    nothing. Raises NotTheArbitrator, PauseNeedsReason."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if campaign.status == CampaignStatus(status):
        return campaign
    is_pause = status == CampaignStatus.PAUSED
    campaign.pause_reason = reason.strip()[:300] if is_pause else ""
    if is_pause and not campaign.pause_reason:
        raise PauseNeedsReason
    campaign.status = CampaignStatus(status)
    is_over = status in (CampaignStatus.CLOSED, CampaignStatus.ARCHIVED)
    campaign.closed_at = (campaign.closed_at or now) if is_over else None
    campaign.archived_at = now if status == CampaignStatus.ARCHIVED else None
    campaign.save(update_fields=["status", "pause_reason", "closed_at", "archived_at"])
    data = {"reason": campaign.pause_reason} if is_pause else {}
    record(campaign, f"campaign_{status}", at=now, actor_id=actor_id, table=_final(campaign, status), **data)
    return campaign


def _final(campaign: Campaign, status: str) -> list[dict[str, Any]]:
    """The first three places of the standings, which the chronicle reports when a campaign is closed."""
    if status != CampaignStatus.CLOSED:
        return []
    return [
        {
            "place": row.line.place,
            "entry": row.entry.public_id,
            "warband": row.entry.name,
            "points": row.line.points,
            "played": row.line.played,
        }
        for row in standings_of(campaign)[:3]
    ]


@transaction.atomic
def renew_join_code(*, campaign_id: int, actor_id: int, old_code: str = "") -> Campaign:
    """Replace the invitation link. With `old_code`, only if that is still the current code, so that a repeated request
    does not create another link. Raises NotTheArbitrator."""
    campaign = locked_for_arbitrator(campaign_id, actor_id)
    if old_code and campaign.join_code != old_code:
        return campaign
    campaign.join_code = new_public_id()
    campaign.save(update_fields=["join_code"])
    return campaign
