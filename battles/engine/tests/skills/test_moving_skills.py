"""Skills and belongings of the movement phase, by the effects the catalogue gives them. Rules: MV-*, TR-CLASS-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.commands import EndStep, Face, Move
from battles.engine.dice import ScriptedDice
from battles.engine.errors import IllegalAction
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.heights.leaping import check_leap
from battles.engine.steps.movement.hiding.detection import notice_reach
from battles.engine.steps.movement.hiding.rules import fault_of_place
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.movement.options import reach_for
from battles.engine.table.table import Table
from battles.engine.tests.builder import RULESETS, Arena
from battles.engine.tests.movement.cases import Case, expand, play
from battles.engine.tests.movement.terrain import block, floor, ground, wall

FOOT: dict[str, Any] = {"at": (11.5, 10)}
OLD = "skirmish gazette mordheim"


def knows(*traits: Any, **fields: Any) -> dict[str, Any]:
    return {**FOOT, **fields, "skills": [[trait, {}] if isinstance(trait, str) else list(trait) for trait in traits]}


def tower(height: float) -> dict[str, object]:
    return block(12, 18, 5, 15, height)


def up(height: float) -> tuple[Any, ...]:
    return ("walk", "a1", ("climb", 12.5, 10, height))


CASES = (
    Case("sprint runs three times its Movement", a=(knows(["run_multiplier", {"amount": 3}]),),
         do=(("run", "a1", (23.5, 10)),), at={"a1": (23.5, 10)}),
    Case("nobody else does", a=(FOOT,), do=(("run", "a1", (23.5, 10)),), refused="GM-PATH-01"),
    Case("sprint charges three times its Movement", a=(knows(["run_multiplier", {"amount": 3}]),),
         b=({"at": (22, 10)},), do=(("charge", "a1", "b1"), ("end",)), engaged={"a1": "b1"}),
    Case("shamblers never run", a=(knows("no_running"),), do=(("run", "a1", (16, 10)),), refused="MV-RUN-05"),
    Case("shamblers charge", a=(knows("no_running"),), b=({"at": (17, 10)},), do=(("charge", "a1", "b1"), ("end",)),
         engaged={"a1": "b1"}),
    Case("a wall stops others", a=(FOOT,), pieces=(wall(12.9, 13.1, 0, 20, 8),), do=(("walk", "a1", (14.5, 10)),),
         refused="TR-BARRIER-02"),
    Case("runes lead through a wall", a=(knows("moves_through_walls"),), pieces=(wall(12.9, 13.1, 0, 20, 8),),
         do=(("walk", "a1", (14.5, 10)),), at={"a1": (14.5, 10)}, spent=300),
    Case("nobody stops inside one", a=(knows("moves_through_walls"),), pieces=(wall(12.9, 13.1, 0, 20, 8),),
         do=(("walk", "a1", (13, 10)),), refused="GM-SURF-01"),
    Case("through a block of stone at a run", a=(knows("moves_through_walls"),), pieces=(block(13, 16, 5, 15, 3),),
         do=(("run", "a1", (17.5, 10)),), at={"a1": (17.5, 10)}),
    Case("a charge through a wall", a=(knows("moves_through_walls"),), b=({"at": (15, 10)},),
         pieces=(wall(12.9, 13.1, 0, 20, 1.05),), do=(("charge", "a1", "b1"), ("end",)), engaged={"a1": "b1"}),
    Case("sheer surfaces", a=(knows(["climb_multiplier", {"amount": 2}], "climb_without_check"),), pieces=(tower(7),),
         do=(up(7),), at={"a1": (12.5, 10, 7)}, spent=350),
    Case("sheer surfaces have an end", a=(knows(["climb_multiplier", {"amount": 2}]),), pieces=(tower(8.2),),
         do=(up(8.2),), refused="MV-CLIMB-03"),
    Case("a wall runner takes no test", a=(knows("climb_without_check"),), pieces=(tower(3),), do=(up(3),),
         at={"a1": (12.5, 10, 3)}),
    Case("claws help in climbing", a=(knows(["climb_bonus", {"amount": 1}]),), pieces=(tower(3),), do=(up(3),),
         dice="char 4", at={"a1": (12.5, 10, 3)}),
    Case("a rope lets one try again", a=(knows("reroll_climbing"),), pieces=(tower(3),), do=(up(3),),
         dice="char 5, char 3", at={"a1": (12.5, 10, 3)}),
    Case("a rope is no help in jumping", "mordheim", a=(knows("reroll_climbing", at=(12.5, 10, 3)),),
         pieces=(tower(3),), do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 5, count 1, wound 1",
         flags={"a1": "fell"}),
    Case("blessed sight looks twice", a=(knows("reroll_failed_checks"),), pieces=(tower(3),), do=(up(3),),
         dice="char 5, char 3", at={"a1": (12.5, 10, 3)}),
    Case("an acrobat jumps with one test", "mordheim",
         a=(knows(["safe_fall", {"height": 12}], at=(12.5, 10, 5)),), pieces=(tower(5),),
         do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 3", at={"a1": (11.5, 10)}),
    Case("an acrobat jumps deeper than others", OLD,
         a=(knows(["safe_fall", {"height": 12}], at=(12.5, 10, 11)),), pieces=(tower(11),),
         do=(("walk", "a1", ("down", 11.5, 10)),), dice="char 3", at={"a1": (11.5, 10)}),
    Case("others do not", OLD, a=({"at": (12.5, 10, 11)},), pieces=(tower(11),),
         do=(("walk", "a1", ("down", 11.5, 10)),), refused="MV-JUMPDN-01"),
    Case("who falls in climbing lands on his feet", "mordheim",
         a=(knows(["safe_fall", {"height": 12}], at=(12.5, 10, 3)),), pieces=(tower(3),),
         do=(("walk", "a1", ("climb", 11.5, 10, 0)),), dice="char 5, char 2", flags={"a1": "fell"}, wounds={"a1": 1}),
    Case("a diving charge is tried again", "mordheim", a=(knows("reroll_diving_charge", at=(12.5, 10, 3)),),
         b=({"at": (10.4, 10)},), pieces=(tower(3),), do=(("charge", "a1", "b1", ("down", 11.45, 10, 0)), ("end",)),
         dice="char 5, char 2", engaged={"a1": "b1"}),
    Case("boots go up any wall", OLD, a=(knows("moves_anywhere", "climb_without_check", at=(9.5, 10)),),
         pieces=(block(12, 18, 5, 15, 5),), do=(("run", "a1", (11.5, 10), ("climb", 12.5, 10, 5)),),
         refused="MV-CLIMB-02"),
    Case("boots run up what they touch", a=(knows("moves_anywhere", "climb_without_check"),), pieces=(tower(6),),
         do=(("run", "a1", ("climb", 12.5, 10, 6)),), at={"a1": (12.5, 10, 6)}),
    Case("boots make all ground open", a=(knows("moves_anywhere"),), pieces=(ground("difficult", 12, 18, 5, 15),),
         do=(("walk", "a1", (15.5, 10)),), at={"a1": (15.5, 10)}),
    Case("the hood does not let go", a=(knows("never_leaves_combat", engaged="b1"),),
         b=({"at": (12.5, 10), "posture": "stunned"},), do=(("walk", "a1", (9.5, 10)),), refused="GM-PATH-01"),
    Case("a leap over a gap", a=(knows(["leap", {"dice": "D6"}], at=(11.5, 10, 3)),),
         pieces=(floor(5, 12, 5, 15, 3), floor(14, 20, 5, 15, 3)), do=(("leap", "a1", (14.6, 10, 3)),), dice="move 4",
         at={"a1": (14.6, 10, 3)}, flags={"a1": "moved -acted"}),
    Case("a leap too short", a=(knows(["leap", {"dice": "D6"}], at=(11.5, 10, 3)),),
         pieces=(floor(5, 12, 5, 15, 3), floor(14, 20, 5, 15, 3)), do=(("leap", "a1", (14.6, 10, 3)),),
         dice="move 2, count 1, wound 1", at={"a1": (13.5, 10, 0)}, flags={"a1": "fell"}),
    Case("a leap and then a walk", a=(knows(["leap", {"dice": "D6"}]),),
         do=(("leap", "a1", (14.5, 10)), ("walk", "a1", (18.5, 10))), dice="move 6", at={"a1": (18.5, 10)}),
    Case("one leap a turn", a=(knows(["leap", {"dice": "D6"}]),),
         do=(("leap", "a1", (14.5, 10)), ("leap", "a1", (17, 10))), dice="move 6", refused="MV-GAP-01"),
    Case("only leapers leap", a=(FOOT,), do=(("leap", "a1", (14.5, 10)),), refused="MV-GAP-01"),
    Case("no leap through a house", a=(knows(["leap", {"dice": "D6"}]),), pieces=(block(12.5, 14, 5, 15, 3),),
         do=(("leap", "a1", (15, 10)),), refused="TR-BARRIER-01"),
    Case("a leap makes a charge long enough", OLD, a=(knows(["leap", {"dice": "D6"}]),), b=({"at": (23, 10)},),
         do=(("charge", "a1", "b1"), ("end",)), dice="move 4", engaged={"a1": "b1"}),
    Case("a leap too short for a charge", "mordheim", a=(knows(["leap", {"dice": "D6"}]),), b=({"at": (23, 10)},),
         do=(("charge", "a1", "b1"), ("end",)), dice="move 1", flags={"a1": "failed_charge"}),
)  # fmt: skip


@pytest.mark.parametrize(("case", "rules"), expand(CASES))
def test_moving(case: Case, rules: str) -> None:
    play(case, rules)


def test_what_is_offered_knows_of_sheer_surfaces() -> None:
    for traits, height in (([["climb_multiplier", {"amount": 2}]], 610), ([], 0)):
        arena = Arena("mordheim", table=_table(block(12.5, 18.5, 5, 15, 6.1)))
        arena.add("a", at=(12, 10), skills=traits)
        area = reach_for(arena.game(), arena.position("movement"), "a1")
        assert max(spot.z for spot, _cost in area.spots()) == height


def test_a_shield_beside_heavy_armour_slows() -> None:
    for fields, movement in (({"shield": True}, 3), ({}, 4)):
        arena = Arena("core")
        arena.add("a", armour=5, skills=[["movement_penalty_with_shield", {"amount": 1}]], **fields)
        assert characteristic(arena.game(), arena.position(), "a1", "movement") == movement


def test_sprint_is_for_feet() -> None:
    arena = Arena("mordheim")
    arena.add("a", skills=[["run_multiplier", {"amount": 3}]], mount={"name": "horse", "profile": {"movement": 8}})
    assert allowance_of(arena.game(), arena.position(), "a1").run == 1600


@pytest.mark.parametrize(("traits", "inches"), [
    ([], 3), ([["spot_hidden", {"bonus": 4}]], 7), ([["spot_hidden", {"initiative_times": 2}]], 6),
])  # fmt: skip
def test_how_far_hidden_enemies_are_noticed(traits: list[Any], inches: int) -> None:
    """MV-HIDE-03: nobody goes into hiding that near."""
    arena = Arena("mordheim", table=_table(block(14, 15, 5, 15, 3)))
    arena.add("a", at=(13.4, 10))
    arena.add("b", at=(15.6 + inches, 10), skills=traits)
    game, state = arena.game(), arena.position("movement")
    assert notice_reach(game, state, "b1") == inches * 100
    fault = fault_of_place(game, state, "a1", _body(arena, "a1"))
    near = inches * 100 >= 100 * (15.6 + inches - 13.4) - 100
    assert (fault is not None) == near


def test_the_eye_sees_those_who_hide() -> None:
    for traits, found in (([["sees_everything", {}]], True), ([], False)):
        arena = Arena("mordheim")
        arena.add("a", at=(10, 10), skills=traits)
        arena.add("b", at=(16, 10), flags=["hidden"])
        assert sees(arena.game(), arena.position("movement"), "a1", "b1") is found


def test_a_rider_is_offered_one_turn_of_the_horse_a_step() -> None:
    arena = Arena("skirmish")
    arena.add("a", at=(10, 10), mount={"name": "horse", "profile": {"movement": 8}})
    arena.add("b", at=(40, 40))
    battle = arena.battle("movement")
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    turns = [command for command in battle.legal("a") if isinstance(command, Face)]
    assert sorted(turn.degrees for turn in turns) == [90, 180, 270]
    battle.play("a", turns[0])
    assert not any(isinstance(command, Face) for command in battle.legal("a"))
    assert any(isinstance(command, Move) for command in battle.legal("a"))


@pytest.mark.parametrize("rules", RULESETS)
def test_leaps_are_offered_and_all_accepted(rules: str) -> None:
    arena = Arena(rules, table=_table(block(14, 15, 5, 15, 3), floor(5, 9, 5, 15, 3)))
    arena.add("a", at=(12, 10), skills=[["leap", {"dice": "D6"}]])
    arena.add("b", at=(40, 40))
    battle = arena.battle("movement", dice=ScriptedDice(("move", 6)))
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    leaps = [command for command in battle.legal("a") if isinstance(command, Move) and command.manner == "leap"]
    assert leaps
    for leap in leaps:
        check_leap(battle.game, battle.state, "a", leap)
    battle.play("a", leaps[0])
    with pytest.raises(IllegalAction):
        battle.play("a", leaps[-1])


def _table(*pieces: dict[str, Any]) -> Table:
    return Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": list(pieces)})


def _body(arena: Arena, model_id: str) -> Any:
    from battles.engine.steps.models.bodies import body_of

    return body_of(arena.game(), arena.position("movement"), model_id)
