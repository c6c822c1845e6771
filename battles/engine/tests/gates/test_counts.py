"""How many commands follow on fixed positions: a change of the rules shows here as a changed number.

`counts/*.txt` hold lines of "name: one two ...", commands after one step, two steps and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from battles.engine.battle import Battle
from battles.engine.perft import perft
from battles.engine.rulesets.compile import rules_for
from battles.engine.table.table import Table
from battles.engine.terrain.classes import classed
from battles.engine.tests.builder import BOW, RULESETS, SWORD, Arena
from battles.engine.tests.setups import begin, setup

COUNTS = Path(__file__).resolve().parent.parent / "counts"


def _fight(ruleset: str) -> Battle:
    """Two against two, all engaged."""
    arena = Arena(ruleset)
    for side, x in (("a", 10), ("b", 11)):
        for y in (10, 14):
            arena.add(side, at=(x, y), weapons=[SWORD])
    arena.engage("a1", "b1")
    arena.engage("a2", "b2")
    return arena.battle("combat", dice="none")


def _fallen(ruleset: str) -> Battle:
    """A knocked-down warrior under fire."""
    arena = Arena(ruleset)
    arena.add("a", posture="knocked_down", at=(10, 10))
    arena.add("a", posture="stunned", at=(14, 10))
    arena.add("b", at=(30, 10), weapons=[BOW])
    return arena.battle("recovery", dice="none")


def _setting_up(ruleset: str) -> Battle:
    """The first question of a battle."""
    return begin(setup(ruleset), 1)


def _lost(ruleset: str) -> Battle:
    """A side at the start of its turn with half of it lost."""
    from battles.engine.tests.nerve.test_rout import start_turn, warband

    return start_turn(warband(ruleset, 4, 2))


def _strange_land(ruleset: str, *pieces: dict[str, object]) -> Arena:
    pack = {"terrain_pack": True}
    data = {"width": 4800, "length": 4800, "pieces": list(pieces)}
    return Arena(ruleset, table=Table.from_data(classed(data, rules_for(ruleset, pack))), options=pack)


def _square(code: str, x: int, y: int, **more: object) -> dict[str, object]:
    outline = [[x, y], [x + 400, y], [x + 400, y + 400], [x, y + 400]]
    return {"id": code, "kind": code, "name": code, "outline": outline, **more}


def _house(ruleset: str) -> Battle:
    """One inside a garrison building, one before its door."""
    arena = _strange_land(ruleset, _square("house", 1300, 800, building_mode="garrison", z1=600))
    arena.add("a", at=(15, 10))
    arena.add("a", at=(10, 10))
    arena.add("b", at=(45, 45))
    arena.marks["garrison"] = {"a1": ["house", 1]}
    return arena.battle("movement", dice="none")


def _swamp(ruleset: str) -> Battle:
    """One between a marsh, a wood and an obstacle."""
    fence = {"id": "f", "kind": "fence", "name": "f", "outline": [[900, 1200], [1500, 1200], [1500, 1230], [900, 1230]]}
    arena = _strange_land(ruleset, _square("marsh", 1150, 700), _square("forest", 500, 700), fence)
    arena.add("a", at=(10.3, 10))
    arena.add("b", at=(45, 45))
    return arena.battle("movement", dice="none")


POSITIONS: dict[str, tuple[Callable[[str], Battle], int]] = {
    "fight": (_fight, 3),
    "fallen": (_fallen, 2),
    "setting_up": (_setting_up, 3),
    "lost": (_lost, 2),
    "house": (_house, 2),
    "swamp": (_swamp, 2),
}


def counted(name: str, ruleset: str) -> list[int]:
    """The counts of a position after one step, two steps and so on."""
    build, depth = POSITIONS[name]
    return [perft(build(ruleset), steps) for steps in range(1, depth + 1)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_counts_are_as_they_were(ruleset: str) -> None:
    lines = (COUNTS / f"{ruleset}.txt").read_text().splitlines()
    written = {name: [int(part) for part in rest.split()] for name, _, rest in (line.partition(":") for line in lines)}
    assert {name: counted(name, ruleset) for name in POSITIONS} == written
