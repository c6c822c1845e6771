"""Worked cases of crawls, flights, staggers, random moves, slips and danger.

Rules: MV-CRAWL-*, MV-FLEE-*, MV-RAND-01, MV-STUP-01
"""

from __future__ import annotations

import pytest

from battles.tests.engine.movement.cases import Case, expand, play
from battles.tests.engine.movement.terrain import block, floor, ground, wall

OLD = "skirmish gazette mordheim"
DOWN = {"posture": "knocked_down"}
LURCH = {"at": (10, 10), "keywords": ["random_movement"]}
EAST = ("compulsory", "a1", (20, 10))
STUPID = {"at": (10, 10), "flags": "stupid compelled", "keywords": ["stupidity"], "facing": 90}
BUSH = ground("difficult", 8, 14, 5, 15)

CASES = (
    Case("MV-CRAWL-01/a", "all", a=({"at": (10, 10), **DOWN},), do=(("crawl", "a1", (12, 10)),), at={"a1": (12, 10)}),
    Case("MV-CRAWL-01/a-too-far", "all", a=({"at": (10, 10), **DOWN},), do=(("crawl", "a1", (12.01, 10)),),
         refused="GM-PATH-01"),
    Case("MV-CRAWL-01/b", "mordheim", a=({"at": (10, 10), **DOWN},), pieces=(BUSH,), do=(("crawl", "a1", (11.01, 10)),),
         refused="GM-PATH-01"),
    Case("MV-CRAWL-01/c", "mordheim", a=({"at": (10, 10), **DOWN},), pieces=(wall(10.9, 11.1, 5, 15, 0.5),),
         do=(("crawl", "a1", (12, 10)),), refused="MV-CRAWL-01"),
    Case("MV-CRAWL-02/a", "gazette", a=({"at": (10, 10), "posture": "stunned"},), do=(("crawl", "a1", (12, 10)),),
         at={"a1": (12, 10)}),
    Case("MV-CRAWL-02/b", "mordheim skirmish core", a=({"at": (10, 10), "posture": "stunned"},),
         do=(("crawl", "a1", (12, 10)),), refused="MV-CRAWL-02"),
    Case("MV-CRAWL-03/a", "core skirmish mordheim", a=({"at": (10, 10), **DOWN, "engaged": "b1"}, {"at": (8, 10),
         "engaged": "b1"}),
         b=({"at": (9, 10)},), do=(("crawl", "a1", (12, 10)),), at={"a1": (12, 10)}, engaged={"a1": "", "b1": "a2"}),
    Case("MV-CRAWL-03/b", "skirmish core", a=({"at": (10, 10), "posture": "stunned", "engaged": "b1"}, {"at": (8, 10),
         "engaged": "b1"}),
         b=({"at": (9, 10)},), do=(("crawl", "a1", (12, 10)),), refused="MV-CRAWL-02"),
    Case("MV-CRAWL-03/c", "mordheim", a=({"at": (10, 10), **DOWN, "engaged": "b1 b2"}, {"at": (8, 10),
         "engaged": "b1"}),
         b=({"at": (9, 10)}, {"at": (10, 9)}), do=(("crawl", "a1", (12, 10)),), refused="MV-CRAWL-03"),
    Case("MV-CRAWL-03/e", "gazette", a=({"at": (10, 10), **DOWN, "engaged": "b1 b2"}, {"at": (8, 10), "engaged": "b1"}),
         b=({"at": (9, 10)}, {"at": (10, 9)}), do=(("crawl", "a1", (11, 11.7)),), engaged={"a1": ""}),
    Case("MV-STAND-01/a", OLD, a=({"at": (10, 10), "m": 5, "flags": "stood_up"},), do=(("walk", "a1", (12.51, 10)),),
         refused="GM-PATH-01"),
    Case("MV-STAND-01/a-just", OLD, a=({"at": (10, 10), "m": 5, "flags": "stood_up"},), do=(("walk", "a1", (12.5, 10)),
         ),
         at={"a1": (12.5, 10)}),
    Case("MV-STAND-01/a-bush", OLD, a=({"at": (10, 10), "m": 5, "flags": "stood_up"},), pieces=(BUSH,),
         do=(("walk", "a1", (11.25, 10)),), at={"a1": (11.25, 10)}),
    Case("MV-STAND-01/d", "core", a=({"at": (10, 10), "flags": "stood_up", "engaged": "b1"},), b=({"at": (9, 10)},),
         do=(("walk", "a1", (12, 10)),), refused="MV-ENGAGED-01"),
    Case("MV-FLEE-02/a", "all", a=({"at": (30, 40), "flags": "fleeing"},), dice="flee 5+1", at={"a1": (30, 46)},
         flags={"a1": "fleeing fled acted"}),
    Case("MV-FLEE-03/a", "mordheim", a=({"at": (24, 10), "flags": "fleeing"},), pieces=(ground("difficult", 20, 28, 4,
         9),),
         dice="flee 3+4", at={"a1": (24, 3)}),
    Case("MV-FLEE-03/c", "core", a=({"at": (10, 14, 3), "flags": "fleeing"},), pieces=(floor(8, 16, 12, 16, 3),),
         dice="flee 6+4", at={"a1": (8.5, 14, 3)}),
    Case("MV-FLEE-04/a", "core", a=({"at": (24, 44.2), "flags": "fleeing"},), dice="flee 2+1", at={"a1": (24, 47.2)}),
    Case("MV-FLEE-04/b", "all", a=({"at": (24, 44.2), "flags": "fleeing"},), dice="flee 2+2", gone={"a1": "fled"}),
    Case("TR-IMPASS-01/c", "mordheim", a=({"at": (10, 24), "flags": "fleeing"},), pieces=(block(4, 7, 23, 25, 5),),
         dice="flee 3+1", flags={"a1": "fleeing"}),
    Case("MV-RAND-01/a", "core", a=(LURCH,), b=({"at": (16, 10)},), do=(EAST,), dice="move 4+4", at={"a1": (15, 10)},
         engaged={"a1": "b1"}, flags={"a1": "charged"}),
    Case("MV-RAND-01/b", "core", a=(LURCH,), pieces=(ground("difficult", 10, 13, 5, 15),), do=(EAST,), dice="move 3+4",
         at={"a1": (14, 10)}),
    Case("MV-RAND-01/c", "core", a=({**LURCH, "at": (10, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3),), do=(EAST,),
         dice="move 5+5", at={"a1": (11.5, 10, 3)}),
    Case("MV-STUP-01/a", "mordheim", a=({**STUPID, "at": (10, 10, 4)},), pieces=(floor(6, 11, 5, 15, 4),),
         dice="char 3, count 3, wound 1, wound 1", flags={"a1": "fell"}),
    Case("MV-STUP-01/b", "mordheim", a=(STUPID,), b=({"at": (13.5, 10)},), dice="char 1", at={"a1": (11.5, 10)}),
    Case("MV-ORDER-03/b", "mordheim", a=({**STUPID, "m": 6},), dice="char 2", at={"a1": (13, 10)}),
    Case("MV-ORDER-03/c", "mordheim", a=({**STUPID, "m": 6},), dice="char 5", at={"a1": (10, 10)}),
    Case("MV-ORDER-01/a", "all", a=({"at": (30, 40), "flags": "fleeing"}, {"at": (20, 20)}, {"at": (10, 10)}),
         b=({"at": (16, 10)},), do=(("charge", "a3", "b1"), ("end",), ("walk", "a2", (20, 21))), dice="flee 1+1",
         engaged={"a3": "b1"}, at={"a1": (30, 42), "a2": (20, 21)}),
    Case("TR-DANGER-01/a", "mordheim", a=({"at": (10, 10)},), pieces=(ground("open", 11, 12, 5, 15, "dangerous"),),
         do=(("walk", "a1", (14, 10)),), at={"a1": (14, 10)}),
    Case("TR-DANGER-01/b", "mordheim", a=({"at": (10, 10)},), pieces=(ground("open", 11, 12, 5, 15, "dangerous"),),
         do=(("run", "a1", (14, 10)),), dice="die 2", at={"a1": (14, 10)}),
    Case("TR-DANGER-02/a", "all", a=({"at": (10, 10)},), b=({"at": (17, 10)},),
         pieces=(ground("open", 12, 14, 5, 15, "dangerous"),), do=(("charge", "a1", "b1"), ("end",)),
         dice="die 1, injury 3", posture={"a1": "stunned"}, at={"a1": (11.5, 10)}, engaged={"a1": ""}),
    Case("TR-DANGER-02/b", "all", a=({"at": (10, 10), "w": 2},), b=({"at": (17, 10)},),
         pieces=(ground("open", 12, 14, 5, 15, "dangerous"),), do=(("charge", "a1", "b1"), ("end",)),
         dice="die 1", engaged={"a1": "b1"}, wounds={"a1": 1}),
    Case("TR-MOUNT-02/a", "core", a=({"at": (10, 10), "kind": "cavalry", "mount": {"name": "horse",
         "profile": {"movement": 8}}, "w": 2},),
         pieces=(ground("difficult", 12, 14, 5, 15),), do=(("walk", "a1", (15, 10)),), dice="die 1", wounds={"a1": 1},
         at={"a1": (15, 10)}),
    Case("TR-MOUNT-02/b", "mordheim", a=({"at": (10, 10), "kind": "cavalry", "mount": {"name": "horse",
         "profile": {"movement": 8}}},),
         pieces=(ground("difficult", 12, 14, 5, 15),), do=(("walk", "a1", (15, 10)),), options={"terrain_pack": True},
         at={"a1": (15, 10)}),
    Case("TR-CHARIOT-01/c", "core", a=({"at": (10, 10), "kind": "chariot", "w": 4, "m": 8},),
         pieces=(ground("difficult", 13, 14, 5, 15),), do=(("walk", "a1", (16, 10)),), dice="die 1, count 2",
         wounds={"a1": 2}, at={"a1": (16, 10)}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)
