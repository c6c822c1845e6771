"""Worked cases of climbs, ladders, jumps, gaps and falls.

Rules: MV-CLIMB-01 to MV-FALL-03, MV-LADDER-01, MV-GAP-01, TR-BARRIER-02
"""

from __future__ import annotations

import pytest

from battles.tests.engine.movement.cases import Case, expand, play
from battles.tests.engine.movement.terrain import block, floor, wall, way

OLD = "skirmish gazette mordheim"
FOOT = {"at": (11.5, 10)}
DOG = {"at": (11.5, 10), "kind": "war_beast", "m": 6, "i": 4}
RIDER = {"at": (11.25, 10), "kind": "cavalry", "mount": {"name": "horse", "profile": {"movement": 8}}}


def tower(height: float) -> dict[str, object]:
    return block(12, 18, 5, 15, height)


UP = (("climb", 12.5, 10, 3),)

CASES = (
    Case("MV-CLIMB-01/a", OLD, a=({**DOG},), pieces=(tower(2),), do=(("walk", "a1", ("climb", 12.5, 10, 2)),),
         refused="MV-CLIMB-01"),
    Case("MV-CLIMB-01/b", "core", a=({**DOG},), pieces=(tower(2),), do=(("walk", "a1", ("climb", 12.5, 10, 2)),),
         dice="char 3", at={"a1": (12.5, 10, 2)}),
    Case("MV-CLIMB-01/c", "all", a=(RIDER,), pieces=(tower(2.5),), do=(("walk", "a1", ("climb", 12.75, 10, 2.5)),),
         refused="MV-CLIMB-01"),
    Case("MV-CLIMB-02/a", OLD, a=({"at": (10.5, 10)},), pieces=(tower(3),),
         do=(("walk", "a1", (11.5, 10), ("climb", 12.5, 10, 3)),), refused="MV-CLIMB-02"),
    Case("MV-CLIMB-02/b", "core", a=({"at": (10.5, 10)},), pieces=(tower(3),),
         do=(("walk", "a1", (11.5, 10), ("climb", 12.5, 10, 3)),), dice="char 2", at={"a1": (12.5, 10, 3)}, spent=400),
    Case("MV-CLIMB-02/c", "mordheim", a=(FOOT,), pieces=(tower(3),),
         do=(("walk", "a1", ("climb", 12.5, 10, 3), (13.5, 10)),), dice="char 2", at={"a1": (13.5, 10, 3)}),
    Case("MV-CLIMB-03/a", "mordheim", a=(FOOT,), pieces=(tower(4),), do=(("walk", "a1", ("climb", 12.5, 10, 4)),),
         dice="char 3", at={"a1": (12.5, 10, 4)}),
    Case("MV-CLIMB-03/b", "mordheim", a=(FOOT,), pieces=(tower(4.1),), do=(("walk", "a1", ("climb", 12.5, 10, 4.1)),),
         refused="MV-CLIMB-03"),
    Case("MV-CLIMB-03/d", "mordheim", a=({**FOOT, "flags": "stood_up"},), pieces=(tower(2.5),),
         do=(("walk", "a1", ("climb", 12.5, 10, 2.5)),), refused="GM-PATH-01"),
    Case("MV-CLIMB-04/a", "mordheim", a=(FOOT,), pieces=(tower(3),), do=(("walk", "a1", *UP),), dice="char 4",
         at={"a1": (11.5, 10)}, flags={"a1": "acted -moved"}),
    Case("MV-CLIMB-04/b", "core", a=({"at": (9.5, 10)},), pieces=(tower(2),),
         do=(("walk", "a1", (11.5, 10), ("climb", 12.5, 10, 2)),), dice="char 6", at={"a1": (11.5, 10)},
         flags={"a1": "acted moved"}),
    Case("MV-CLIMB-04/c", "all", a=(FOOT,), pieces=(tower(3),), do=(("walk", "a1", *UP),), dice="char 3",
         at={"a1": (12.5, 10, 3)}),
    Case("MV-CLIMB-05/a", "mordheim", a=({"at": (12.5, 10, 3.5), "i": 4},), pieces=(tower(3.5),),
         do=(("walk", "a1", ("climb", 11.5, 10, 0)),), dice="char 5, count 4, wound 1, wound 1", at={"a1": (11.5, 10)},
         flags={"a1": "fell acted"}),
    Case("MV-CLIMB-05/c", "mordheim", a=({"at": (12.5, 10, 3.5), "i": 4},), pieces=(tower(3.5),),
         do=(("walk", "a1", ("climb", 11.5, 10, 0), (11, 10)),), dice="char 2", at={"a1": (11, 10)}),
    Case("MV-JUMPDN-01/a", "mordheim", a=({"at": (13.5, 10, 5)},), pieces=(tower(5),),
         do=(("walk", "a1", (12.5, 10), ("down", 11.5, 10), (8.5, 10)),), dice="char 1, char 3", at={"a1": (8.5, 10)},
         spent=400),
    Case("MV-JUMPDN-01/b", "mordheim", a=({"at": (12.5, 10, 1.9), "i": 1},), pieces=(tower(1.9),),
         do=(("walk", "a1", ("down", 11.5, 10)),), at={"a1": (11.5, 10)}),
    Case("MV-JUMPDN-01/c", "mordheim", a=({"at": (12.5, 10, 6.2), "i": 5},), pieces=(tower(6.2),),
         do=(("walk", "a1", ("down", 11.5, 10)),), refused="MV-JUMPDN-01"),
    Case("MV-JUMPDN-01/d", "core", a=({"at": (12.5, 10, 8), "i": 4},), pieces=(tower(8),),
         do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 1, char 2, char 3, char 4", at={"a1": (11.5, 10)}),
    Case("MV-JUMPDN-02/a", "mordheim", a=({"at": (12.5, 10, 4.5), "w": 9},), pieces=(tower(4.5),),
         do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 5, count 5, wound 4, wound 4, wound 1", at={"a1": (11.5,
         10)},
         wounds={"a1": 7}),
    Case("MV-JUMPDN-02/b", "core", a=({"at": (12.5, 10, 2)},), pieces=(tower(2),),
         do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 4, count 1, wound 1", flags={"a1": "fell"}),
    Case("GM-UNIT-01/b", "mordheim", a=({"at": (12.5, 10, 5.9)},), pieces=(tower(5.9),),
         do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 1, char 6, count 1, wound 1", flags={"a1": "fell"}),
    Case("MV-LADDER-01/b", "core", a=({"at": (10.5, 10)},), pieces=(floor(12, 18, 5, 15, 3, way("ladder", (12, 10, 0),
         (12, 10, 3))),),
         do=(("walk", "a1", (11.5, 10), ("ladder", 12.5, 10, 3)),), at={"a1": (12.5, 10, 3)}, spent=400),
    Case("MV-LADDER-01/c", "core", a=({"at": (11.5, 10)},), pieces=(floor(12, 18, 5, 15, 5, way("ladder", (12, 10, 0),
         (12, 10, 5))),),
         do=(("walk", "a1", ("ladder", 12.5, 10, 5)),), refused="MV-CLIMB-03"),
    Case("MV-LADDER-01/d", "core", a=({"at": (11.5, 10)},), pieces=(floor(12, 18, 5, 15, 3, way("rope", (12, 10, 0),
         (12, 10, 3))),),
         do=(("walk", "a1", ("rope", 12.5, 10, 3)),), dice="char 5", at={"a1": (11.5, 10)}),
    Case("MV-LADDER-01/a", "mordheim", a=({"at": (11.5, 10)},), pieces=(floor(12, 18, 5, 15, 6, way("ladder", (12, 10,
         0), (12, 10, 6))),),
         do=(("run", "a1", ("ladder", 12.5, 10, 6), (14.5, 10)),), at={"a1": (14.5, 10, 6)}, spent=800),
    Case("MV-GAP-01/e", "mordheim", a=({"at": (10, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3), floor(14, 20, 5, 15, 3)),
         do=(("walk", "a1", (11.5, 10), ("gap", 14.5, 10, 3)),), dice="char 3", at={"a1": (14.5, 10, 3)}, spent=350),
    Case("MV-GAP-01/b", "mordheim", a=({"at": (9, 10, 5)},), pieces=(floor(5, 12, 5, 15, 5), floor(14, 20, 5, 15, 5)),
         do=(("walk", "a1", (11.5, 10), ("gap", 14.5, 10, 5)),), dice="count 3, wound 1, wound 1", flags={"a1": "fell"},
         at={"a1": (12.5, 10)}),
    Case("MV-GAP-01/c", "mordheim", a=({"at": (11.5, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3), floor(15.4, 20, 5, 15,
         3)),
         do=(("walk", "a1", ("gap", 15.9, 10, 3)),), dice="count 1, wound 1", flags={"a1": "fell"}),
    Case("MV-GAP-01/d", "mordheim", a=({"at": (11.5, 10, 5), "i": 4},), pieces=(floor(6, 12, 5, 15, 5), floor(14, 20,
         5, 15, 2.5)),
         do=(("walk", "a1", ("gap", 14.5, 10, 2.5)),), dice="char 2, char 3", at={"a1": (14.5, 10, 2.5)}),
    Case("MV-GAP-02/a", "core", a=({"at": (10.5, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3), floor(15, 20, 5, 15, 3)),
         do=(("walk", "a1", (11.5, 10), ("gap", 15.5, 10, 3)),), at={"a1": (15.5, 10, 3)}, spent=400),
    Case("MV-GAP-02/b", "core", a=({"at": (11.5, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3), floor(14, 20, 5, 15, 3.4)),
         do=(("walk", "a1", ("gap", 14.5, 10, 3.4)),), refused="MV-GAP-02"),
    Case("MV-GAP-02/c", "core", a=({"at": (11.5, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3), floor(14, 20, 5, 15, 1.5)),
         do=(("walk", "a1", ("gap", 14.5, 10, 1.5)),), dice="char 5, count 1, wound 1", flags={"a1": "fell"},
         at={"a1": (14.5, 10, 1.5)}),
    Case("MV-GAP-02/d", "core", a=({"at": (11.5, 10, 3)},), pieces=(floor(6, 12, 5, 15, 3), floor(15.2, 20, 5, 15, 3)),
         do=(("walk", "a1", ("gap", 15.7, 10, 3)),), refused="MV-GAP-02"),
    Case("TR-BARRIER-02/a", "mordheim", a=({"at": (11.5, 10)},), pieces=(block(12, 13.2, 5, 15, 1.5),),
         do=(("walk", "a1", ("climb", 12.5, 10, 1.5), (12.7, 10), ("down", 13.7, 10), (15.9, 10)),), dice="char 2",
         at={"a1": (15.9, 10)}),
    Case("MV-WALK-04/a", OLD, a=({"at": (10, 10)},), pieces=(wall(11, 11.2, 5, 15, 0.8),), do=(("walk", "a1", (14,
         10)),),
         at={"a1": (14, 10)}, spent=400),
    Case("MV-WALK-04/b", "core", a=({"at": (10, 10)},), pieces=(wall(11, 11.2, 5, 15, 1),), do=(("walk", "a1", (14,
         10)),),
         at={"a1": (14, 10)}, spent=400),
    Case("MV-WALK-04/c", OLD, a=({"at": (10, 10)},), pieces=(wall(11, 11.2, 5, 15, 1),), do=(("walk", "a1", (14, 10)),),
         refused="TR-BARRIER-02"),
    Case("MV-WALK-04/d", "gazette", a=({"at": (10, 10)},), pieces=(wall(11, 11.2, 5, 15, 0.8),),
         do=(("run", "a1", (16, 10)),), refused="MV-RUN-05"),
    Case("TR-MOUNT-01/a", OLD, a=({**RIDER, "at": (10, 10)},), pieces=(wall(12, 12.2, 5, 15, 1.8),),
         do=(("walk", "a1", (16, 10)),), at={"a1": (16, 10)}),
    Case("TR-MOUNT-01/b", "core", a=({**RIDER, "at": (10, 10)},), pieces=(wall(12, 12.2, 5, 15, 1.8),),
         do=(("walk", "a1", (16, 10)),), refused="TR-BARRIER-02"),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)
