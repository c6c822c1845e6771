"""Worked cases of charges over height, slow ground and out of sight.

Rules: MV-CHG-04, MV-CHG-06, MV-CHG-11 to 15, MV-DIVE-01 to 03
"""

from __future__ import annotations

import pytest

from battles.tests.engine.builder import BOW
from battles.tests.engine.movement.cases import Case, expand, play
from battles.tests.engine.movement.terrain import block, floor, ground, wall, way

OLD = "skirmish gazette mordheim"
GO = (("charge", "a1", "b1"), ("end",))
LADDER = floor(12, 18, 9.4, 10.6, 3, way("ladder", (12, 10, 0), (12, 10, 3)))
UP = (("charge", "a1", "b1", (11.5, 10), ("ladder", 12.5, 10, 3)), ("end",))
DIVE5 = floor(4, 10, 5, 15, 5)
CORNER = wall(13.9, 14.1, 0, 20, 3)

CASES = (
    Case("MV-CHG-04/a", "mordheim skirmish", a=({"at": (12, 19)},), b=({"at": (15.5, 17)},), pieces=(CORNER,), do=GO,
         dice="char 2", engaged={"a1": "b1"}),
    Case("MV-CHG-04/b", "mordheim skirmish", a=({"at": (12, 17)},), b=({"at": (15.5, 17)},), pieces=(CORNER,),
         do=(*GO, ("walk", "a1", (12, 13))), dice="char 5", at={"a1": (12, 13)},
         flags={"a1": "search_failed -failed_charge"}),
    Case("MV-CHG-04/b-run", "mordheim skirmish", a=({"at": (12, 17)},), b=({"at": (15.5, 17)},), pieces=(CORNER,),
         do=(*GO, ("run", "a1", (12, 13))), dice="char 5", refused="MV-CHG-04"),
    Case("MV-CHG-04/c", "mordheim skirmish", a=({"at": (12, 17)},), b=({"at": (17.5, 17)},), pieces=(CORNER,),
         do=(("charge", "a1", "b1"),), refused="MV-CHG-04"),
    Case("MV-CHG-04/never", "gazette", a=({"at": (12, 17)},), b=({"at": (15.5, 17)},), pieces=(CORNER,),
         do=(("charge", "a1", "b1"),), refused="MV-CHG-04"),
    Case("MV-CHG-04/d", "core", a=({"at": (12, 19)},), b=({"at": (15.5, 17)},), pieces=(CORNER,),
         do=(*GO, ("answer", "a", "0")), dice="char 4", at={"a1": (12, 19)},
         flags={"a1": "failed_charge search_failed"}),
    Case("MV-CHG-06/a", "mordheim", a=({"at": (10, 10)},), b=({"at": (18, 10)},), pieces=(ground("difficult", 13, 15,
         9, 11),),
         do=GO, flags={"a1": "failed_charge"}, at={"a1": (13.5, 10)}),
    Case("MV-CHG-06/b", "core", a=({"at": (10, 10)},), b=({"at": (18, 10)},), pieces=(ground("difficult", 13, 15, 9,
         11),),
         do=GO, engaged={"a1": "b1"}),
    Case("MV-CHG-06/c", "core", a=({"at": (10, 10)},), b=({"at": (18, 10)}, {"at": (14, 8)}),
         do=(("charge", "a1", "b1", (14, 11.1), (17.02, 10.2)), ("end",)), engaged={"a1": "b1"}),
    Case("MV-CHG-11/a", "gazette", a=({"at": (11.5, 8)},), b=({"at": (15.5, 10, 3)},), pieces=(LADDER,), do=UP,
         dice="char 3",
         engaged={"a1": "b1"}, spent=700),
    Case("MV-CHG-11/b", "gazette", a=({"at": (11.5, 8)},), b=({"at": (15.5, 10, 3)},), pieces=(LADDER,), do=UP,
         dice="char 6",
         at={"a1": (11.5, 10)}, flags={"a1": "failed_charge"}),
    Case("MV-CHG-11/c", "mordheim skirmish", a=({"at": (11.5, 8)},), b=({"at": (15.5, 10, 3)},), pieces=(LADDER,),
         do=UP,
         engaged={"a1": "b1"}),
    Case("MV-CHG-11/d", "core", a=({"at": (10.5, 10)},), b=({"at": (15.5, 10, 5)},),
         pieces=(floor(12, 18, 5, 15, 5, way("ladder", (12, 10, 0), (12, 10, 5))),),
         do=(("charge", "a1", "b1", (11.5, 10), ("ladder", 12.5, 10, 5)),), refused="MV-CHG-06"),
    Case("MV-CHG-12/a", "core", a=({"at": (11.5, 7)},), b=({"at": (15, 10, 3)},), pieces=(block(12, 18, 9.4, 10.6, 3),),
         do=(("charge", "a1", "b1", (11.5, 10), ("climb", 12.5, 10, 3)), ("end",)), dice="char 2", engaged={"a1": "b1"},
         spent=750),
    Case("MV-CHG-12/b", "core", a=({"at": (11.5, 7)},), b=({"at": (15, 10, 3)},), pieces=(block(12, 18, 9.4, 10.6, 3),),
         do=(("charge", "a1", "b1", (11.5, 10), ("climb", 12.5, 10, 3)), ("end",)), dice="char 5", at={"a1": (11.5,
         10)},
         flags={"a1": "failed_charge"}),
    Case("MV-CHG-12/c", "mordheim", a=({"at": (11.5, 7)},), b=({"at": (14, 10, 3)},), pieces=(block(12, 18, 9.4, 10.6,
         3),),
         do=GO, flags={"a1": "failed_charge"}),
    Case("MV-CHG-12/d", "mordheim", a=({"at": (6.5, 10, 5), "m": 5, "i": 4},), b=({"at": (17.5, 10)},), pieces=(DIVE5,),
         do=(("charge", "a1", "b1", (9.5, 10), ("down", 10.5, 10)), ("end",)), dice="char 1, char 4",
         engaged={"a1": "b1"},
         spent=900, flags={"a1": "-dived"}),
    Case("MV-CHG-12/e", "core", a=({"at": (18.5, 10)},), b=({"at": (20.6, 10, 3)},), pieces=(block(20, 26, 5, 15, 3),),
         do=(("charge", "a1", "b1", (19.5, 10), ("climb", 20.5, 10, 3)), ("end",)), dice="char 2", engaged={"a1": "b1"},
         at={"a1": (20.5, 9.01, 3)}, spent=400),
    Case("MV-CHG-13/a", "mordheim gazette core", a=({"at": (10, 10)},), b=({"at": (18, 10), "weapons": [BOW]},), do=GO,
         engaged={"a1": "b1"}),
    Case("MV-CHG-13/b", "skirmish", a=({"at": (10, 10)}, {"at": (18, 11), "engaged": "b1"}),
         b=({"at": (18, 10), "weapons": [BOW]},), do=GO, engaged={"a1": "b1"}),
    Case("MV-CHG-15/a", "skirmish", a=({"at": (10, 10)},), b=({"at": (15, 10), "weapons": [BOW]},),
         do=(*GO, ("answer", "b", "shoot:0")), refused=""),
    Case("MV-CHG-15/b", "skirmish", a=({"at": (10, 10)},), b=({"at": (15.5, 10), "weapons": [BOW]},),
         options={"hr_no_single_target_penalty": True}, do=(*GO, ("answer", "b", "shoot:0")),
         dice="hit 5, wound 4, injury 2", posture={"a1": "knocked_down"}, at={"a1": (10, 10)}, engaged={"a1": ""}),
    Case("MV-DIVE-01/a", "mordheim skirmish core", a=({"at": (7.5, 10, 4)},), b=({"at": (13, 10)},), pieces=(floor(4,
         10, 5, 15, 4),),
         do=(("charge", "a1", "b1", (9.5, 10), ("down", 10.5, 10)), ("end",)), dice="char 1, char 2", spent=350,
         engaged={"a1": "b1"}, flags={"a1": "dived charged"}),
    Case("MV-DIVE-01/b", "mordheim", a=({"at": (9.5, 10, 4)},), b=({"at": (14, 10)},), pieces=(floor(4, 10, 5, 15, 4),),
         do=(("charge", "a1", "b1", ("down", 10.5, 10)), ("end",)), dice="char 1, char 2", engaged={"a1": "b1"},
         flags={"a1": "charged -dived"}),
    Case("MV-DIVE-01/c", "core", a=({"at": (9.5, 10, 7), "i": 4},), b=({"at": (12.5, 10)},), pieces=(floor(4, 10, 5,
         15, 7),),
         do=(("charge", "a1", "b1", ("down", 10.5, 10)), ("end",)), dice="char 1, char 2, char 3", engaged={"a1": "b1"},
         flags={"a1": "dived"}),
    Case("MV-DIVE-02/a", "all", a=({"at": (9.5, 10, 5)},), b=({"at": (12.5, 10)},), pieces=(DIVE5,),
         do=(("charge", "a1", "b1", ("down", 10.5, 10)), ("end",)), dice="char 1, char 2", engaged={"a1": "b1"},
         flags={"a1": "dived"}),
    Case("MV-DIVE-03/a", "gazette", a=({"at": (9.5, 10, 5)},), b=({"at": (12.5, 10)},), pieces=(DIVE5,),
         do=(("charge", "a1", "b1", ("down", 10.5, 10)), ("end",)), dice="char 2, char 4, count 3, wound 1, wound 1",
         engaged={"a1": ""}, flags={"a1": "failed_charge fell"}),
    Case("MV-DIVE-03/b", "mordheim", a=({"at": (9.5, 10, 3), "i": 2},), b=({"at": (11.5, 10)},), pieces=(floor(4, 10,
         5, 15, 3),),
         do=(("charge", "a1", "b1", ("down", 10.5, 10)), ("end",)), dice="char 3, count 1, wound 1", engaged={"a1": ""},
         flags={"a1": "failed_charge fell"}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(tuple(case for case in CASES if case.id != "MV-CHG-15/a")))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)
