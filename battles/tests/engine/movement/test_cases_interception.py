"""Worked cases of interception. Rules: MV-INT-01 to MV-INT-07"""

from __future__ import annotations

import pytest

from battles.tests.engine.movement.cases import Case, expand, play
from battles.tests.engine.movement.terrain import floor, wall

ME = {"at": (10, 10)}
GO = (("charge", "a1", "b1"), ("end",))
FAR = {"at": (18, 10)}
NEAR = {"at": (17, 10)}

CASES = (
    Case("MV-INT-01/a", "skirmish", a=(ME,), b=(FAR, {"at": (14, 12)}), do=GO, at={"b2": (14, 10), "a1": (13, 10)},
         engaged={"a1": "b2"}, flags={"a1": "charged"}),
    Case("MV-INT-01/b", "mordheim core", a=(ME,), b=(FAR, {"at": (14, 12)}), do=(*GO, ("answer", "b", "none")),
         at={"a1": (17, 10)}, engaged={"a1": "b1"}),
    Case("MV-INT-01/c", "gazette", a=(ME,), b=(FAR, {"at": (14, 12)}), do=(("charge", "a1", "b1"),),
         refused="MV-INT-07"),
    Case("MV-INT-02/a", "mordheim", a=(ME,), b=(NEAR, {"at": (14, 11.5), "posture": "knocked_down"}), do=GO,
         engaged={"a1": "b1"}),
    Case("MV-INT-02/b", "skirmish", a=(ME,), b=(NEAR, {"at": (14, 11.5), "flags": "hidden"}),
         do=(*GO, ("answer", "b", "hold"), ("answer", "b", "none")), engaged={"a1": "b1"}),
    Case("MV-INT-02/c", "gazette", a=(ME, {"at": (14, 12.5), "engaged": "b2"}), b=(FAR, {"at": (14, 11.5)}), do=GO,
         engaged={"a1": "b1"}),
    Case("MV-INT-03/a", "mordheim", a=(ME,), b=(FAR, {"at": (14, 12.4)}), do=(*GO, ("answer", "b", "none")),
         engaged={"a1": "b1"}),
    Case("MV-INT-03/b", "mordheim", a=(ME,), b=(FAR, {"at": (14, 12.6)}), do=GO, engaged={"a1": "b1"}),
    Case("MV-INT-03/c", "mordheim", a=(ME,), b=(FAR, {"at": (14, 11.8, 3)}), pieces=(floor(13, 15, 11, 15, 3),), do=GO,
         engaged={"a1": "b1"}),
    Case("MV-INT-03/d", "core", a=(ME,), b=(FAR, {"at": (14, 11.8)}),
         pieces=({**wall(0, 0.1, 0, 1, 2), "id": "long", "outline": [[500, 1090], [2000, 1090], [2000, 1110], [500,
         1110]],
                  "walls": [{"points": [[500, 1100], [2000, 1100]], "thickness": 20, "z0": 0, "height": 200}]},),
         do=GO, engaged={"a1": "b1"}),
    Case("MV-INT-04/a", "mordheim", a=(ME,), b=(FAR, {"at": (14, 12.4)}), do=(*GO, ("answer", "b", "b2")),
         at={"b2": (14, 10), "a1": (13, 10)}, engaged={"a1": "b2", "b1": ""}, spent=300),
    Case("MV-INT-04/b", "core", a=(ME,), b=({"at": (16, 10)}, {"at": (10.6, 11.6)}), do=(*GO, ("answer", "b", "b2")),
         at={"b2": (11, 10), "a1": (10, 10)}, engaged={"a1": "b2"}, flags={"a1": "charged"}),
    Case("MV-INT-04/c", "skirmish", a=(ME,), b=({"at": (20, 10)}, {"at": (13, 11.5)}), do=GO,
         at={"b2": (13, 10), "a1": (12, 10)}, engaged={"a1": "b2"}),
    Case("MV-INT-05/a", "skirmish", a=(ME,), b=(FAR, {"at": (15.5, 12)}, {"at": (13, 12)}), do=GO, engaged={"a1": "b3"},
         at={"b3": (13, 10), "b2": (15.5, 12)}),
    Case("MV-INT-05/b", "mordheim", a=(ME,), b=(FAR, {"at": (13, 12)}, {"at": (15.5, 12)}),
         do=(*GO, ("answer", "b", "b3")), engaged={"a1": "b3"}, at={"b2": (13, 12)}),
    Case("MV-INT-05/c", "core", a=(ME, {"at": (10, 8)}), b=(FAR, {"at": (14, 12)}, {"at": (18, 8)}),
         do=(("charge", "a1", "b1"), ("charge", "a2", "b3"), ("end",), ("answer", "b", "b2"),
             ("answer", "b", "none")), engaged={"a1": "b2", "a2": "b3"}),
    Case("MV-INT-06/a", "mordheim", a=({**ME, "keywords": ["fear"]},), b=({**FAR, "ld": 2}, {"at": (14, 12)}),
         do=(*GO, ("answer", "b", "b2")), dice="ld 5+4, ld 1+1", engaged={"a1": "b1"}, at={"b2": (14, 12)}),
    Case("MV-INT-06/b", "mordheim", a=({**ME, "ld": 8},), b=(FAR, {"at": (14, 12), "keywords": ["fear"]}),
         do=(*GO, ("answer", "b", "b2")), dice="ld 6+4", engaged={"a1": "b2"}, flags={"a1": "charged fear_six"}),
    Case("MV-INT-06/c", "core", a=({**ME, "keywords": ["fear"]},), b=(FAR, {"at": (14, 12)}),
         do=(*GO, ("answer", "b", "b2")), dice="ld 3+3", engaged={"a1": "b2"}),
    Case("MV-INT-07/a", "gazette", a=(ME,), b=(FAR, {"at": (14, 12.4)}), offered=("b2",)),
    Case("MV-INT-07/b", "gazette", a=(ME,), b=(FAR, {"at": (18.6, 11.6)}), do=GO, engaged={"a1": "b1"}),
    Case("MV-ORDER-02/a", "mordheim", a=(ME, {"at": (10, 8)}), b=(NEAR,),
         do=(("charge", "a1", "b1"), ("charge", "a2", "b1"), ("end",)), at={"a1": (16, 10), "a2": (16.5, 9.13)},
         engaged={"b1": "a1 a2"}),
    Case("MV-CHG-14/a", "skirmish", a=(ME,), b=({"at": (16, 10)},), do=(*GO, ("answer", "b", "flee")),
         dice="flee 2+1, flee 1+1", at={"a1": (18, 10)}, engaged={"a1": ""}),
    Case("MV-CHG-14/b", "skirmish", a=(ME,), b=({"at": (16, 10)},), do=(*GO, ("answer", "b", "flee")),
         dice="flee 4+2", at={"a1": (14, 10), "b1": (22, 10)}, flags={"a1": "failed_charge", "b1": "fleeing"}),
    Case("MV-CHG-14/c", "skirmish", a=(ME,), b=({"at": (16, 10), "m": 7},), do=(*GO, ("answer", "b", "flee")),
         dice="flee 1+2+2", at={"b1": (21, 10), "a1": (14, 10)}, flags={"a1": "failed_charge"}),
    Case("MV-RUN-03/a", "mordheim", a=(ME, {"at": (10, 14)}), b=({"at": (16, 10)},), do=(*GO, ("run", "a2", (4, 14))),
         refused="MV-RUN-02"),
    Case("MV-RUN-03/b", "skirmish", a=(ME, {"at": (16, 17)}), b=({"at": (16, 10)},),
         do=(*GO, ("answer", "b", "flee"), ("run", "a2", (16, 25))), dice="flee 3+4", at={"a2": (16, 25)}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)
