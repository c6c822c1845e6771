"""Variants of the worked cases: an inch too far, another ruleset, another size. Ids name their case."""

from __future__ import annotations

import pytest

from battles.engine.events import Rolled
from battles.engine.notation import describe
from battles.engine.tests.movement.cases import Case, expand, play
from battles.engine.tests.movement.terrain import floor, ground, wall, way

OLD = "skirmish gazette mordheim"
ME = {"at": (10, 10)}
DOWN = {"posture": "knocked_down"}
BUSH = ground("difficult", 8, 14, 5, 15)
GO = (("charge", "a1", "b1"), ("end",))
CORNER = wall(13.9, 14.1, 0, 20, 3)

CASES = (
    Case("GM-UNIT-01/e-far", "all", a=(ME,), do=(("walk", "a1", (12.83, 12.83)),), refused="GM-PATH-01"),
    Case("MV-RUN-01/a-far", "all", a=(ME,), do=(("run", "a1", (18.01, 10)),), refused="GM-PATH-01"),
    Case("MV-RUN-05/up", "gazette core", a=({"at": (9.5, 10)},),
         pieces=(floor(12, 18, 5, 15, 3, way("ladder", (12, 10, 0), (12, 10, 3))),),
         do=(("run", "a1", (11.5, 10), ("ladder", 12.5, 10, 3)),), refused="MV-RUN-05"),
    Case("TR-VDIFF-01/large", "all", a=({**ME, "size": "large", "kind": "monstrous_infantry"},),
         pieces=(ground("very_difficult", 11, 14, 5, 15),), do=(("walk", "a1", (12, 10)),), refused="TR-VDIFF-01"),
    Case("TR-SWIM-01/deep", OLD, a=(ME,), pieces=(ground("deep_water", 11, 16, 5, 15),), do=(("walk", "a1", (12, 10)),),
         refused="TR-SWIM-01"),
    Case("MV-CRAWL-01/a-too-far", "all", a=({"at": (10, 10), **DOWN},), do=(("crawl", "a1", (12.01, 10)),),
         refused="GM-PATH-01"),
    Case("MV-STAND-01/a-just", OLD, a=({"at": (10, 10), "m": 5, "flags": "stood_up"},), do=(("walk", "a1", (12.5, 10)),
         ),
         at={"a1": (12.5, 10)}),
    Case("MV-STAND-01/a-bush", OLD, a=({"at": (10, 10), "m": 5, "flags": "stood_up"},), pieces=(BUSH,),
         do=(("walk", "a1", (11.25, 10)),), at={"a1": (11.25, 10)}),
    Case("MV-CHG-02/a-run", "core", a=({**ME, "flags": "stood_up"},), b=({"at": (30, 10)},), do=(("run", "a1", (10,
         15)),),
         refused="MV-STAND-01"),
    Case("MV-CHG-02/a-walk", "core", a=({**ME, "flags": "stood_up"},), b=({"at": (30, 10)},), do=(("walk", "a1", (10,
         14)),),
         at={"a1": (10, 14)}),
    Case("MV-CHG-02/c-move", "skirmish", a=({**ME, "flags": "rallied"},), b=({"at": (16, 10)},),
         do=(("walk", "a1", (10, 11)),), refused="TURN-RALLY-03"),
    Case("MV-CHG-04/b-run", "mordheim skirmish", a=({"at": (12, 17)},), b=({"at": (15.5, 17)},), pieces=(CORNER,),
         do=(*GO, ("run", "a1", (12, 13))), dice="char 5", refused="MV-CHG-04"),
    Case("MV-CHG-04/never", "gazette", a=({"at": (12, 17)},), b=({"at": (15.5, 17)},), pieces=(CORNER,),
         do=(("charge", "a1", "b1"),), refused="MV-CHG-04"),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)


def test_an_enemy_out_of_sight_is_not_called_hidden() -> None:
    """MV-CHG-04: the test looks for an unseen enemy; only a hidden one is searched for as hidden (MV-CHG-05)."""
    case = Case("MV-CHG-04/words", "core", a=({"at": (12, 19)},), b=({"at": (15.5, 17)},), pieces=(CORNER,), do=GO,
                dice="char 2")  # fmt: skip
    battle = play(case, "mordheim")
    rolls = [event for event in battle.log if isinstance(event, Rolled) and event.purpose == "char"]
    assert [(event.about, event.rule) for event in rolls] == [("initiative:sight", "MV-CHG-04")]
    assert "Initiative test to find an unseen enemy" in describe(rolls[0], battle.game)
