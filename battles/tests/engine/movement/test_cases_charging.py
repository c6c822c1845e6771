"""Worked cases of charging. Rules: MV-ORDER-02, MV-CHG-01 to MV-CHG-10, MV-MEAS-01"""

from __future__ import annotations

import pytest

from battles.tests.engine.movement.cases import Case, expand, play
from battles.tests.engine.movement.terrain import hill, wall

ME = {"at": (10, 10)}
OLD = "skirmish gazette mordheim"
NO_MISSILES = {"weapons": ()}


CASES = (
    Case("MV-CHG-01/a", "mordheim", a=(ME,), b=({"at": (19, 10)},), do=(("charge", "a1", "b1"), ("end",)),
         at={"a1": (18, 10)}, engaged={"a1": "b1", "b1": "a1"}, flags={"a1": "charged first_round",
         "b1": "first_round"}),
    Case("MV-CHG-01/b", "mordheim", a=(ME,), b=({"at": (19.01, 10)},), do=(("charge", "a1", "b1"), ("end",)),
         at={"a1": (14, 10)}, engaged={"a1": ""}, flags={"a1": "failed_charge -charged"}),
    Case("MV-CHG-02/a", "core", a=({**ME, "flags": "stood_up"},), b=({"at": (16, 10)},), do=(("charge", "a1", "b1"),),
         refused="MV-CHG-02"),
    Case("MV-CHG-02/a-run", "core", a=({**ME, "flags": "stood_up"},), b=({"at": (30, 10)},), do=(("run", "a1", (10,
         15)),),
         refused="MV-STAND-01"),
    Case("MV-CHG-02/a-walk", "core", a=({**ME, "flags": "stood_up"},), b=({"at": (30, 10)},), do=(("walk", "a1", (10,
         14)),),
         at={"a1": (10, 14)}),
    Case("MV-CHG-02/b", "mordheim", a=(ME,), b=({"at": (18, 10), "posture": "stunned"},),
         do=(("charge", "a1", "b1"), ("end",)), at={"a1": (17, 10)}, engaged={"a1": "b1"}),
    Case("MV-CHG-02/c", "skirmish", a=({**ME, "flags": "rallied"},), b=({"at": (16, 10)},), do=(("charge", "a1", "b1"),
         ),
         refused="MV-CHG-02"),
    Case("MV-CHG-02/c-move", "skirmish", a=({**ME, "flags": "rallied"},), b=({"at": (16, 10)},),
         do=(("walk", "a1", (10, 11)),), refused="TURN-RALLY-03"),
    Case("MV-CHG-03/a", "mordheim", a=(ME,), b=({"at": (17, 10)},), pieces=(wall(13.9, 14.1, 0, 20, 3),),
         do=(("charge", "a1", "b1"),), refused="MV-CHG-04"),
    Case("MV-CHG-03/b", "mordheim", a=(ME,), b=({"at": (17, 10)},), pieces=(wall(13.9, 14.1, 0, 10.05, 3),),
         offered=("b1", "b2")),
    Case("MV-CHG-05/a", "core", a=({**ME, "i": 4},), b=({"at": (18.5, 10), "flags": "hidden"},),
         do=(("charge", "a1", "b1"), ("end",)), dice="char 3", at={"a1": (17.5, 10)}, engaged={"a1": "b1"},
         flags={"b1": "-hidden", "a1": "detect_tried"}),
    Case("MV-CHG-05/b", "core", a=(ME,), b=({"at": (17.5, 10), "flags": "hidden"},), do=(("charge", "a1", "b1"),),
         refused="MV-HIDE-07"),
    Case("MV-CHG-05/c", "skirmish", a=({**ME, "i": 1},), b=({"at": (13, 10), "flags": "hidden"},),
         do=(("charge", "a1", "b1"),), refused="MV-CHG-05"),
    Case("MV-CHG-07/a", "mordheim", a=({"at": (8, 10)},), b=({"at": (14.9, 10)},), pieces=(wall(14, 14.4, 5, 15, 0.9),),
         do=(("charge", "a1", "b1"), ("end",)), at={"a1": (13.5, 10)}, engaged={"a1": "b1"},
         flags={"a1": "across charged"},
         spent=550),
    Case("MV-CHG-07/c", "all", a=({"at": (8, 10)},), b=({"at": (14.6, 10, 2)},), pieces=(hill(14, 30, 0, 20),),
         do=(("charge", "a1", "b1"), ("end",)), at={"a1": (13.6, 10)}, engaged={"a1": "b1"}, spent=560),
    Case("MV-CHG-08/a", "mordheim", a=(ME,), b=({"at": (20, 10)},), do=(("charge", "a1", "b1"), ("end",)),
         at={"a1": (14, 10)}),
    Case("MV-CHG-08/b", "core", a=({**ME, "m": 3},), b=({"at": (17, 10), "keywords": ["fear"]},),
         do=(("charge", "a1", "b1"), ("end",), ("answer", "a", "400")), dice="ld 5+4", at={"a1": (14, 10)},
         flags={"a1": "failed_charge"}),
    Case("MV-CHG-08/c", "core", a=(ME,), b=({"at": (14.5, 10), "keywords": ["fear"]},),
         do=(("charge", "a1", "b1"), ("end",), ("answer", "a", "250")), dice="ld 5+4", at={"a1": (12.5, 10)}),
    Case("MV-CHG-10/a", "mordheim", a=(ME,), b=({"at": (16, 10.5)}, {"at": (16, 9.5)}),
         do=(("charge", "a1", "b1", "b2"), ("end",)), at={"a1": (15.13, 10)}, engaged={"a1": "b1 b2"}, spent=514),
    Case("MV-CHG-10/b", "mordheim", a=(ME,), b=({"at": (16, 11.2)}, {"at": (16, 8.8)}),
         do=(("charge", "a1", "b1", "b2"),), refused="MV-CHG-10"),
    Case("MV-CHG-16/a", "core", a=({"at": (36, 20)},), b=({"at": (40, 20), "flags": "fleeing"},),
         do=(("charge", "a1", "b1"), ("end",)), dice="flee 3+5", at={"a1": (39, 20)}, gone={"b1": "fled"},
         engaged={"a1": ""}, flags={"a1": "charged"}),
    Case("MV-CHG-16/b", "mordheim", a=({"at": (34, 20)},), b=({"at": (30, 20), "flags": "fleeing"},),
         do=(("charge", "a1", "b1"), ("end",)), dice="flee 1+1", at={"a1": (31, 20)}, engaged={"a1": ""}),
    Case("MV-CHG-17/a", "core", a=(ME,), b=({"at": (17, 10), "keywords": ["fear"]},),
         do=(("charge", "a1", "b1"), ("end",), ("answer", "a", "0")), dice="ld 4+5", at={"a1": (10, 10)}),
    Case("MV-CHG-17/b", "mordheim", a=(ME,), b=({"at": (17, 10), "keywords": ["fear"]},),
         do=(("charge", "a1", "b1"), ("end",)), dice="ld 4+5", at={"a1": (10, 10)}, flags={"a1": "failed_charge"}),
    Case("MV-CHG-17/c", "core", a=(ME,), b=({"at": (17, 10), "keywords": ["fear"]},),
         do=(("charge", "a1", "b1"), ("end",)), dice="ld 3+4", at={"a1": (16, 10)}, engaged={"a1": "b1"}),
    Case("MV-CHG-18/a", "core", a=({**ME, "m": 5, "flags": "frenzied"},), b=({"at": (20.5, 10)},), do=(("end",),),
         refused="MV-CHG-18"),
    Case("MV-CHG-18/b", "core", a=({**ME, "m": 5, "flags": "frenzied"},), b=({"at": (19, 10), "flags": "hidden"},),
         do=(("walk", "a1", (10, 12)),), at={"a1": (10, 12)}),
    Case("MV-CHG-18/c", "mordheim", a=({**ME, "flags": "frenzied"},), b=({"at": (19.5, 10)},),
         do=(("walk", "a1", (10, 12)),), at={"a1": (10, 12)}),
    Case("MV-MEAS-01/a", "mordheim", a=(ME,), b=({"at": (26, 10)},), offered=("b1", "b2")),
    Case("MV-MEAS-01/b", "core", a=(ME,), b=({"at": (26, 10)},), offered=()),
    Case("MV-MEAS-01/c", "core", a=(ME,), b=({"at": (19, 10)},), offered=("b1",)),
    Case("MV-ENGAGED-01/a", "gazette", a=({**ME, "engaged": "b1 b2"},),
         b=({"at": (9, 10), "posture": "stunned"}, {"at": (10, 9), "posture": "knocked_down"}, {"at": (16, 14)}),
         do=(("charge", "a1", "b3"), ("end",)), engaged={"a1": "b3", "b1": "", "b2": ""}),
    Case("MV-ENGAGED-01/b", "gazette", a=({**ME, "engaged": "b1 b2"},),
         b=({"at": (9, 10), "posture": "stunned"}, {"at": (10, 9)}), do=(("walk", "a1", (10, 12)),),
         refused="MV-ENGAGED-01"),
    Case("MV-ENGAGED-01/c", "core", a=({**ME, "engaged": "b1"},), b=({"at": (9, 10), "flags": "fleeing"},),
         do=(("walk", "a1", (12, 10)),), at={"a1": (12, 10)}, engaged={"a1": "", "b1": ""}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)
