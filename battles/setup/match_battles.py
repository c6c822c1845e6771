"""Starts a league match on the board with the warriors of the rosters, the rules of the campaign, and the players of
the sides. Rules: AF-MUSTER-01 (absent warriors), AF-MUSTER-02 (old wounds)"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.dashboard import lines as dashboard_lines
from battles.aftermath.decisions import earlier as earlier_aftermaths
from battles.core.availability import fit_to_fight, unavailable_warriors
from battles.core.bridge.fighters import fighters_of
from battles.core.custom_scenarios import scenario_known
from battles.core.custom_scenarios import terms_of as home_terms
from battles.core.defaults import PLAIN_SCENARIO
from battles.core.refusals import NotYourSide
from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.turn.alliances import partner_fault
from battles.models import AftermathLine, Battle, BattleStatus, Opponent
from battles.play.clocks import services as clocks_services
from battles.play.live import broadcast
from battles.setup import earlier_finds, rivals, services
from battles.setup.line_up.services import at_home_of, fielded
from battles.tables.library import ChosenTable
from campaigns.core.alliance_partners import partner_of
from campaigns.deals.selectors import pacts_among
from campaigns.matches.bot_players import BOT_SWITCH, BOTS, USUAL_BOT
from campaigns.matches.parties import allies_of
from campaigns.matches.turn_clocks import CLOCK_SWITCH, CLOCKS
from campaigns.models import Match, MatchSide, Membership, Role
from campaigns.rounds import scheduling
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.rating import rating_of

OVER = (BattleStatus.FINISHED, BattleStatus.ABANDONED)
PAPER = (Opponent.REPORTED, Opponent.TRACKED)
BOT_TURNS = 12
"""Number of turns of each side after which a battle with a bot ends."""


class NoFightersLeft(Refusal):
    """All warriors of a warband are dead, captured or missing this battle."""

    code = "nobody_to_field"
    rule_id = "AF-MUSTER-01"


class ByeHasNoBattle(Refusal):
    """The match is a bye, so there is no other side."""

    code = "a_bye"
    message = _("This warband has a bye in this round, so there is no battle to play.")


@dataclass(frozen=True, slots=True)
class Prepared:
    """A match that is ready to be played: the input for the engine. Nothing is stored yet."""

    match_id: int
    terms: services.Terms
    seats: list[services.SideTerms]


class NoSuchBot(Refusal):
    code = "no_such_bot"
    about = ("bot",)
    message = _("This bot does not exist. Choose one from the list.")


class NotYourScenario(Refusal):
    """This player has no map that lets them choose the scenario."""

    code = "not_your_scenario"
    about = ("scenario",)
    message = _("You cannot choose the scenario. Only a map lets a player choose it.")
    rule_id = "AF-MAP-02"
    status = 403


@transaction.atomic
def begin(
    *,
    match_id: int,
    actor_id: int,
    table: ChosenTable,
    now: datetime,
    seed: bytes | None = None,
    scenario: str = "",
    clock: str = "",
    bot: str = "",
    prepares: bool = False,
    ends_own_turns: bool = False,
) -> Battle:
    """Begin the battle of a planned match, or return the one in progress. A repeated request changes nothing. Only its
    players and the arbitrators may do this. A player with a map can choose the `scenario`. The turn clock is that of
    the league, or `clock` if the league does not set one; the same applies to the strength of the `bot` for warbands
    without a player and for players who cannot come. A player who begins the battle is there, so no bot plays for
    them. With `prepares`, players add to the dice before the battle begins; with `ends_own_turns`, turns do not end
    automatically (`services.Terms`). Raises NotYourSide, ByeHasNoBattle, NoFightersLeft, NotYourScenario, NoSuchBot,
    MatchNotOpen (decided or void), WarbandArchived, EarlierDiceAwaited and services.CannotBegin."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if not may_begin(match, list(match.sides.select_related("entry")), actor_id):
        raise NotYourSide
    drafts = Battle.objects.filter(match=match, opponent__in=PAPER, status=BattleStatus.MUSTERING)
    earlier = (
        Battle.objects.filter(match=match)
        .exclude(status=BattleStatus.ABANDONED)
        .exclude(pk__in=drafts)
        .order_by("-pk")
        .first()
    )
    if earlier is not None:
        return earlier
    match.sides.filter(has_stand_in=True, entry__player_id=actor_id).update(has_stand_in=False)
    secret = secrets.token_bytes(32) if seed is None else seed
    warbands = [side.entry.warband for side in match.sides.select_related("entry__warband").order_by("place")]
    scheduling.refuse_archived(warbands)
    earlier_aftermaths.finish_before_match([warband.pk for warband in warbands], now)
    if scenario:
        match.scenario_code = _by_map(match, actor_id, scenario)
        match.save(update_fields=["scenario_code"])
    rivals.answer(warbands, seed=secret, now=now, match_id=match.pk)
    strength = league_bot(match) or bot or USUAL_BOT
    if strength not in BOTS:
        raise NoSuchBot
    prepared = prepare(match_id=match.pk, table=table, seed=secret, bot=strength)
    drafts.update(status=BattleStatus.ABANDONED, finished_at=now)
    battle = services.create(
        terms=replace(prepared.terms, ends_own_turns=ends_own_turns),
        seats=prepared.seats,
        created_by_id=actor_id,
        now=now,
        seed=secret,
        match_id=match.pk,
        prepares=prepares,
    )
    clocks_services.add_clock(battle_id=battle.pk, code=league_clock(match) or clock, now=now)
    return battle


def match_cancelled(match: Match, now: datetime) -> None:
    """Abandon the battles of a cancelled match that have not ended, without an aftermath. Called by campaigns. An
    aftermath that has already begun continues."""
    open_ones = Battle.objects.select_for_update().filter(match=match).exclude(status__in=OVER)
    for battle in open_ones.defer("setup", "table").order_by("pk"):
        battle.status, battle.finished_at, battle.awaiting = BattleStatus.ABANDONED, now, ""
        battle.save(update_fields=["status", "finished_at", "awaiting"])
        for side in battle.sides.all():
            transaction.on_commit(partial(dashboard_lines.clear_count, side.player_id))
        broadcast.changed_after_commit(battle)


def league_clock(match: Match) -> str:
    """The turn clock in the league's house rules, or ""."""
    code = str(match.campaign.house_rules.get(CLOCK_SWITCH, ""))
    return code if code in CLOCKS else ""


def league_bot(match: Match) -> str:
    """The strength of the bot in the league's house rules, or ""."""
    code = str(match.campaign.house_rules.get(BOT_SWITCH, ""))
    return code if code in BOTS else ""


def obstacle(sides: Sequence[MatchSide], now: datetime) -> Refusal | None:
    """Why the match of these sides cannot begin now: an archived warband, or dice of an earlier aftermath that its
    player still has to enter. None if neither is the case. Rule: AF-CONFIRM-02"""
    try:
        scheduling.refuse_archived([side.entry.warband for side in sides])
    except Refusal as refusal:
        return refusal
    return earlier_aftermaths.awaited_dice([side.entry.warband_id for side in sides], now)


def map_of(match: Match, actor_id: int) -> AftermathLine | None:
    """The map with which a player of the match may choose its scenario, if there is one. Rule: AF-MAP-02"""
    entries = [side.entry for side in match.sides.select_related("entry")]
    mine = next((entry for entry in entries if entry.player_id == actor_id), None)
    return (
        earlier_finds.scenario_pick([entry.warband_id for entry in entries], mine.warband_id)
        if mine is not None
        else None
    )


def _by_map(match: Match, actor_id: int, scenario: str) -> str:
    line = map_of(match, actor_id)
    if line is None or scenario_known(scenario, match.campaign.packs) is None:
        raise NotYourScenario
    earlier_finds.use_map(line)
    return scenario


def prepare(
    *,
    match_id: int,
    table: ChosenTable,
    seed: bytes,
    max_turns: int = 0,
    nonces: tuple[str, ...] = (),
    bot: str = USUAL_BOT,
) -> Prepared:
    """Collect the warbands of a match and mark it as in progress; `bot` plays those without a player. With `max_turns`
    0, the house rules decide the length. `nonces` are the random numbers that the sides add to the dice. Raises
    ByeHasNoBattle, NoFightersLeft, MatchNotOpen."""
    match = Match.objects.select_related("campaign").get(pk=match_id)
    sides = list(match.sides.select_related("entry__warband").order_by("place"))
    if len(sides) < 2:
        raise ByeHasNoBattle
    seats = []
    for number, side in enumerate(sides):
        seat = seat_of(side, "abcdefgh"[number], seed, bot)
        seats.append(replace(seat, nonce=nonces[number]) if nonces else seat)
    seats = earlier_finds.bring(_allied(sides, seats))
    scheduling.mark_playing(match_id=match.pk)
    return Prepared(match.pk, terms_of(match, seats, table, max_turns), seats)


def _allied(sides: Sequence[MatchSide], seats: Sequence[services.SideTerms]) -> list[services.SideTerms]:
    """The sides with the letters of their allies."""
    letters = {side.entry_id: "abcdefgh"[number] for number, side in enumerate(sides)}
    allies = league_allies(sides)
    return [
        replace(seat, allies=sorted(letters[ally] for ally in allies[side.entry_id]))
        for side, seat in zip(sides, seats, strict=True)
    ]


def league_allies(sides: Sequence[MatchSide]) -> dict[int, frozenset[int]]:
    """The allies of each side according to the pacts of the league, by ids of entries. Rules: LG-PACT-01,
    ALLY-FORMAL-01"""
    ids = [side.entry_id for side in sides]
    if len(ids) < 3:
        return allies_of(ids, ())
    warbands = {side.entry_id: side.entry.warband for side in sides}
    rules = rules_for(sides[0].entry.campaign.ruleset)
    partners = {key: partner_of(warband) for key, warband in warbands.items()}
    # A pact made before the two sides hated each other, or before this rule existed, does not apply in battle.
    allowed = [pact for pact in pacts_among(ids) if partner_fault(rules, *(partners[entry] for entry in pact)) is None]
    return allies_of(ids, allowed)


def parties_of(sides: Sequence[MatchSide]) -> list[list[str]]:
    """Names of the warbands in each party of two or more."""
    names = {side.entry_id: side.entry.warband.name for side in sides}
    parties = {frozenset((entry, *others)) for entry, others in league_allies(sides).items() if others}
    return sorted(sorted(names[entry] for entry in party) for party in parties)


def may_begin(match: Match, sides: list[MatchSide], user_id: int | None) -> bool:
    """Whether this user is a player of the match or an arbitrator."""
    if user_id is None:
        return False
    if any(side.entry.player_id == user_id for side in sides):
        return True
    return Membership.objects.filter(
        campaign_id=match.campaign_id,
        user_id=user_id,
        role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR),
        left_at__isnull=True,
    ).exists()


def terms_of(match: Match, seats: list[services.SideTerms], table: ChosenTable, max_turns: int = 0) -> services.Terms:
    """The terms of the battle: the campaign's ruleset and house rules on the chosen table."""
    bots = sum(1 for seat in seats if seat.bot)
    players = {seat.player_id for seat in seats if seat.player_id is not None}
    opponent = Opponent.INVITED
    if bots:
        opponent = Opponent.BOTS if bots == len(seats) else Opponent.BOT
    elif len(players) == 1:
        opponent = Opponent.HOT_SEAT
    turns = max_turns or (BOT_TURNS if bots else 0)
    code = match.scenario_code or PLAIN_SCENARIO
    known = code if scenario_known(code, match.campaign.packs) is not None else PLAIN_SCENARIO
    return services.Terms(
        ruleset=match.campaign.ruleset,
        scenario_code=known,
        options=dict(match.campaign.house_rules),
        scenario={**({"max_turns": turns} if turns else {}), **home_terms(known)},
        table_name=table.name,
        table=table.data,
        opponent=opponent,
    )


def seat_of(side: MatchSide, letter: str, seed: bytes, bot: str = USUAL_BOT) -> services.SideTerms:
    """The side of one warband: all warriors who can fight and do not stay at home. `bot` plays it if it has no player,
    or if the arbitrator lets it play for them. Raises NoFightersLeft."""
    facts = book()
    warband: Warband = side.entry.warband
    state = load_state(warband)
    home = unavailable_warriors(state, facts, seed, letter)
    fit = frozenset(key for key in fit_to_fight(state) if key not in home)
    fighters = fighters_of(fielded(state, at_home_of(warband, state)), facts, only=fit)
    if not fighters:
        raise NoFightersLeft(
            message=_(
                "%(name)s have no warrior who can fight. Recruit one, let one fight who stays at home, or let the "
                "arbitrator decide."
            )
            % {"name": warband.name}
        )
    player = side.entry.player_id
    partner = partner_of(warband, state, facts)
    return services.SideTerms(
        name=warband.name,
        fighters=fighters,
        player_id=player,
        warband_id=warband.pk,
        bot=bot if player is None or side.has_stand_in else "",
        rating=rating_of(state, facts).total,
        alignment=partner.alignment,
        tags=sorted(partner.tags),
    )
