"""Swinging over gaps on a whip. Rules: MV-GAP-01, MV-GAP-02, MV-FALL-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.steps.movement.options import reach_for
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.movement.cases import Case, expand, play
from battles.engine.tests.movement.terrain import floor
from catalogue.packs.installed import book

OLD = "skirmish gazette mordheim"
WHIP: list[list[Any]] = [[effect.code, dict(effect.params)] for effect in book().rules["whip_swing"].effects]


def roofs(width: float) -> tuple[dict[str, Any], ...]:
    return floor(5, 12, 5, 15, 3), floor(12 + width, 20, 5, 15, 3)


def over(width: float, before: float = 11.5) -> tuple[Any, ...]:
    start = ((11.5, 10),) if before != 11.5 else ()
    return ("walk", "a1", *start, ("gap", 12.5 + width, 10, 3))


def hero(x: float = 11.5, **fields: Any) -> dict[str, Any]:
    return {"at": (x, 10, 3), "skills": WHIP, "i": 4, **fields}


CASES = (
    Case("a whip reaches over four inches", a=(hero(),), pieces=roofs(3.8), do=(over(3.8),), dice="char 4",
         at={"a1": (16.3, 10, 3)}),
    Case("nobody else gets over four inches", OLD, a=(hero(skills=[]),), pieces=roofs(3.8), do=(over(3.8),),
         dice="count 1, wound 1", at={"a1": (12.5, 10, 0)}, flags={"a1": "fell"}),
    Case("a swing that fails ends below", a=(hero(),), pieces=roofs(3.8), do=(over(3.8),),
         dice="char 5, count 1, wound 1", at={"a1": (12.5, 10, 0)}, flags={"a1": "fell"}),
    Case("a swing costs no movement", OLD, a=(hero(8.5),), pieces=roofs(2.5), do=(over(2.5, 8.5),), dice="char 4",
         at={"a1": (15, 10, 3)}),
    Case("a jump costs as much as the gap is wide", "core", a=(hero(8.5, skills=[]),), pieces=roofs(2.5),
         do=(over(2.5, 8.5),), refused="GM-PATH-01"),
    Case("core swings only where a jump is too far or too long", "core", a=(hero(),), pieces=roofs(2),
         do=(over(2),), at={"a1": (14.5, 10, 3)}, spent=200),
    Case("core swings when the move is nearly spent", "core", a=(hero(8.5),), pieces=roofs(2.5),
         do=(over(2.5, 8.5),), dice="char 4", at={"a1": (15, 10, 3)}),
    Case("no whip reaches over five inches", OLD, a=(hero(),), pieces=roofs(4.5), do=(over(4.5),),
         dice="count 1, wound 1", at={"a1": (12.5, 10, 0)}, flags={"a1": "fell"}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_swings(case: Case, ruleset: str) -> None:
    play(case, ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("skills", "reached"), [(WHIP, True), ([], False)])
def test_the_far_roof_is_offered_to_a_whip_alone(ruleset: str, skills: list[list[Any]], reached: bool) -> None:
    from battles.engine.tests.table.build import table

    arena = Arena(ruleset, table=table(*roofs(3.6)))
    arena.add("a", at=(11.5, 10, 3), skills=skills)
    arena.add("b", at=(40, 40))
    area = reach_for(arena.game(), arena.position("movement"), "a1")
    far = [spot for spot, _cost in area.spots() if spot.z == 300 and spot.x > 1500]
    assert bool(far) is reached
