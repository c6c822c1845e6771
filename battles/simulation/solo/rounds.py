"""The rounds of a solo campaign. The player has a battle in every round; the other warbands fight each other, played by
a job. When every result of a round counts, the bots spend their warbands' gold and the next round is planned."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from battles.aftermath.decisions import confirmation
from battles.aftermath.stages.runner import OVER
from battles.core.availability import fit_to_fight
from battles.models import Aftermath, AftermathStatus, Battle, BattleStatus
from battles.setup import match_battles
from battles.setup.match_battles import Prepared
from battles.simulation import bot_battle, season_quartermaster
from battles.simulation.bot_battle import Run
from battles.tables.library import table_for
from campaigns.core.refusals import CampaignNotRunning, MatchNotOpen
from campaigns.matches import preparation, results
from campaigns.matches.bot_players import BOT_SWITCH, USUAL_BOT
from campaigns.matches.rows import Pair
from campaigns.models import Campaign, Entry, Match, MatchStatus, Role, Round
from campaigns.rounds.pairing import round_robin
from campaigns.rounds.planning import plan_pairs
from jobs.services import enqueue
from warbands.core.state_storage import load_state

KIND: Final = "battles.solo"
SIZE_IN: Final = 24
DENSITY: Final = "low"
OPEN: Final = (MatchStatus.PLANNED, MatchStatus.PLAYING)
SLOW_BOT: Final = "commander"
"""A bot that is too slow to play a whole battle in one step of a job; among themselves its warbands are played by the
default bot."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle between two bots that has been played in memory and is not stored yet. Without a `run`, a warband had no
    fighters."""

    match_id: int
    seed: bytes = b""
    prepared: Prepared | None = None
    run: Run | None = None


def pairs_of_round(own: Entry, others: list[Entry], number: int) -> list[Pair]:
    """Pairs of the round with this number, from 1: the player meets the others in turn; those play a round
    robin among themselves, so that one may have a bye."""
    place = (number - 1) % len(others)
    opponent = others[place]
    rest = [entry for entry in others if entry is not opponent]
    pairs: list[Pair] = [(own, opponent) if number % 2 else (opponent, own)]
    if len(rest) == 1:
        return [*pairs, (rest[0],)]
    plan = round_robin(rest)
    drawn = plan[((number - 1) // len(others)) % len(plan)] if plan else []
    return [*pairs, *((first,) if other is None else (first, other) for first, other in drawn)]


@transaction.atomic
def plan_next(*, campaign_id: int, actor_id: int, now: datetime) -> Round | None:
    """Plan the round after the last one, roll its scenarios and start the job that plays the battles of the bots. A
    second call while that round is open changes nothing. Returns None if the player or all opponents are gone."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    entries = list(campaign.entries.filter(withdrawn_at__isnull=True).select_related("warband").order_by("pk"))
    own = next((entry for entry in entries if entry.player_id is not None), None)
    others = [entry for entry in entries if entry.player_id is None]
    last = campaign.rounds.order_by("-number").first()
    if own is None or not others or (last is not None and _open_matches(last)):
        return None
    number = last.number + 1 if last is not None else 1
    pairs = pairs_of_round(own, others, number)
    made = plan_pairs(
        campaign_id=campaign_id, actor_id=actor_id, now=now, pairs=pairs, source_key=f"solo:{campaign_id}:{number}"
    )
    for match in Match.objects.filter(round=made, is_bye=False, scenario_roll="").order_by("pk"):
        preparation.draw_scenario(match_id=match.pk, actor_id=actor_id, now=now)
    start_job(campaign, f"round:{number}")
    return made


def start_job(campaign: Campaign, cause: str) -> None:
    """Start the job that continues a campaign. Can safely run twice: there is one job for each cause."""
    enqueue(
        kind=KIND,
        key=f"{campaign.pk}:{cause}",
        payload={"campaign_id": campaign.pk},
        owner_id=campaign.created_by_id,
        title=_("The other warbands of %(league)s") % {"league": campaign.name},
        back_url=reverse("campaigns:home", args=[campaign.slug]),
    )


def match_closed(match: Match, _now: datetime) -> None:
    """Continue the campaign after a match has a result or was cancelled. Called by campaigns."""
    if match.campaign.is_solo:
        start_job(match.campaign, f"match:{match.pk}:{match.status}")


def fight_next(*, campaign_id: int) -> Fought | None:
    """Play the next open battle between two bots in memory; None if there is none. The only change is that the match is
    marked as being played, which can safely be repeated."""
    match = _next_between_bots(campaign_id)
    if match is None:
        return None
    seed = secrets.token_bytes(32)
    table = table_for(seed=match.public_id, density=DENSITY, size_in=SIZE_IN)
    try:
        prepared = match_battles.prepare(
            match_id=match.pk, table=table, seed=seed, max_turns=match_battles.BOT_TURNS, nonces=("first", "second")
        )
    except match_battles.NoFightersLeft:
        return Fought(match.pk)
    except (MatchNotOpen, CampaignNotRunning):
        return None
    bot = str(match.campaign.house_rules.get(BOT_SWITCH, USUAL_BOT))
    run = bot_battle.fight(prepared, seed, bot=USUAL_BOT if bot == SLOW_BOT else bot)
    return Fought(match.pk, seed, prepared, run)


def _next_between_bots(campaign_id: int) -> Match | None:
    """The first open match without a person that has no battle yet."""
    campaign = Campaign.objects.get(pk=campaign_id)
    last = campaign.rounds.order_by("-number").first()
    if last is None or not campaign.is_open:
        return None
    waiting = Match.objects.filter(round=last, is_bye=False, status__in=OPEN).select_related("campaign")
    waiting = waiting.exclude(sides__entry__player__isnull=False)
    fought = Battle.objects.exclude(status=BattleStatus.ABANDONED).filter(match__in=waiting)
    return waiting.exclude(pk__in=fought.values("match_id")).order_by("pk").first()


@transaction.atomic
def advance(*, campaign_id: int, fought: Fought | None, now: datetime) -> bool:
    """Do the next thing of a solo campaign: store a battle that was fought, or end the round. Returns whether there may
    be more to do. Can safely run twice."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
    player = campaign.memberships.filter(role=Role.ARBITRATOR, left_at__isnull=True).first()
    if not campaign.is_open or player is None:
        return False
    if fought is not None:
        _store(fought, player.user_id, now)
        return True
    last = campaign.rounds.order_by("-number").first()
    if last is None or _open_matches(last):
        return False
    opponents = list(campaign.entries.filter(withdrawn_at__isnull=True, player__isnull=True).order_by("pk"))
    if any(_is_in_aftermath(entry) for entry in opponents):
        return False
    for entry in opponents:
        confirmation.close_open_of(warband_id=entry.warband_id, now=now)
        season_quartermaster.spend_gold(warband_id=entry.warband_id, key=f"solo:{last.number}", now=now)
    return plan_next(campaign_id=campaign_id, actor_id=player.user_id, now=now) is not None


def _store(fought: Fought, actor_id: int, now: datetime) -> None:
    """Store the battle, unless another worker was faster. Its own job runs the aftermath. A match without a battle is
    decided: the warband that has fighters wins."""
    match = Match.objects.select_for_update().get(pk=fought.match_id)
    known = Battle.objects.filter(match=match).exclude(status=BattleStatus.ABANDONED).exists()
    if known or match.status not in OPEN:
        return
    if fought.prepared is not None and fought.run is not None:
        bot_battle.store(fought.prepared, fought.run, actor_id=actor_id, now=now, seed=fought.seed)
        return
    sides = match.sides.select_related("entry__warband").order_by("place")
    able = [side.entry_id for side in sides if fit_to_fight(load_state(side.entry.warband))]
    winner = able[0] if len(able) == 1 else None
    reason = _("A warband has no warrior who can fight.")
    results.rule(match_id=match.pk, actor_id=actor_id, winner_entry_id=winner, reason=reason, now=now)


def _open_matches(last: Round) -> bool:
    decided = (MatchStatus.AGREED, MatchStatus.VOID)
    return Match.objects.filter(round=last).exclude(status__in=decided).exists()


def _is_in_aftermath(entry: Entry) -> bool:
    """Whether the rolls of an aftermath of this warband are not finished."""
    rows = Aftermath.objects.filter(warband_id=entry.warband_id, confirmed_at__isnull=True)
    return rows.exclude(stage=OVER).exclude(status=AftermathStatus.BACK).exists()
