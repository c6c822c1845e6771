"""The commander plays on in forks: with its own dice, within its budget, from what its side may know."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from battles.engine.battle import Battle
from battles.engine.bots import commander
from battles.engine.bots.base import Bot
from battles.engine.bots.commander import Commander
from battles.engine.bots.registry import bot_called
from battles.engine.bots.values import guessed_distances
from battles.engine.bots.values.positions import position_value
from battles.engine.dice import Dice, PlainDice
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.table.generator import generate_data
from battles.engine.tests.builder import RULESETS, SWORD, Arena
from battles.engine.tests.setups import begin, setup

NODES = 40


class SecretDice:
    """The dice of a battle, which nobody but the battle may roll."""

    position = 0

    def face(self, purpose: str) -> int:
        raise AssertionError("a bot rolled the battle's dice")


def positions(ruleset: str, number: int = 4, turns: int = 3) -> list[tuple[Battle, str]]:
    """Forks of a short battle between tacticians, one at each command, with the side that gives it."""
    return [(battle.fork(SecretDice()), side) for battle, side in recorded(ruleset, number, turns)]


@cache
def recorded(ruleset: str, number: int, turns: int) -> list[tuple[Battle, str]]:
    """The battle of `positions`, which is played once."""
    battle = begin(setup(ruleset, table=generate_data(number), max_turns=turns), number)
    found = []
    while battle.awaiting():
        side = battle.awaiting()[0]
        found.append((battle.fork(SecretDice()), side))
        battle.play(side, bot_called("tactician").choose(battle, side).command)
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_gives_legal_commands_without_rolling_the_battles_dice(ruleset: str) -> None:
    bot = Commander(NODES)
    for battle, side in positions(ruleset, turns=2)[::3]:
        before = battle.state.digest()
        chosen = bot.choose(battle, side)
        battle.validate(side, chosen.command)
        assert chosen.reason.code
        assert battle.state.digest() == before
        assert battle.log == []


def test_the_dice_to_come_and_the_log_do_not_change_a_choice() -> None:
    differing = 0
    for battle, side in positions("core")[::4]:
        known, other = battle.fork(PlainDice(1)), battle.fork(PlainDice(2))
        other.log.extend(begin(setup("core"), 1).log)
        differing += known.dice.face("") != other.dice.face("")
        assert Commander(NODES).choose(known, side) == Commander(NODES).choose(other, side)
    assert differing


def test_two_distances_that_look_the_same_give_the_same_choice() -> None:
    """Measuring is not allowed in mordheim: what a fork supposes follows from the guess, not from the distance."""
    placed = []
    for exact in (18.0, 18.1):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10))
        arena.add("a", at=(10, 12))
        arena.add("b", at=(exact, 10))
        battle = arena.battle("movement")
        battle.dice = PlainDice(1)
        supposed = battle.fork(PlainDice(9))
        guessed_distances.supposed(supposed.game, supposed.state, "a", supposed.dice)
        chosen = Commander(200).choose(battle, "a")
        placed.append((supposed.state.models["b1"].x, chosen.command))
        assert supposed.state.models["b1"].x != battle.state.models["b1"].x
    assert placed[0] == placed[1]


def crowded(shifts: list[float]) -> Battle:
    """A warrior with four lines of enemies around them, who block each other's guessed places. `shifts` move each enemy
    by so little that the distance still looks the same."""
    arena = Arena("mordheim")
    arena.add("a", at=(16, 16))
    places = [(sign, axis, length) for sign in (1, -1) for axis in (0, 1) for length in (8, 9.5, 11)]
    for (sign, axis, length), shift in zip(places, shifts, strict=True):
        apart = sign * (length + shift)
        arena.add("b", at=(16 + apart, 16) if axis else (16, 16 + apart))
    battle = arena.battle("movement")
    battle.dice = PlainDice(1)
    return battle


@pytest.mark.parametrize("seed", range(20))
def test_positions_that_look_the_same_become_the_same_one_where_guessed_places_are_blocked(seed: int) -> None:
    random = Random(seed)
    found = []
    for shifts in ([0.0] * 12, [random.randrange(-20, 21) / 100 for _ in range(12)]):
        fork = crowded(shifts).fork(PlainDice(seed))
        guessed_distances.supposed(fork.game, fork.state, "a", fork.dice)
        found.append({model_id: (model.x, model.y, model.z) for model_id, model in fork.state.models.items()})
    assert found[0] == found[1]
    assert len(set(found[0].values())) == 13, "every enemy has a place of its own"


def test_positions_that_look_the_same_give_the_same_command() -> None:
    random = Random(5)
    shifts = [[0.0] * 12, *([random.randrange(-20, 21) / 100 for _ in range(12)] for _ in range(2))]
    first, *others = [Commander(NODES).choose(crowded(row), "a").command for row in shifts]
    assert others == [first, first]


def test_where_measuring_is_free_the_enemies_stand_where_they_are() -> None:
    arena = Arena("core")
    arena.add("a", at=(10, 10))
    arena.add("b", at=(18, 10))
    battle = arena.battle("movement")
    supposed = battle.fork(PlainDice(9))
    guessed_distances.supposed(supposed.game, supposed.state, "a", supposed.dice)
    assert supposed.state.digest() == battle.state.digest()


def test_the_same_seed_and_budget_give_the_same_choice() -> None:
    for battle, side in positions("skirmish", 5, 2)[::5]:
        assert Commander(NODES, 3).choose(battle, side) == Commander(NODES, 3).choose(battle, side)


def test_no_more_commands_are_played_than_the_budget_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0
    play = Battle.play

    def counted(battle: Battle, side: str, command: object) -> object:
        nonlocal played
        played += 1
        return play(battle, side, command)  # type: ignore[arg-type]

    chosen_from = [row for row in positions("core") if row[0].state.flow[-1].kind == "movement"]
    monkeypatch.setattr(Battle, "play", counted)
    most = 0
    for battle, side in chosen_from[::3]:
        played = 0
        Commander(NODES).choose(battle, side)
        assert played <= NODES
        most = max(most, played)
    assert most > NODES // 2


def test_without_a_budget_it_plays_like_the_tactician() -> None:
    bot: Bot = Commander(0)
    for battle, side in positions("core", turns=2):
        assert bot.choose(battle, side) == bot_called("tactician").choose(battle, side)


def test_a_position_is_worth_as_much_to_one_side_as_it_costs_the_other() -> None:
    for battle, _side in positions("mordheim", 6, 2)[::7]:
        game, state = battle.game, battle.state
        assert position_value(game, state, "a") == pytest.approx(-position_value(game, state, "b"))


def test_a_warrior_out_of_action_and_a_rout_test_cost_value() -> None:
    arena = Arena("core")
    for number in range(8):
        arena.add("a", at=(5 + 2 * number, 5))
        arena.add("b", at=(5 + 2 * number, 30), weapons=[SWORD])
    values = []
    for _ in range(3):
        battle = arena.battle("movement")
        values.append(position_value(battle.game, battle.state, "a"))
        for model_id in list(arena.models):
            if model_id[0] == "a" and not arena.models[model_id].gone:
                arena.models[model_id] = arena.models[model_id]._replace(gone="out")
                break
    assert values[0] > values[1] > values[2]
    assert values[1] - values[2] > values[0] - values[1], "the second loss brings Rout tests"


def test_a_charge_that_is_illegal_at_a_guessed_distance_does_not_stop_the_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rule: MV-MEAS-01. The target may be out of sight at the guessed distance, though it is seen where it stands."""
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), s=6, a=4, ws=6)
    arena.add("b", at=(13, 10), ws=1, t=1, posture="stunned")
    battle = arena.battle("movement")
    battle.dice = PlainDice(1)
    tried = []

    def out_of_reach(_game: object, state: BattleState, _side: str, _dice: object) -> None:
        tried.append(state)
        state.models["b1"] = state.models["b1"]._replace(x=4000, y=4000)

    monkeypatch.setattr(commander, "supposed", out_of_reach)
    battle.validate("a", Commander(200).choose(battle, "a").command)
    assert tried


def test_nobody_is_placed_elsewhere_in_the_middle_of_an_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """An enemy placed in the way of a charge that is being carried out would break it off."""
    frames = []
    place = commander.supposed

    def watched(game: Game, state: BattleState, side: str, dice: Dice) -> None:
        frames.append(state.flow[-1].kind)
        place(game, state, side, dice)

    monkeypatch.setattr(commander, "supposed", watched)
    decisions = 0
    for battle, side in positions("mordheim", 3, 6)[::2]:
        decisions += battle.state.flow[-1].stage in commander.DECISIONS
        Commander(NODES).choose(battle, side)
    assert decisions
    assert "movement" in frames
    assert "decision" not in frames
