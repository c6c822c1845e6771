"""A side that concedes among three: its people leave, the others fight on, and nobody asks it anything again."""

from __future__ import annotations

import random

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Resign
from battles.engine.errors import IllegalAction
from battles.engine.events import Event, SideRouted, apply_all
from battles.engine.game import opening
from battles.engine.steps.turn.concession import fights_on_without
from battles.engine.tests.setups import begin, setup

SMALL = {"width": 2400, "length": 2400}


def played_until(battle: Battle, orders: int) -> Battle:
    """So many orders by random bots, and on until the battle has begun."""
    bot = bot_called("random")
    while battle.awaiting() and (orders > 0 or not battle.state.turn_number):
        side = battle.awaiting()[0]
        battle.play(side, bot.choose(battle, side).command)
        orders -= 1
    return battle


def conceded(ruleset: str, seed: int) -> tuple[Battle, str, list[Event]]:
    """A battle of three in which one side, drawn by the seed, concedes somewhere."""
    dice = random.Random(seed)
    data = setup(ruleset, sides=3, max_turns=8, table=SMALL)
    battle = played_until(begin(data, seed), dice.randint(24, 150))
    side = dice.choice([letter for letter in "abc" if not battle.state.sides[letter].routed])
    return battle, side, battle.play(side, Resign()) if battle.awaiting() else []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", ["core", "gazette", "mordheim", "skirmish"])
def test_the_others_fight_on_to_an_end(ruleset: str, seed: int) -> None:
    battle, side, happened = conceded(ruleset, seed)
    bot = bot_called("random")
    for _order in range(3000):
        if not battle.awaiting():
            break
        acting = battle.awaiting()[0]
        assert acting != side or not happened, "whoever has left is asked nothing"
        battle.play(acting, bot.choose(battle, acting).command)
    assert battle.outcome is not None
    if happened:
        assert side not in battle.outcome.winners
    assert apply_all(opening(battle.game), battle.log).to_data() == battle.state.to_data(), "the log tells it all"


def test_the_last_answer_of_another_turn_may_begin_ones_own() -> None:
    """Found by random battles: a timeout ended the other side's turn, and the own turn began before the side had
    left."""
    dice = random.Random(114)
    orders, bot = dice.randint(30, 160), bot_called("random")
    battle = begin(setup("mordheim", sides=3, max_turns=8, table=SMALL), 114)
    for _order in range(orders * 20):
        top = battle.state.flow[-1]
        if top.kind == "decision" and top.owner != battle.state.active and battle.state.turn_number > 1:
            break
        battle.play(battle.awaiting()[0], bot.choose(battle, battle.awaiting()[0]).command)
    side = battle.state.flow[-1].owner
    battle.play(side, Resign())
    assert side not in battle.awaiting()


def test_everyone_of_the_side_goes_unhurt_and_it_may_not_go_twice() -> None:
    battle = played_until(begin(setup("core", sides=3, table=SMALL), 3), 0)
    side = next(letter for letter in "abc" if letter != battle.state.active)
    assert fights_on_without(battle.game, battle.state, side)
    happened = battle.play(side, Resign())
    assert SideRouted(side, voluntary=True) in happened
    assert {model.gone for model_id, model in battle.state.models.items() if model_id[0] == side} == {"routed"}
    with pytest.raises(IllegalAction, match="left the field"):
        battle.play(side, Resign())


def test_in_their_own_turn_the_next_turn_begins() -> None:
    battle = played_until(begin(setup("core", sides=3, table=SMALL), 3), 0)
    side = battle.state.active
    battle.play(side, Resign())
    assert battle.outcome is None
    assert battle.state.active != side


def test_between_two_it_ends_the_battle_as_ever() -> None:
    battle = played_until(begin(setup("core", table=SMALL), 3), 0)
    battle.play("a", Resign())
    assert battle.outcome == (("b",), "resigned")


def test_among_allies_and_one_enemy_the_enemy_ends_it_and_an_ally_only_leaves() -> None:
    data = setup("core", sides=3, table=SMALL)
    data["sides"] = [{**row, "allies": allies} for row, allies in zip(data["sides"], (["b"], ["a"], []), strict=True)]
    first, second = (played_until(begin(data, 3), 0) for _copy in range(2))
    first.play("c", Resign())
    assert first.outcome == (("a", "b"), "resigned")
    second.play("a", Resign())
    assert second.outcome is None
    assert second.state.sides["a"].routed
    assert not second.state.sides["b"].routed
