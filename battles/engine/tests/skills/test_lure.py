"""The Lure of Chaos: a model that loses obeys the caster's side until it passes its test, in every ruleset."""

from __future__ import annotations

from typing import Any

import pytest

from battles.board.options.model_options import for_model
from battles.board.prompts import prompt_for
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Cast, Charge, EndStep, Fight, Move, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import Effect
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
BEATEN = "rolloff 6, rolloff 1"


def casting(ruleset: str, dice: str, **victim: Any) -> Battle:
    """Side a's magician has just lured b1, eight inches away, with b1's comrade b2 six inches behind."""
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), spells=["lure_of_chaos"], ld=8)
    arena.add("a", at=(4, 4))
    arena.add("b", **{"at": (10, 18), "ld": 7, **victim})
    arena.add("b", at=(10, 24), ld=7)
    battle = arena.battle(arena.rules.casting_phase, dice=f"cast 5+5, {dice}")
    battle.play("a", Cast("a1", "lure_of_chaos", ("b1",)))
    return battle


def go_on(battle: Battle) -> None:
    """What has to be done is done, and nothing else."""
    legal = battle.legal(battle.awaiting()[0])
    battle.play(battle.awaiting()[0], Fight() if Fight() in legal else EndStep())


def obeying(ruleset: str, dice: str = "", phase: str = "movement", **victim: Any) -> Battle:
    """The next turn of side b, in which b1 has failed the test, when side a commands b1."""
    battle = casting(ruleset, f"{BEATEN}, ld 6+6, {dice}".rstrip(", "), **victim)
    while (battle.state.flow[-1].kind, battle.state.flow[-1].stage) != ("lured", phase):
        go_on(battle)
    assert battle.awaiting() == ("a",)
    assert battle.state.active == "b"
    return battle


@every_ruleset
@pytest.mark.parametrize(
    ("contest", "turned"), [("rolloff 3, rolloff 3, ld 6+6", {"b1": "a"}), ("rolloff 3, rolloff 4", {})]
)
def test_the_caster_must_beat_them(ruleset: str, contest: str, turned: dict[str, str]) -> None:
    battle = casting(ruleset, contest)
    assert battle.game.turned == turned
    assert battle.game.are_enemies("a1", "b1") is not bool(turned)
    assert battle.game.are_enemies("b1", "b2") is bool(turned)


@every_ruleset
def test_the_warrior_leaves_opponents_of_the_casters_warband_by_an_inch(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), spells=["lure_of_chaos"], ld=8)
    arena.add("a", at=(11, 18))
    arena.add("b", at=(10, 18))
    arena.engage("a2", "b1")
    battle = arena.battle(arena.rules.casting_phase, dice=f"cast 5+5, {BEATEN}, ld 6+6")
    battle.play("a", Cast("a1", "lure_of_chaos", ("b1",)))
    assert battle.state.models["b1"].engaged == battle.state.models["a2"].engaged == ()
    assert battle.state.models["b1"].x == 900


@every_ruleset
def test_in_their_own_turn_the_other_side_sends_them_at_their_own_side(ruleset: str) -> None:
    battle = obeying(ruleset)
    legal = battle.legal("a")
    assert Charge("b1", ("b2",)) in legal
    assert {command.targets for command in legal if isinstance(command, Charge)} == {("b2",)}
    with pytest.raises(IllegalAction, match="Only b1"):
        battle.play("a", Move("a1", "walk", (("walk", 1100, 1000, 0),)))
    battle.play("a", Charge("b1", ("b2",)))
    assert battle.state.models["b1"].engaged == ("b2",)
    assert battle.state.models["b2"].engaged == ("b1",)


@every_ruleset
def test_the_warrior_walks_as_ordered_and_their_own_side_cannot_call_them_back(ruleset: str) -> None:
    battle = obeying(ruleset)
    battle.play("a", Move("b1", "walk", (("walk", 700, 1800, 0),)))
    assert battle.state.models["b1"].x == 700
    assert battle.awaiting() == ("b",)
    with pytest.raises(IllegalAction):
        battle.play("b", Move("b1", "walk", (("walk", 900, 1800, 0),)))
    assert "b1" not in {getattr(command, "who", "") for command in battle.legal("b")}


@every_ruleset
def test_the_warrior_shoots_their_own_side(ruleset: str) -> None:
    battle = obeying(ruleset, "hit 1", "shooting", weapons=[SWORD, BOW])
    with pytest.raises(IllegalAction):
        battle.play("a", Shoot("b1", "a1", 1))
    happened = battle.play("a", Shoot("b1", "b2", 1))
    assert any(type(event).__name__ == "Attacked" and event.who == "b1" and event.whom == "b2" for event in happened)
    assert battle.state.flow[-1].kind != "lured"


@every_ruleset
def test_a_wizard_casts_at_their_own_side_and_nothing_by_choice(ruleset: str) -> None:
    phase = rules_for(ruleset).casting_phase
    battle = obeying(ruleset, "cast 6+6, count 1, wound 1", phase, spells=["warpfire"])
    with pytest.raises(IllegalAction):
        battle.play("a", Cast("b1", "warpfire", ("a1",)))
    assert Cast("b1", "warpfire", ("b2",)) in battle.legal("a")
    happened = battle.play("a", Cast("b1", "warpfire", ("b2",)))
    assert any(getattr(event, "who", "") == "b1" and getattr(event, "whom", "") == "b2" for event in happened)
    assert battle.state.flow[-1].kind != "lured"
    assert not [command for command in battle.legal(battle.awaiting()[0]) if isinstance(command, Cast)]


@every_ruleset
def test_left_to_themselves_a_lured_wizard_fails(ruleset: str) -> None:
    phase = rules_for(ruleset).casting_phase
    battle = obeying(ruleset, "cast 6+6", phase, spells=["warpfire"])
    battle.play("a", EndStep())
    offered = [command for command in battle.legal("b") if isinstance(command, Cast)]
    assert all(command.who == "b1" for command in offered)
    if offered:
        happened = battle.play("b", offered[0])
        assert any(getattr(event, "what", "") == "spell_fails" for event in happened)


@every_ruleset
def test_comrades_fight_each_other(ruleset: str) -> None:
    battle = obeying(ruleset, "hit 1, hit 1")
    battle.play("a", Charge("b1", ("b2",)))
    while battle.state.flow[-1].kind != "combat":
        go_on(battle)
    battle.play("b", Fight())
    assert {event.who for event in battle.log if type(event).__name__ == "Attacked"} == {"b1", "b2"}


@every_ruleset
def test_a_test_in_their_own_recovery_frees_them_from_comrades_too(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(40, 40))
    arena.add("b", at=(10, 10), ld=7)
    arena.add("b", at=(10, 11), ld=7)
    arena.engage("b1", "b2")
    arena.models["b1"] = arena.models["b1"]._replace(effects=(Effect("lured", 0, 0, "a"),))
    arena.marks["turned"] = {"b1": "a"}
    battle = arena.battle("shooting", dice="rolloff 5, rolloff 2, hit 1, hit 1, ld 3+4")
    while battle.state.active == "a":
        go_on(battle)
    assert battle.game.turned == {}
    assert battle.state.models["b1"].engaged == battle.state.models["b2"].engaged == ()
    assert not battle.state.models["b1"].effects
    assert "b1" in {getattr(command, "who", "") for command in battle.legal("b")}


@every_ruleset
def test_no_warrior_can_be_made_to_jump(ruleset: str) -> None:
    battle = obeying(ruleset)
    with pytest.raises(IllegalAction, match="leap"):
        battle.play("a", Move("b1", "walk", (("down", 1200, 1800, -300),)))


@every_ruleset
def test_a_timeout_lets_them_stand(ruleset: str) -> None:
    battle = obeying(ruleset)
    assert battle.legal("a")[0] == EndStep()
    battle.play("a", EndStep())
    assert (battle.state.models["b1"].x, battle.state.models["b1"].y) == (1000, 1800)
    assert battle.awaiting() == ("b",)


@pytest.mark.parametrize("name", ["tactician", "soldier"])
def test_bots_send_them_at_their_own_side(name: str) -> None:
    assert bot_called(name).choose(obeying("core"), "a").command == Charge("b1", ("b2",))
    battle = obeying("core", "", "shooting", weapons=[SWORD, BOW])
    assert bot_called(name).choose(battle, "a").command == Shoot("b1", "b2", 1)


def test_the_page_lists_the_commands_for_the_warrior_to_that_side_alone() -> None:
    battle = obeying("core")
    bidden = [option.label for verb in for_model(battle, "a", "b1", with_reach=False).verbs for option in verb.options]
    assert len(bidden) == len(battle.legal("a")) - 1
    assert not for_model(battle, "b", "b1", with_reach=False).verbs
    prompt = prompt_for(battle, ("a",), bots=frozenset())
    assert "obeys you" in prompt.question
    assert [str(option["label"]) for option in prompt.options] == ["Leave it"]


def test_a_lured_warrior_fights_the_friends_it_touches_until_it_is_itself_again() -> None:
    """Contact means engaged: the geometry audit found a lured warrior in idle contact with its friends."""
    from battles.engine.steps.nerve import lured_warriors

    arena = Arena("mordheim")
    arena.add("a", at=(20, 10))
    arena.add("b", at=(30, 10))
    arena.add("b", at=(31, 10))
    ctx = arena.context(phase="shooting")
    lured_warriors.turn(ctx, "b1", "a")
    assert ctx.model("b1").engaged == ("b2",)
    lured_warriors.turn_back(ctx, "b1")
    assert ctx.model("b1").engaged == ()
