"""Features of the supplements' scenarios in real battles."""

from __future__ import annotations

from typing import Any

from battles.engine.aftermath.facts import facts_of
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import ScriptedDice
from battles.engine.events import Event, Removed
from battles.engine.flow import Context
from battles.engine.scenarios.areas import edge_gap
from battles.engine.scenarios.base import Scenario
from battles.engine.scenarios.creatures.figures import on_the_table
from battles.engine.scenarios.hazards.lost_warriors import is_lost
from battles.engine.scenarios.registry import scenario_of
from battles.engine.state import ACTED, KNOCKED_DOWN, Outcome
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.turn import ending
from battles.engine.steps.turn import infiltrators as infiltrating
from battles.engine.table.vectors import within
from battles.setup.tests.supplements.played_battles import begun

OPEN: dict[str, Any] = {"width": 4800, "length": 4800, "pieces": []}
HOUSE = {
    "id": "house", "kind": "house", "name": "House",
    "outline": [[2100, 2100], [2700, 2100], [2700, 2700], [2100, 2700]],
    "z0": 0, "z1": 0, "ground": "open", "flags": ["building"],
}  # fmt: skip
WOOD = {**HOUSE, "id": "wood", "kind": "forest", "name": "Forest", "flags": ["forest"]}


def on_the_field(code: str, *, table: dict[str, Any] = OPEN, seed: int = 3, **about: Any) -> Battle:
    """The battle after deployment, in its first turn."""
    battle = begun(code, table=table, seed=seed, **about)
    bot = bot_called("tactician")
    while not battle.state.turn_number:
        side = battle.awaiting()[0]
        battle.play(side, bot.choose(battle, side).command)
    return battle


def moment(battle: Battle, *dice: int, active: str = "") -> Context:
    """The position with the dice for the test. All of them must be rolled."""
    ctx = Context(battle.game, battle.state.fork(), ScriptedDice(*dice))
    if active:
        ctx.state.active = active
    return ctx


def rolled(ctx: Context) -> None:
    assert isinstance(ctx.dice, ScriptedDice)
    ctx.dice.assert_all_used()


def move(ctx: Context, model_id: str, x: float, y: float, **change: Any) -> None:
    ctx.state.models[model_id] = ctx.state.models[model_id]._replace(x=round(100 * x), y=round(100 * y), z=0, **change)


def aim_of(ctx: Context, kind: type[Scenario]) -> Scenario:
    return next(aim for aim in scenario_of(ctx.game).aims if isinstance(aim, kind))


def facts(battle: Battle | Context) -> dict[str, Any]:
    found: dict[str, Any] = battle.state.marks["scenario"]
    return found


# -- surrounded, a tomb, a wand, stones, a thief -----------------------------------------------------------------------


def test_the_surrounded_stand_in_the_middle_and_the_hunters_round_them_at_the_edges() -> None:
    battle = on_the_field("surrounded")
    for model_id, model in battle.state.models.items():
        radius = battle.game.fighters[model_id].radius
        nearest = min(
            edge_gap(battle.game, model.x, model.y, radius, edge) for edge in ("south", "west", "north", "east")
        )
        if model_id[0] == facts(battle)["defender"]:
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
    assert [model_id[0] for model_id in there] == [attacker]
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
    assert emissary not in [casualty.model for casualty in found[emissary[0]].fallen if casualty.roster_id]


def test_the_thief_hides_with_the_warband_of_the_higher_rating() -> None:
    battle = on_the_field("stop_thief")
    thief, *_ = on_the_table(battle.game, battle.state, "halfling_thief")
    assert thief[0] == facts(battle)["defender"]
    assert battle.state.order[-1] == thief[0]


# -- fog ---------------------------------------------------------------------------------------------------------------


def test_a_model_lost_in_the_mist_returns_when_a_friend_touches_it() -> None:
    battle = on_the_field("upon_the_eerie_downs")
    side = battle.state.active
    others = [model_id for model_id in battle.state.models if model_id[0] == side][1:]
    ctx = moment(battle, 1, 6, 6, 2, 4, *([3] * len(others)))
    lose = next(aim for aim in scenario_of(ctx.game).aims if aim.code == "lose_the_way")
    lose.turn_start(ctx, side)
    rolled(ctx)
    lost = f"{side}1"
    assert is_lost(ctx.state, lost)
    assert ctx.state.models[lost].flags & ACTED
    assert not any(is_lost(ctx.state, model_id) for model_id in others)
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
    column = [model_id for model_id in state.models if model_id[0] == defender]
    assert all(
        1800 <= state.models[model_id].x <= 3000 and 2100 <= state.models[model_id].y <= 2700 for model_id in column
    )
    ambush = [model_id for model_id in state.models if model_id[0] == facts(battle)["attacker"]]
    assert not any(
        infiltrating.fault_of_sight(game, state, model_id, *state.models[model_id][:3]) for model_id in ambush
    )
    assert state.active == facts(battle)["attacker"]


def test_without_cover_the_ambushers_still_keep_their_distance() -> None:
    battle = on_the_field("through_black_fire_pass")
    game, state = battle.game, battle.state
    sides = [
        [body_of(game, state, model_id) for model_id in state.models if model_id[0] == side]
        for side in battle.game.players
    ]
    assert not any(within(body, other, 999) for body in sides[0] for other in sides[1])


def test_rocks_winds_orcs_and_a_troll_come_when_the_defender_rolls_a_one() -> None:
    battle = on_the_field("through_black_fire_pass")
    models = len([1 for model in battle.state.models.values() if not model.gone])
    rolled(hazards(battle, 2))
    rolled(hazards(battle, 1, 1, *([1] * models)))
    winds = hazards(battle, 1, 4)
    assert facts(winds)["winds"]
    side = facts(battle)["attacker"]
    own = [
        model_id for model_id in battle.state.models if model_id[0] == side and not battle.state.models[model_id].gone
    ]
    blown = moment(battle, 6, *([1] * (len(own) - 1)))
    blown.state.marks = dict(winds.state.marks)
    scenario_of(blown.game).turn_start(blown, side)
    rolled(blown)
    assert [model_id for model_id in own if blown.state.models[model_id].posture == KNOCKED_DOWN] == own[:1]
    orcs = hazards(battle, 1, 5, 2, 4)
    assert len(on_the_table(orcs.game, orcs.state, "orc")) == 3
    assert all(orcs.state.models[model_id].y > 4000 for model_id in on_the_table(orcs.game, orcs.state, "orc"))
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
