"""Starts a solo campaign: a private league of one player against warbands that bots play. Its rounds plan and play
themselves (`rounds.py`)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from battles.simulation.solo import rounds
from campaigns.administration import services as administration_services
from campaigns.core.refusals import NoSuchWarband
from campaigns.matches.bot_players import BOT_SWITCH, USUAL_BOT
from campaigns.members import services as members_services
from campaigns.models import Audience, Campaign, CampaignEvent, CampaignStatus
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.refusals import Refusal
from warbands.builder import founding
from warbands.builder.list_choice import lists_by_tier
from warbands.core.ledger import ActionContext
from warbands.models import Warband
from warbands.rules.names import random_warband_name

OPPONENTS: Final = (2, 5)
"""Lowest and highest number of opponents."""
USUAL_OPPONENTS: Final = 3
MOST_RUNNING: Final = 3
"""Number of solo campaigns that a player can have running at the same time. Each uses the site's processor."""
RULEBOOK: Final = 1
"""Tier of the lists from which the opponents are chosen."""


class TooManySoloCampaigns(Refusal):
    """The player already has the maximum number of running solo campaigns."""

    code = "too_many_solo_campaigns"
    message = gettext_lazy(
        "You already have three solo campaigns running. Close one on its dashboard before you start another."
    )
    status = 409


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloTerms:
    """Settings of a solo campaign. The player brings the founded warband `warband` (public id), or a suggested one of
    the list `warband_type`; without either, a list is drawn. `bot` is the strength of the opponents."""

    name: str = ""
    warband: str = ""
    warband_type: str = ""
    opponents: int = USUAL_OPPONENTS
    bot: str = USUAL_BOT
    ruleset: str = DEFAULT_RULESET


@transaction.atomic
def start(*, terms: SoloTerms, actor_id: int, now: datetime, source_key: str = "") -> Campaign:
    """Start a solo campaign: create the league, bring the player's warband and the opponents, and plan the first round.

    A second call with the same `source_key` returns the first campaign. Raises GuestsCannotRunLeagues,
    TooManySoloCampaigns, NoSuchWarband, NoSuchType, and the errors of joining a league.
    """
    User.objects.select_for_update().get(pk=actor_id)
    if source_key:
        mine = CampaignEvent.objects.filter(actor_id=actor_id, kind="campaign_created", source_key=source_key)
        earlier = mine.select_related("campaign").first()
        if earlier is not None:
            return earlier.campaign
    running = Campaign.objects.filter(created_by_id=actor_id, is_solo=True, status=CampaignStatus.RUNNING)
    if running.count() >= MOST_RUNNING:
        raise TooManySoloCampaigns
    random = Random(secrets.token_bytes(16))
    campaign = administration_services.create(
        actor_id=actor_id,
        name=terms.name.strip() or _("Solo campaign"),
        now=now,
        ruleset=terms.ruleset,
        house_rules={BOT_SWITCH: terms.bot},
        audience=Audience.MEMBERS,
        is_solo=True,
        source_key=source_key,
    )
    own = _bring_own(campaign, terms, actor_id, now, random)
    for warband_type in opponents_lists(own.warband_type_code, terms.opponents, random):
        _bring_opponent(campaign, warband_type, actor_id, now, random)
    administration_services.change(campaign_id=campaign.pk, actor_id=actor_id, now=now, allows_late_join=False)
    rounds.plan_next(campaign_id=campaign.pk, actor_id=actor_id, now=now)
    campaign.refresh_from_db()
    return campaign


def opponents_lists(own: str, count: int, random: Random) -> Sequence[str]:
    """Codes of lists for the opponents: all different and different from the player's, as far as the rulebook has
    enough lists."""
    codes = [card.code for shelf in lists_by_tier(tier=RULEBOOK) for card in shelf.cards]
    others = [code for code in codes if code != own] or codes
    chosen: list[str] = []
    while len(chosen) < count:
        chosen += random.sample(others, min(len(others), count - len(chosen)))
    return chosen


def _bring_own(campaign: Campaign, terms: SoloTerms, actor_id: int, now: datetime, random: Random) -> Warband:
    if terms.warband:
        warband = Warband.objects.filter(public_id=terms.warband, owner_id=actor_id).first()
        if warband is None:
            raise NoSuchWarband
        members_services.join(join_code=campaign.join_code, actor_id=actor_id, warband_id=warband.pk, now=now)
        return warband
    warband_type = terms.warband_type or opponents_lists("", 1, random)[0]
    entry = members_services.join_with_new(
        join_code=campaign.join_code, actor_id=actor_id, warband_type=warband_type, now=now
    )
    return entry.warband


def _bring_opponent(campaign: Campaign, warband_type: str, actor_id: int, now: datetime, random: Random) -> None:
    """Found the suggested warband of a list and add it as a non-player warband."""
    seed = random.randbytes(16).hex()
    taken = set(campaign.entries.values_list("warband__name", flat=True))
    started = founding.start_draft(
        owner_id=actor_id,
        warband_type=warband_type,
        name=random_warband_name(warband_type, seed, taken),
        at=now,
        seed=seed,
        packs=campaign.packs,
        league_ruleset=campaign.ruleset,
    )
    by = ActionContext(actor_id=actor_id, at=now)
    founding.suggest(warband_id=started.warband_id, by=by)
    founding.found(warband_id=started.warband_id, by=by)
    members_services.add_non_player(campaign_id=campaign.pk, actor_id=actor_id, warband_id=started.warband_id, now=now)
