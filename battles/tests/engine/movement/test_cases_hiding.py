"""Worked cases of hiding and noticing. Rules: MV-HIDE-01 to MV-HIDE-10, TR-SWIM-02"""

from __future__ import annotations

import pytest

from battles.tests.engine.movement.cases import Case, expand, play
from battles.tests.engine.movement.terrain import floor, ground, wall, way, wood

OLD = "skirmish gazette mordheim"
W = wall(14.9, 15.1, 5, 15, 0.75)
ME = {"at": (15.7, 10)}
E = {"at": (10, 10)}
HIDE = (("walk", "a1", "hide"),)
LURK = {"at": (15.7, 10), "flags": "hidden"}

CASES = (
    Case("MV-HIDE-01/a", OLD, a=(ME,), b=(E,), pieces=(W,), do=HIDE, flags={"a1": "hidden"}),
    Case("MV-HIDE-01/b", OLD, a=(ME,), b=(E,), pieces=(wall(14.9, 15.1, 5, 15, 0.4),), do=HIDE, refused="MV-HIDE-01"),
    Case("MV-HIDE-01/c", OLD, a=({"at": (17, 10)},), b=(E,), pieces=(W,), do=HIDE, refused="MV-HIDE-01"),
    Case("MV-HIDE-02/a", "mordheim", a=({"at": (17.2, 10), "posture": "knocked_down"},), b=(E,), pieces=(W,),
         do=(("crawl", "a1", (15.7, 10), "hide"),), flags={"a1": "hidden"}),
    Case("MV-HIDE-02/b", "core", a=({"at": (17.2, 10), "posture": "knocked_down"},), b=(E,), pieces=(W,),
         do=(("crawl", "a1", (15.7, 10), "hide"),), refused="MV-HIDE-02"),
    Case("MV-HIDE-03/a", "mordheim", a=(ME,), b=({"at": (12.5, 10)},), pieces=(W,), do=HIDE, refused="MV-HIDE-03"),
    Case("MV-HIDE-03/b", "core", a=(ME,), b=(E,), pieces=(W,), do=HIDE, flags={"a1": "hidden"}),
    Case("MV-HIDE-03/c", "core", a=(ME,), b=(E, {"at": (15.7, 20)}), pieces=(W,), do=HIDE, refused="MV-HIDE-03"),
    Case("MV-HIDE-03/d", "mordheim", a=(ME,), b=({"at": (12.5, 10), "posture": "stunned"},), pieces=(W,), do=HIDE,
         flags={"a1": "hidden"}),
    Case("MV-HIDE-04/a", "mordheim", a=({"at": (15.7, 7), "flags": "hidden"},), b=({"at": (8, 10)},), pieces=(W,),
         do=(("walk", "a1", (15.7, 10)),), flags={"a1": "hidden"}),
    Case("MV-HIDE-04/b", "mordheim", a=({"at": (15.7, 7), "flags": "hidden"},), b=({"at": (7, 10)},),
         pieces=(wall(14.9, 15.1, 2, 8, 0.75), wall(14.9, 15.1, 10, 15, 0.75)),
         do=(("walk", "a1", (15.7, 10.8)),), flags={"a1": "-hidden"}),
    Case("MV-HIDE-04/c", "core", a=({"at": (15.7, 7), "flags": "hidden"},), b=({"at": (2, 10)},), pieces=(W,),
         do=(("run", "a1", (15.7, 10)),), flags={"a1": "-hidden ran"}),
    Case("MV-HIDE-05/a", "mordheim", a=({"at": (11.5, 10)},), b=(LURK,),
         pieces=(W, floor(8, 11, 8, 12, 4, way("ladder", (11, 10, 0), (11, 10, 4)))),
         do=(("walk", "a1", ("ladder", 10.5, 10, 4)),), flags={"b1": "-hidden"}),
    Case("MV-HIDE-05/b", "core", a=({"at": (11.5, 10)},), b=(LURK,),
         pieces=(W, floor(8, 11, 8, 12, 4, way("ladder", (11, 10, 0), (11, 10, 4)))),
         do=(("walk", "a1", ("ladder", 10.5, 10, 4)),), flags={"b1": "hidden"}),
    Case("MV-HIDE-05/c", "mordheim", a=({"at": (13, 18)},), b=(LURK,), pieces=(W,), do=(("walk", "a1", (15.7, 18)),),
         flags={"b1": "-hidden"}),
    Case("MV-HIDE-06/a", "mordheim", a=({"at": (10.8, 8), "i": 4},), b=(LURK,), pieces=(W,),
         do=(("walk", "a1", (10.8, 10), (10, 11)),), flags={"b1": "-hidden"}),
    Case("MV-HIDE-06/b", "mordheim", a=({"at": (11.6, 8)},), b=(LURK,), pieces=(W,),
         do=(("walk", "a1", (11.6, 12)),), flags={"b1": "hidden"}),
    Case("MV-HIDE-06/c", "core", a=({"at": (11.7, 10), "i": 4},), b=(LURK,), pieces=(W,),
         do=(("walk", "a1", (12.7, 10)),), flags={"b1": "hidden"}),
    Case("MV-HIDE-10/a", OLD, a=({"at": (20.3, 10)},), b=({"at": (8, 10)},), pieces=(wood(20, 30, 0, 20),), do=HIDE,
         flags={"a1": "hidden"}),
    Case("MV-HIDE-10/c", "skirmish", a=({"at": (20.3, 10)},), b=({"at": (24.8, 10)},), pieces=(wood(20, 30, 0, 20),),
         do=HIDE,
         refused="MV-HIDE-01"),
    Case("MV-HIDE-10/d", "skirmish", a=({"at": (20.3, 10)},), b=({"at": (27.4, 10)},), pieces=(wood(20, 30, 0, 20),),
         do=HIDE,
         flags={"a1": "hidden"}),
    Case("TR-SWIM-02/a", "core", a=({"at": (22, 10), "keywords": ["aquatic"]},), b=({"at": (16, 10)},),
         pieces=(ground("shallow_water", 20, 30, 0, 20),), do=HIDE, flags={"a1": "hidden"}),
    Case("TR-SWIM-02/b", "core", a=({"at": (22, 10), "keywords": ["aquatic"]},), b=({"at": (17.5, 10)},),
         pieces=(ground("shallow_water", 20, 30, 0, 20),), do=HIDE, refused="MV-HIDE-03"),
)  # fmt: skip


@pytest.mark.parametrize(("case", "ruleset"), expand(CASES))
def test_case(case: Case, ruleset: str) -> None:
    play(case, ruleset)
