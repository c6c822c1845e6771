"""One battle with all checks:

the replay equals the live state after every command, legal and validate agree, dice are accounted for, all models are
in valid positions, no bases overlap, and contact means engaged.
"""

from __future__ import annotations

from battles.engine.battle import Battle
from battles.engine.bots.base import Bot
from battles.engine.bots.random import RandomBot
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Command
from battles.engine.dice import Dice, PlainDice
from battles.engine.events import Event, apply, apply_all, from_data, to_data
from battles.engine.game import opening
from battles.engine.scenarios.registry import SCENARIOS
from battles.engine.setup import game_from_data
from battles.engine.state import BattleState
from battles.engine.table.generator import generate_data
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.setups import setup
from battles.simulation.audit.geometry import GeometryAudit

EVERY = 15
"""At regular intervals the whole list of legal commands is validated."""
LIMIT = 4000


def gate_setup(number: int, max_turns: int = 4) -> dict[str, object]:
    """A different mixture of ruleset, scenario and table for each number; every third table is open ground."""
    scenario = sorted(SCENARIOS)[(number // len(RULESETS)) % len(SCENARIOS)]
    table = generate_data(number, density=("low", "club")[number % 2]) if number % 3 else None
    return setup(RULESETS[number % len(RULESETS)], scenario=scenario, table=table, max_turns=max_turns)


def bots_for(number: int) -> dict[str, Bot]:
    """Two random bots, or the tactician against one of them."""
    blue = RandomBot(number)
    return {"a": bot_called("tactician") if number % 2 else RandomBot(number + 1), "b": blue}


def play_checked(
    number: int, dice: Dice | None = None, max_turns: int = 4, data: dict[str, object] | None = None
) -> tuple[Battle, list[tuple[str, Command]]]:
    """Play a battle out with every check on the way; gives the battle and its commands. `data`: another setup."""
    data = data or gate_setup(number, max_turns)
    battle = Battle.begin(data, dice or PlainDice(number))
    bots = bots_for(number)
    audit = GeometryAudit(battle)
    shadow: BattleState = apply_all(opening(battle.game), battle.log)
    played: list[tuple[str, Command]] = []
    while battle.awaiting():
        side = battle.awaiting()[0]
        if len(played) % EVERY == 0:
            agree(battle)
        command = bots[side].choose(battle, side).command
        for event in battle.play(side, command):
            apply(shadow, event)
        played.append((side, command))
        assert shadow.digest() == battle.state.digest(), f"the state from the events differs after {command}"
        assert battle.state.dice_position == battle.dice.position, f"a die was rolled without an event by {command}"
        faults = audit.check(battle)
        assert not faults, f"{command} of battle {number}: {faults}"
        assert len(played) < LIMIT, "the battle does not end"
    assert battle.outcome is not None
    return battle, played


def agree(battle: Battle) -> None:
    """Everything that is legal is accepted, for every side that may act."""
    for side in battle.awaiting():
        legal = battle.legal(side)
        assert legal, f"nothing is legal: {battle.state.flow[-1]}"
        assert len(set(legal)) == len(legal), "a command is listed twice"
        for command in legal:
            battle.validate(side, command)


def through_storage(events: list[Event]) -> list[Event]:
    """The events as they come back from the stored log."""
    import json

    return [from_data(json.loads(json.dumps(to_data(event)))) for event in events]


def check_afterwards(number: int, battle: Battle, played: list[tuple[str, Command]]) -> None:
    """The stored log leads to the same state; the same commands and dice make the same battle again."""
    data = gate_setup(number, int(battle.game.scenario["max_turns"]))
    assert apply_all(opening(game_from_data(data)), through_storage(battle.log)).digest() == battle.state.digest()
    assert BattleState.from_data(battle.state.to_data()).digest() == battle.state.digest()
    again = Battle.begin(data, PlainDice(number))
    for side, command in played:
        again.play(side, command)
    assert again.state.digest() == battle.state.digest()
    assert again.log == battle.log
