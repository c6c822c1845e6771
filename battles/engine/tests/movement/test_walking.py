"""Walking, running and the order of the phase on an open table.

Rules: MV-ORDER-01, MV-WALK-01, MV-WALK-02, MV-RUN-01, MV-RUN-02
"""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Charge, EndStep, Move
from battles.engine.errors import IllegalAction
from battles.engine.tests.builder import RULESETS, Arena

ALL = pytest.mark.parametrize("ruleset", RULESETS)


def walk_to(x: float, y: float, z: float = 0) -> tuple[tuple[str, int, int, int], ...]:
    return (("walk", round(x * 100), round(y * 100), round(z * 100)),)


def remaining(arena: Arena, dice: str = "") -> Battle:
    """The battle in the remaining step of side a's movement phase."""
    arena.add("b", at=(47.4, 47.4), posture="stunned")
    arena.add("a", at=(0.6, 47.4))
    battle = arena.battle("movement", dice=dice)
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    return battle


def refused(battle: Battle, command: Move | Charge, rule: str) -> IllegalAction:
    before = battle.state.digest()
    with pytest.raises(IllegalAction) as caught:
        battle.play(command.who[0], command)
    assert caught.value.rule == rule
    assert battle.state.digest() == before
    return caught.value


@ALL
def test_a_walk_may_use_the_whole_movement(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    battle = remaining(arena)
    battle.play("a", Move("a1", "walk", (*walk_to(12, 10), *walk_to(12, 12))))
    assert battle.state.models["a1"][:3] == (1200, 1200, 0)


@ALL
def test_a_hundredth_too_far_is_refused(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    battle = remaining(arena)
    refused(battle, Move("a1", "walk", (*walk_to(12, 10), *walk_to(12, 12.01))), "GM-PATH-01")


@pytest.mark.parametrize(("target", "gap", "legal"), [(15, 16, False), (14, 15.2, True), (14.97, 16, False)])
@ALL
def test_only_a_charge_ends_in_contact(ruleset: str, target: float, gap: float, legal: bool) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10), m=6)
    arena.add("b", at=(gap, 10))
    battle = remaining(arena)
    if legal:
        battle.play("a", Move("a1", "walk", walk_to(target, 10)))
    else:
        refused(battle, Move("a1", "walk", walk_to(target, 10)), "MV-WALK-02")


@pytest.mark.parametrize(("ruleset", "x", "flags", "posture", "may"), [
    ("mordheim", 19, (), "standing", False),
    ("mordheim", 19.1, (), "standing", True),
    ("mordheim", 16, ("hidden",), "standing", True),
    ("gazette", 18, (), "stunned", False),
    ("core", 18, (), "stunned", True),
])  # fmt: skip
def test_enemies_within_eight_inches_forbid_running(
    ruleset: str, x: float, flags: tuple[str, ...], posture: str, may: bool
) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("b", at=(x, 10), flags=flags, posture=posture)
    battle = remaining(arena)
    run = Move("a1", "run", walk_to(10, 17.99))
    if may:
        battle.play("a", run)
        assert "ran" in flag_names_of(battle, "a1")
    else:
        refused(battle, run, "MV-RUN-02")


def flag_names_of(battle: Battle, model_id: str) -> tuple[str, ...]:
    from battles.engine.state import flag_names

    return flag_names(battle.state.models[model_id].flags)


def test_no_charge_after_the_charge_step() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10))
    arena.add("a", at=(10, 14))
    arena.add("b", at=(16, 10))
    battle = remaining(arena)
    battle.play("a", Move("a1", "walk", walk_to(10, 11)))
    refused(battle, Charge("a2", ("b1",)), "MV-ORDER-01")


@ALL
def test_a_model_moves_once(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("a", at=(20, 10))
    battle = remaining(arena)
    battle.play("a", Move("a1", "walk", walk_to(11, 10)))
    refused(battle, Move("a1", "walk", walk_to(12, 10)), "MV-ORDER-01")


@ALL
def test_what_is_offered_is_accepted(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("a", at=(12, 10), posture="knocked_down")
    arena.add("b", at=(16, 10))
    battle = arena.battle("movement")
    for command in battle.legal("a"):
        battle.validate("a", command)
    if battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    moves = battle.legal("a")
    assert any(isinstance(move, Move) for move in moves)
    for command in moves:
        battle.validate("a", command)
