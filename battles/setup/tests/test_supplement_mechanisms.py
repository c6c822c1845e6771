"""Item 3.6: what the scenarios of the supplements bring to the table, on real battles of theirs."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.aftermath.facts import facts_of
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import ScriptedDice
from battles.engine.events import Event, Removed, WoundsLost
from battles.engine.flow import Context
from battles.engine.scenarios import tokens
from battles.engine.scenarios.areas import edge_gap
from battles.engine.scenarios.base import Award, Scenario
from battles.engine.scenarios.creatures.figures import named, on_the_table, part_of
from battles.engine.scenarios.creatures.lurkers import woods
from battles.engine.scenarios.hazards.lost import is_lost
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import ACTED, KNOCKED_DOWN, Outcome
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.turn import ending
from battles.engine.steps.turn import infiltrators as infiltrating
from battles.engine.table.ground import piece_distance
from battles.engine.table.vectors import within
from battles.setup.tests.supplement_battles import begun, fought

OPEN: dict[str, Any] = {"width": 4800, "length": 4800, "pieces": []}
HOUSE = {
    "id": "house", "kind": "house", "name": "House",
    "outline": [[2100, 2100], [2700, 2100], [2700, 2700], [2100, 2700]],
    "z0": 0, "z1": 0, "ground": "open", "flags": ["building"],
}  # fmt: skip
WOOD = {**HOUSE, "id": "wood", "kind": "forest", "name": "Forest", "flags": ["forest"]}


def on_the_field(code: str, *, table: dict[str, Any] = OPEN, seed: int = 3, **about: Any) -> Battle:
    """The battle when everybody is set up and the first turn has begun."""
    battle = begun(code, table=table, seed=seed, **about)
    bot = bot_called("tactician")
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, bot.choose(battle, side).command)
    return battle


def moment(battle: Battle, *dice: int, active: str = "") -> Context:
    """The position with the dice that the test wants, of which every one must be rolled."""
    ctx = Context(battle.game, battle.state.fork(), ScriptedDice(*dice))
    if active:
        ctx.state.active = active
    return ctx


def rolled(ctx: Context) -> None:
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()


def move(ctx: Context, who: str, x: float, y: float, **change: Any) -> None:
    ctx.state.models[who] = ctx.state.models[who]._replace(x=round(100 * x), y=round(100 * y), z=0, **change)


def aim_of(ctx: Context, kind: type[Scenario]) -> Scenario:
    return next(aim for aim in scenario_of(ctx.game).aims if isinstance(aim, kind))


def facts(battle: Battle | Context) -> dict[str, Any]:
    found: dict[str, Any] = battle.state.marks["scenario"]
    return found


# -- surrounded, a tomb, a wand, stones, a thief -----------------------------------------------------------------------


def test_the_surrounded_stand_in_the_middle_and_the_hunters_round_them_at_the_edges() -> None:
    battle = on_the_field("surrounded")
    for who, model in battle.state.models.items():
        radius = battle.game.fighters[who].radius
        nearest = min(
            edge_gap(battle.game, model.x, model.y, radius, edge) for edge in ("south", "west", "north", "east")
        )
        if who[0] == facts(battle)["defender"]:
            assert abs(model.x - 2400) < 800 > abs(model.y - 2400)
        else:
            assert nearest + 2 * radius <= 400
    assert battle.state.active == facts(battle)["attacker"]


def test_the_chest_of_the_tomb_leaves_by_the_entrance_of_its_carrier_alone() -> None:
    battle = on_the_field("tomb_raid")
    quarters = facts(battle)["quarters"]
    assert sorted(quarters.values()) == ["south_east", "south_west"]
    west = next(side for side, corner in quarters.items() if corner == "south_west")
    for x, wins in ((3, True), (30, False), (45, False)):
        ctx = moment(battle, active=west)
        move(ctx, f"{west}1", x, 0.5)
        ctx.state.marks["token:1"] = {**ctx.state.marks["token:1"], "by": f"{west}1"}
        ending.settle(ctx)
        assert ctx.state.outcome == (Outcome((west,), "prize_taken") if wins else None), x


def test_nicodemus_fights_for_one_side_and_the_wand_pays_by_who_brings_it() -> None:
    battle = on_the_field("the_item_lost")
    attacker = facts(battle)["attacker"]
    there = on_the_table(battle.game, battle.state, "nicodemus")
    assert [who[0] for who in there] == [attacker]
    assert len(battle.game.fighters[there[0]].spells) == 6
    for side in battle.game.players:
        ctx = moment(battle, active=side)
        move(ctx, f"{side}2", 0.5, 24)
        ctx.state.marks["token:1"] = {**ctx.state.marks["token:1"], "by": f"{side}2"}
        ending.settle(ctx)
        loot = scenario_of(ctx.game).loot(ctx.game, ctx.state)[side]["occasions"]
        role = "attacker" if side == attacker else "defender"
        assert loot[f"prize_{role}"] == loot["winner"] == 1


def test_the_stones_are_counted_after_eight_turns_and_each_side_has_its_ally() -> None:
    battle = on_the_field("the_ogham_stones")
    roles = facts(battle)
    emissary, *_ = on_the_table(battle.game, battle.state, "dark_emissary")
    sage, *_ = on_the_table(battle.game, battle.state, "truthsayer")
    assert (emissary[0], sage[0]) == (roles["attacker"], roles["defender"])
    assert not scenario_of(battle.game).rout_tests
    assert scenario_of(battle.game).max_turns == 8
    log: list[Event] = [Removed(emissary, "out", f"{sage[0]}1")]
    found = facts_of(battle.game, battle.state, log)
    striker = battle.game.fighters[f"{sage[0]}1"].roster_id
    assert found[sage[0]].deeds[striker] == {"fells_dark_emissary": 1}
    assert emissary not in [one.model for one in found[emissary[0]].fallen if one.roster_id]


def test_the_thief_hides_with_the_warband_of_the_higher_rating() -> None:
    battle = on_the_field("stop_thief")
    thief, *_ = on_the_table(battle.game, battle.state, "halfling_thief")
    assert thief[0] == facts(battle)["defender"]
    assert battle.state.order[-1] == thief[0]


# -- fog ---------------------------------------------------------------------------------------------------------------


def test_who_rolls_a_one_and_loses_his_nerve_is_lost_until_a_friend_touches_him() -> None:
    battle = on_the_field("upon_the_eerie_downs")
    side = battle.state.active
    others = [who for who in battle.state.models if who[0] == side][1:]
    ctx = moment(battle, 1, 6, 6, 2, 4, *([3] * len(others)))
    lose = next(aim for aim in scenario_of(ctx.game).aims if aim.code == "lose_the_way")
    lose.turn_start(ctx, side)
    rolled(ctx)
    lost = f"{side}1"
    assert is_lost(ctx.state, lost)
    assert ctx.state.models[lost].flags & ACTED
    assert not any(is_lost(ctx.state, who) for who in others)
    friend = ctx.state.models[others[0]]
    move(ctx, lost, friend.x / 100 + 1, friend.y / 100)
    lose.watch(ctx)
    assert not is_lost(ctx.state, lost)


# -- the pass ----------------------------------------------------------------------------------------------------------


def hazards(battle: Battle, *dice: int) -> Context:
    ctx = moment(battle, *dice)
    scenario_of(ctx.game).turn_end(ctx, facts(battle)["defender"])
    return ctx


def test_the_column_is_on_the_road_and_the_ambush_is_out_of_its_sight() -> None:
    wall = [[0, 3600], [4800, 3600], [4800, 3800], [0, 3800]]
    ridge = {
        **HOUSE,
        "id": "ridge",
        "kind": "rock",
        "name": "Ridge",
        "outline": wall,
        "z1": 600,
        "flags": [],
        "ground": "impassable_solid",
    }
    battle = on_the_field("through_black_fire_pass", table={**OPEN, "pieces": [ridge]})
    defender = facts(battle)["defender"]
    game, state = battle.game, battle.state
    column = [who for who in state.models if who[0] == defender]
    assert all(1800 <= state.models[who].x <= 3000 and 2100 <= state.models[who].y <= 2700 for who in column)
    ambush = [who for who in state.models if who[0] == facts(battle)["attacker"]]
    assert not any(infiltrating.fault_of_sight(game, state, who, *state.models[who][:3]) for who in ambush)
    assert state.active == facts(battle)["attacker"]


def test_where_nothing_hides_anybody_the_ambush_still_keeps_its_distance() -> None:
    battle = on_the_field("through_black_fire_pass")
    game, state = battle.game, battle.state
    sides = [[body_of(game, state, who) for who in state.models if who[0] == side] for side in battle.game.players]
    assert not any(within(one, other, 999) for one in sides[0] for other in sides[1])


def test_rocks_winds_orcs_and_a_troll_come_when_the_defender_rolls_a_one() -> None:
    battle = on_the_field("through_black_fire_pass")
    models = len([1 for model in battle.state.models.values() if not model.gone])
    rolled(hazards(battle, 2))
    rolled(hazards(battle, 1, 1, *([1] * models)))
    winds = hazards(battle, 1, 4)
    assert facts(winds)["winds"]
    side = facts(battle)["attacker"]
    own = [who for who in battle.state.models if who[0] == side and not battle.state.models[who].gone]
    blown = moment(battle, 6, *([1] * (len(own) - 1)))
    blown.state.marks = dict(winds.state.marks)
    scenario_of(blown.game).turn_start(blown, side)
    rolled(blown)
    assert [who for who in own if blown.state.models[who].posture == KNOCKED_DOWN] == own[:1]
    orcs = hazards(battle, 1, 5, 2, 4)
    assert len(on_the_table(orcs.game, orcs.state, "orc")) == 3
    assert all(orcs.state.models[who].y > 4000 for who in on_the_table(orcs.game, orcs.state, "orc"))
    troll = hazards(battle, 1, 6, 5)
    assert len(on_the_table(troll.game, troll.state, "troll")) == 1


def test_half_of_the_column_off_the_west_edge_wins() -> None:
    battle = on_the_field("through_black_fire_pass")
    defender = facts(battle)["defender"]
    ctx = moment(battle, active=defender)
    for number in (1, 2, 3):
        move(ctx, f"{defender}{number}", 0.5, 10 + 4 * number)
    ending.settle(ctx)
    assert ctx.state.outcome == Outcome((defender,), "got_away")


# -- boars and wolves --------------------------------------------------------------------------------------------------


def test_boars_run_wild_and_their_stomachs_hold_shards() -> None:
    battle = on_the_field("round_up_at_the_mordheim_corral")
    loose = on_the_table(battle.game, battle.state, "boar")
    assert 4 <= len(loose) <= 8
    boar, first = loose[0], battle.game.players[0]
    ctx = moment(battle, active=first)
    move(ctx, f"{first}1", 24, 24)
    move(ctx, boar, 24.8, 24)
    ctx.emit(Removed(boar, "out", f"{first}1"))
    scenario_of(ctx.game).watch(ctx)
    carcass = next(token for token in tokens.tokens(ctx.state, "carcass").values())
    assert (carcass["x"], carcass["by"]) == (2480, "")
    searching = moment(battle, 3, active=first)
    searching.state = ctx.state.fork()
    scenario_of(ctx.game).turn_end(searching, first)
    rolled(searching)
    found = moment(battle, 4, 3, active=first)
    found.state = ctx.state.fork()
    scenario_of(ctx.game).turn_end(found, first)
    rolled(found)
    assert tokens.held_by(found.state, first, "wyrdstone") == 2
    assert scenario_of(ctx.game).loot(ctx.game, found.state)[first]["shards"] == 2
    move(found, f"{first}1", 24, 24, posture=KNOCKED_DOWN)
    scenario_of(ctx.game).watch(found)
    assert tokens.held_by(found.state, first, "wyrdstone") == 0


def test_a_boar_with_nobody_near_runs_in_a_random_direction() -> None:
    battle = on_the_field("round_up_at_the_mordheim_corral")
    loose = on_the_table(battle.game, battle.state, "boar")
    ctx = moment(battle, 6, 2, 3)
    for who in loose[1:]:
        ctx.state.models[who] = ctx.state.models[who]._replace(gone="out")
    move(ctx, loose[0], 24, 24)
    scenario_of(ctx.game).turn_start(ctx, ctx.game.neutral)
    rolled(ctx)
    assert ctx.state.models[loose[0]].flags & ACTED
    assert (ctx.state.models[loose[0]].x, ctx.state.models[loose[0]].y) != (2400, 2400)


def test_wolves_prowl_more_of_them_come_and_each_dead_one_is_paid_for() -> None:
    battle = on_the_field("wolf_hunt")
    pack = on_the_table(battle.game, battle.state, "wolf")
    assert 3 <= len(pack) <= 8
    assert len(on_the_table(battle.game, battle.state, "ranger")) == 2
    scenario, neutral = scenario_of(battle.game), battle.game.neutral
    more = moment(battle, 1, 3, 2)
    scenario.turn_end(more, neutral)
    rolled(more)
    assert len(on_the_table(more.game, more.state, "wolf")) == len(pack) + 3
    bear = moment(battle, 1, 1, 4)
    scenario.turn_end(bear, neutral)
    assert len(on_the_table(bear.game, bear.state, "bear")) == 1
    first = battle.game.players[0]
    ctx = moment(battle)
    ctx.emit(Removed(pack[0], "out", f"{first}1"))
    scenario.watch(ctx)
    assert scenario.loot(ctx.game, ctx.state)[first]["occasions"]["felled_wolf"] == 1
    slain = facts_of(bear.game, bear.state, [Removed(named(bear.game, "bear")[0], "out", f"{first}1")])
    assert slain[first].deeds[battle.game.fighters[f"{first}1"].roster_id]["fells_bear"] == 1


# -- a village, a prince, a mummy, things in the woods -----------------------------------------------------------------


def test_villagers_come_out_when_somebody_is_near_and_a_hero_loots_the_house() -> None:
    battle = on_the_field("the_frenzied_mob", table={**OPEN, "pieces": [HOUSE]})
    assert facts(battle)["buildings"] == ["house"]
    assert not on_the_table(battle.game, battle.state, "villager")
    first = battle.state.active
    ctx = moment(battle, 5, active=first)
    move(ctx, f"{first}1", 24, 24)
    scenario_of(ctx.game).watch(ctx)
    rolled(ctx)
    people = on_the_table(ctx.game, ctx.state, "villager")
    assert len(people) == 4
    assert all(piece_distance(ctx.game.table, body_of(ctx.game, ctx.state, who), "house") < 600 for who in people)
    scenario_of(ctx.game).turn_end(ctx, first)
    assert facts(ctx)["looted"] == {"house": f"{first}1"}
    assert scenario_of(ctx.game).awards(ctx.game, ctx.state) == [Award(f"{first}1", 1, "loots_building")]
    again = len(ctx.events)
    scenario_of(ctx.game).turn_end(ctx, first)
    assert len(ctx.events) == again, "each house once"


@pytest.mark.parametrize(("why", "reason"), [("left", "ward_safe"), ("out", "ward_dead"), ("fled", "ward_fled")])
def test_everything_hangs_on_the_prince(why: str, reason: str) -> None:
    battle = on_the_field("protect_the_prince")
    prince, *_ = on_the_table(battle.game, battle.state, "prince")
    defender, attacker = facts(battle)["defender"], facts(battle)["attacker"]
    assert prince[0] == defender
    ctx = moment(battle)
    ctx.state.models[prince] = ctx.state.models[prince]._replace(gone=why)
    ending.settle(ctx)
    winners = {"left": (defender,), "out": (attacker,), "fled": ()}[why]
    assert ctx.state.outcome == Outcome(winners, reason)


def test_the_prince_runs_in_a_panic_without_a_hero_beside_him() -> None:
    battle = on_the_field("protect_the_prince")
    prince, *_ = on_the_table(battle.game, battle.state, "prince")
    side = prince[0]
    ctx = moment(battle, 6, active=side)
    move(ctx, prince, 24, 24)
    scenario_of(ctx.game).turn_start(ctx, side)
    rolled(ctx)
    assert ctx.state.models[prince].flags & ACTED
    calm = moment(battle, active=side)
    move(calm, prince, 24, 24)
    move(calm, f"{side}1", 25.2, 24)
    scenario_of(calm.game).turn_start(calm, side)
    assert not calm.state.models[prince].flags & ACTED


def test_the_mummy_rises_with_its_hoard_and_takes_its_guardians_with_it() -> None:
    battle = on_the_field("the_mummy", table={**OPEN, "pieces": [HOUSE]})
    first, second = battle.state.active, next(side for side in battle.game.players if side != battle.state.active)
    ctx = moment(battle, 1, 1, active=first)
    move(ctx, f"{first}1", 24, 24)
    scenario_of(ctx.game).watch(ctx)
    rolled(ctx)
    mummy, *_ = on_the_table(ctx.game, ctx.state, "mummy")
    assert len(on_the_table(ctx.game, ctx.state, "guardian")) == 4
    ctx.emit(WoundsLost(mummy, 1, 2, f"{first}2"))
    ctx.emit(Removed(mummy, "out", f"{first}1"))
    move(ctx, f"{second}1", 24, 29)
    scenario_of(ctx.game).watch(ctx)
    assert not on_the_table(ctx.game, ctx.state, "guardian")
    assert scenario_of(ctx.game).verdict(ctx.game, ctx.state) is None, "both are near the hoard"
    move(ctx, f"{second}1", 40, 40)
    ctx.state.outcome = scenario_of(ctx.game).verdict(ctx.game, ctx.state)
    assert ctx.state.outcome == Outcome((first,), "hoard_won")
    assert Award(f"{first}1", 1, "finds_hoard") in scenario_of(ctx.game).awards(ctx.game, ctx.state)
    assert Award(f"{first}2", 1, "wounds_mummy") in scenario_of(ctx.game).awards(ctx.game, ctx.state)
    assert scenario_of(ctx.game).loot(ctx.game, ctx.state)[first]["occasions"]["hoard"] == 1


def test_a_balewolf_heals_and_roams_and_its_wood_frightens() -> None:
    battle = on_the_field("the_thing_in_the_woods", table={**OPEN, "pieces": [WOOD]})
    wolves = on_the_table(battle.game, battle.state, "balewolf")
    assert len(wolves) == 2
    assert woods(battle.game) == ["wood"]
    neutral, side = battle.game.neutral, battle.state.active
    ctx = moment(battle, 5, 1, 1, 1, active=neutral)
    ctx.state.models[wolves[1]] = ctx.state.models[wolves[1]]._replace(gone="out")
    move(ctx, wolves[0], 24, 24, wounds=2)
    scenario_of(ctx.game).turn_start(ctx, neutral)
    rolled(ctx)
    assert ctx.state.models[wolves[0]].wounds == 3
    assert ctx.state.models[wolves[0]].flags & ACTED
    dark = moment(battle, 6, 6, 1, 1, active=side)
    for wolf in wolves:
        dark.state.models[wolf] = dark.state.models[wolf]._replace(gone="out")
    move(dark, f"{side}3", 24, 24)
    scenario_of(dark.game).turn_start(dark, side)
    rolled(dark)
    assert dark.state.models[f"{side}3"].y != 2400 or dark.state.models[f"{side}3"].x != 2400


@pytest.mark.parametrize("code", ["wolf_hunt", "round_up_at_the_mordheim_corral", "the_thing_in_the_woods"])
def test_creatures_act_by_themselves_and_nobody_commands_them(code: str) -> None:
    battle = fought(code, seed=7)
    assert battle.game.neutral
    assert battle.game.neutral not in battle.game.players
    moved = [who for who in battle.state.models if who[0] == battle.game.neutral and not _in_reserve(battle, who)]
    assert moved
    assert all(part_of(battle.game.fighters[who]) for who in moved)


def _in_reserve(battle: Battle, who: str) -> bool:
    return battle.state.models[who].gone == "reserve"
