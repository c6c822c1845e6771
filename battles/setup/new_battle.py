"""Creates a battle with the user's own warband or a suggested one, against a bot, a friend or any player. A battle
against a bot, or between players at one screen, begins at once, with all models set up if requested. An invitation
waits for its second side."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.core.bridge.fighters import fighters_of
from battles.core.custom_scenarios import scenario_known, table_side_of, terms_of
from battles.core.defaults import PLAIN_SCENARIO
from battles.core.league_rosters import check_outside
from battles.core.suggested_warbands import DEALT
from battles.models import Battle, Opponent
from battles.play.clocks import services as clocks_services
from battles.setup import deployment, practice, services
from battles.setup.line_up.services import at_home_of, fielded
from battles.setup.table_choice import table_chosen
from battles.tables import library
from campaigns.house_rules.switches import battle_switches
from campaigns.matches import bot_players
from catalogue.custom_packs.permissions import may_found
from catalogue.packs.book import Book
from catalogue.packs.installed import book
from catalogue.rules.rulesets import DEFAULT as DEFAULT_RULESET
from mordheim_site.refusals import Refusal
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband, WarbandStatus
from warbands.rules.names import random_warband_name
from warbands.rules.rating import rating_of
from warbands.rules.suggestions import suggest_band

TURNS = 12
"""Number of turns of each side after which a casual battle ends, so that it fits into an evening."""
BOTS = tuple(bot_players.BOTS)
"""Strengths of the bot, strongest first."""


class NotYourWarband(Refusal):
    code = "not_your_warband"
    about = ("warband",)
    message = _("You cannot use that warband: it belongs to another player, is a draft, or is archived.")


class NotForTheOtherSide(Refusal):
    """An own warband for the other side, although the bot or an invited player has it, or the same one for both."""

    code = "not_for_the_other_side"
    about = ("their_warband",)
    message = _(
        "The other side cannot use this warband. One of your warbands can be chosen for the second player at this "
        "screen, and only if you do not use it yourself. Choose another one, or a suggested warband."
    )


class NoSuchChoice(Refusal):
    code = "no_such_choice"
    message = _("This warband list, scenario or table does not exist. Choose one from the list.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """The army of a side: an own warband by its public id, or a suggested one of a list ("" for any list). `named_by`
    is the input field that names the list."""

    warband: str = ""
    warband_type: str = ""
    named_by: str = "warband_type"


def random_state(warband_type: str, seed: str, facts: Book) -> WarbandState:
    """A suggested legal warband of a list. The same seed gives the same names."""
    gold = facts.warband_types[warband_type].starting_gold_gc
    state = WarbandState(
        key=f"{DEALT}{warband_type}",
        name=random_warband_name(warband_type, seed),
        warband_type_code=warband_type,
        founding_gold_gc=gold,
        treasury_gc=gold,
        seed=sha256(seed.encode()).hexdigest()[:32],
    )
    suggest_band(state, facts)
    return state


def random_warband_types(seed: str, facts: Book) -> tuple[str, str]:
    """Two different lists of the rulebook, chosen by a seed among those whose rules all work in battle."""
    codes = sorted(listed.code for listed in facts.lists_of(1))
    number = int(sha256(seed.encode()).hexdigest(), 16)
    first = codes[number % len(codes)]
    others = [code for code in codes if code != first]
    return first, others[(number // len(codes)) % len(others)]


def seat_for(army: Army, *, player_id: int | None, bot: str, seed: str, other_than: str = "") -> services.SideTerms:
    """The side of a player or a bot with this army. Raises NotYourWarband and NoSuchChoice."""
    facts = book()
    warband_id = None
    if army.warband:
        row = Warband.objects.filter(public_id=army.warband, owner_id=player_id, status=WarbandStatus.FOUNDED).first()
        if row is None:
            raise NotYourWarband
        state, warband_id = load_state(row), row.pk
        fighting = fielded(state, at_home_of(row, state))
    else:
        kind = army.warband_type or next(code for code in random_warband_types(seed, facts) if code != other_than)
        if kind not in facts.warband_types:
            raise NoSuchChoice(fields={army.named_by: [NoSuchChoice.message]})
        state = fighting = random_state(kind, seed, facts)
    return services.SideTerms(
        name=state.name,
        fighters=fighters_of(fighting, facts),
        player_id=player_id,
        warband_id=warband_id,
        bot=bot,
        rating=rating_of(state, facts).total,
    )


def _list_of(army: Army, seed: str) -> str:
    if army.warband:
        row = Warband.objects.filter(public_id=army.warband).values_list("warband_type_code", flat=True).first()
        return row or ""
    return army.warband_type or random_warband_types(seed, book())[0]


OPPONENTS: Final = (Opponent.BOT.value, Opponent.HOT_SEAT.value, Opponent.INVITED.value, Opponent.OPEN.value)
"""Opponents with which a player can start a battle. The others are of league matches between bots and of sheets."""

NO_PACK: Final = "off"
"""Choice without the terrain pack."""


@transaction.atomic
def create_battle(
    *,
    actor_id: int,
    now: datetime,
    opponent: str = Opponent.BOT,
    bot: str = bot_players.USUAL_BOT,
    ruleset: str = DEFAULT_RULESET,
    table: str = "",
    density: str = library.DENSITY,
    size_in: int = library.SIZE_IN,
    pack: str = NO_PACK,
    house_rules: Mapping[str, Any] | None = None,
    scenario: str = PLAIN_SCENARIO,
    seed: str = "",
    mine: Army | None = None,
    theirs: Army | None = None,
    visibility: str = "public",
    set_up: bool = True,
    turns: int = TURNS,
    counts: bool | None = None,
    clock: str = "",
    prepares: bool = False,
    ends_own_turns: bool = False,
    hints: bool = False,
) -> Battle:
    """Create a battle: `mine` for `actor_id` as side a, `theirs` for the bot or the second player at the same screen.

    A battle with an invitation or an open challenge waits with one side. `table` is the code of a standard table, or
    empty for generated ruins of `size_in` inches a side. `pack` is the use of the terrain pack: off, on, or with few or
    many of its pieces among the ruins. `house_rules` are switches that act in battle, by code. `counts` is whether an
    aftermath follows for the players' own warbands; with None, battles against a bot are practice and battles between
    people count (AF-PRACTICE-01). With `set_up`, all models are placed and the first turn begins. With `prepares`,
    players add to the dice before the first one is rolled. With `ends_own_turns`, turns of people do not end
    automatically (`services.Terms`); with `hints`, both players may ask for hints. `clock` is a turn clock for battles
    between people. Raises services.CannotBegin, PlaysInLeague, NoSuchClock, BadHouseRules, NotYourWarband,
    NotForTheOtherSide and NoSuchChoice.
    """
    chosen_rules = {**(house_rules or {}), **({} if pack == NO_PACK else {"terrain_pack": True})}
    options = battle_switches(ruleset, chosen_rules)
    if opponent not in OPPONENTS:
        raise NoSuchChoice(fields={"opponent": [NoSuchChoice.message]})
    seed = seed or secrets.token_hex(8)
    mine, theirs = mine or Army(), theirs or Army()
    if theirs.warband and (opponent != Opponent.HOT_SEAT or theirs.warband == mine.warband):
        raise NotForTheOtherSide
    first = seat_for(mine, player_id=actor_id, bot="", seed=f"{seed}-0")
    seats = [first]
    if opponent in (Opponent.BOT, Opponent.HOT_SEAT):
        is_bot = opponent == Opponent.BOT
        seats.append(
            seat_for(
                theirs,
                player_id=None if is_bot else actor_id,
                bot=bot if is_bot else "",
                seed=f"{seed}-1",
                other_than=_list_of(mine, f"{seed}-0"),
            )
        )
    if scenario_known(scenario) is None or not may_found(actor_id, scenario):
        raise NoSuchChoice(fields={"scenario": [NoSuchChoice.message]})
    size_in = table_side_of(scenario) or size_in
    try:
        mixed = library.NO_PIECES if pack in (NO_PACK, "on") else pack
        chosen = table_chosen(user_id=actor_id, code=table, seed=seed, density=density, size_in=size_in, pack=mixed)
    except (KeyError, ValueError) as fault:
        raise NoSuchChoice(fields={"table": [NoSuchChoice.message]}) from fault
    if counts:
        check_outside((seat.warband_id for seat in seats), "counts")
    terms = services.Terms(
        ruleset=ruleset,
        options=options,
        scenario_code=scenario,
        scenario={**({"max_turns": turns} if turns else {}), **terms_of(scenario)},
        table_name=chosen.name,
        table=chosen.data,
        opponent=opponent,
        visibility=visibility,
        counts=opponent != Opponent.BOT if counts is None else counts,
        ends_own_turns=ends_own_turns,
        hints=hints,
    )
    battle = services.create(
        terms=terms, seats=seats, created_by_id=actor_id, now=now, prepares=prepares, set_up=set_up
    )
    clocks_services.add_clock(battle_id=battle.pk, code=clock, now=now)
    if set_up and battle.is_playing:
        deployment.deploy_all_sides(battle_id=battle.pk, now=now)
        battle.refresh_from_db()
    return battle


@transaction.atomic
def accept(*, battle_id: int, actor_id: int, army: Army, now: datetime, prepares: bool = False) -> Battle:
    """Take the free side of an invitation with this army.

    With `prepares`, the players first contribute nonces to the dice. A copy of a moment of another battle already has
    its armies. Raises the errors of `services.join` and `seat_for`.
    """
    if Battle.objects.get(pk=battle_id).origin:
        return practice.join_copy(battle_id=battle_id, player_id=actor_id, now=now)
    seat = seat_for(army, player_id=actor_id, bot="", seed=f"{battle_id}-{secrets.token_hex(6)}")
    return services.join(battle_id=battle_id, seat=seat, now=now, prepares=prepares)
