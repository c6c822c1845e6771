"""The promises of the engine, kept while garrison buildings are stormed, held, left and sallied out of."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Charge, Command, Move
from battles.engine.dice import PlainDice
from battles.engine.events import Marked, apply_all
from battles.engine.flow import Context, record_flow, run
from battles.engine.rulesets.compile import rules_for
from battles.engine.steps.models.bodies import body_of
from battles.engine.table.table import Table
from battles.engine.terrain.buildings.garrisons import GARRISON, inside_spot
from battles.engine.terrain.classes import classed
from battles.engine.tests.builder import BOW, RULESETS, SWORD
from battles.engine.tests.gates.checks import agree
from battles.simulation.audit.geometry import GeometryAudit
from battles.simulation.conformance.arena import Arena

STEPS = 110
SEEDS = range(4)


def siege(ruleset: str, seed: int) -> tuple[Battle, Arena]:
    """Five models in front of a house of two floors with three inside, one of them a Hero, one stupid."""
    pack = {"terrain_pack": True}
    house = {
        "id": "inn", "kind": "haunted_mansion", "name": "Inn", "z0": 0, "z1": 600, "building_mode": "garrison",
        "outline": [[2000, 2000], [2500, 2000], [2500, 2500], [2000, 2500]],
    }  # fmt: skip
    wood = {
        "id": "wood", "kind": "blood_forest", "name": "Wood",
        "outline": [[1200, 2100], [1600, 2100], [1600, 2500], [1200, 2500]],
    }  # fmt: skip
    data = {"width": 4800, "length": 4800, "pieces": [house, wood]}
    arena = Arena(ruleset, table=Table.from_data(classed(data, rules_for(ruleset, pack))), options=pack)
    for number in range(4):
        arena.add("a", at=(17 + seed % 3, 19.5 + 1.3 * number), ws=4, weapons=[SWORD, BOW], m=4 + number % 2)
    arena.add("a", at=(17, 17), spells=["sword_of_rezhebel"])
    for number in range(3):
        role = ("hero", "henchman", "henchman")[number]
        keywords = ["frenzy"] if number == 2 else []
        flags = ["frenzied"] if number == 2 else []
        arena.add("b", at=(22, 22), weapons=[SWORD, BOW], role=role, keywords=keywords, flags=flags)
    game, state = arena.game(), arena.position("movement")
    inside: dict[str, list[object]] = {}
    for number, model_id in enumerate(("b1", "b2", "b3")):
        floor = 1 + number % 2
        x, y, z = inside_spot(game, state, game.table.piece("inn"), floor, 50)
        arena.models[model_id] = state.models[model_id] = arena.models[model_id]._replace(x=x, y=y, z=z)
        inside[model_id] = ["inn", floor]
        state.marks[GARRISON] = inside
    arena.marks[GARRISON] = inside
    game, state = arena.game(), arena.position("movement")
    battle = Battle(game, state, PlainDice(seed))
    context = Context(game, battle.state, battle.dice)
    before = battle.state.flow
    run(context)
    record_flow(context, before)
    battle.log.extend(context.events)
    return battle, arena


def chosen(legal: list[Command], picks: PlainDice) -> Command:
    """Charges and doors first, else anything."""
    bold = [command for command in legal if isinstance(command, Charge)]
    bold += [command for command in legal if isinstance(command, Move) and command.manner in ("enter", "leave")]
    pool = bold if bold and picks.face("die") > 2 else legal
    return pool[(36 * picks.face("die") + 6 * picks.face("die") + picks.face("die")) % len(pool)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sieges_keep_every_promise(ruleset: str) -> None:
    marks: set[str] = set()
    for seed in SEEDS:
        battle, arena = siege(ruleset, seed)
        picks = PlainDice(seed + 100)
        audit = GeometryAudit(battle)
        for step in range(STEPS):
            if not battle.awaiting():
                break
            side = battle.awaiting()[0]
            if step % 10 == 0:
                agree(battle)
            command = chosen(battle.legal(side), picks)
            battle.play(side, command)
            faults = audit.check(battle)
            assert not faults, f"{command} of siege {seed}: {faults}"
        assert apply_all(arena.position("movement"), battle.log).digest() == battle.state.digest()
        marks |= {event.key.partition(":")[0] for event in battle.log if isinstance(event, Marked)}
        for model_id, model in battle.state.models.items():
            assert model.gone or battle.game.table.on_table(body_of(battle.game, battle.state, model_id))
    assert {"assault", "garrison", "repelled"} <= marks
