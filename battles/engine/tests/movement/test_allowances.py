"""How far a model may move, and whether it may act at all, after something about it has changed.

Allowances are cached, and most models that may not act are found without an error: both must agree with the full rules.
Rules: MV-WALK-01, MV-STAND-01, MV-CHG-02
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.engine.errors import IllegalAction
from battles.engine.skills.charges_and_terrain import SURGE
from battles.engine.state import FLAG_NAMES, KNOCKED_DOWN, STANDING, STOOD_UP, STUNNED, Effect
from battles.engine.steps.charge.declarations import check_charger, may_charge
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.walking import can_move, check_free_to_move
from battles.engine.tests.builder import RULESETS, Arena


@pytest.fixture
def arena() -> Arena:
    found = Arena("mordheim")
    found.add("a", at=(10, 10))
    found.add("b", at=(12, 10))
    return found


def test_a_model_that_stood_up_walks_half_as_far_until_it_has_not(arena: Arena) -> None:
    game, state = arena.game(), arena.position("movement")
    before = allowance_of(game, state, "a1").walk
    usual = state.models["a1"]
    state.models["a1"] = usual._replace(flags=STOOD_UP)
    assert allowance_of(game, state, "a1").walk == before // 2
    state.models["a1"] = usual
    assert allowance_of(game, state, "a1").walk == before


def test_an_effect_changes_the_allowance_at_once(arena: Arena) -> None:
    game, state = arena.game(), arena.position("movement")
    usual = allowance_of(game, state, "a1").charge
    state.models["a1"] = state.models["a1"]._replace(effects=(Effect(SURGE, 3),))
    assert allowance_of(game, state, "a1").charge == usual + 300


def test_another_fighter_has_another_allowance(arena: Arena) -> None:
    game, state = arena.game(), arena.position("movement")
    fighter = game.fighters["a1"]
    usual = allowance_of(game, state, "a1").walk
    game.fighters["a1"] = replace(fighter, profile=fighter.profile._replace(movement=fighter.profile.movement + 2))
    assert allowance_of(game, state, "a1").walk == usual + 200


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_may_act_is_the_same_with_and_without_an_error(ruleset: str) -> None:
    arena = Arena(ruleset)
    arena.add("a", at=(10, 10))
    arena.add("b", at=(11, 10))
    game, state = arena.game(), arena.position("movement")
    usual, enemy = state.models["a1"], state.models["b1"]

    def passes(check: object, *given: object) -> bool:
        try:
            check(*given)  # type: ignore[operator]
        except IllegalAction:
            return False
        return True

    for posture in (STANDING, KNOCKED_DOWN, STUNNED):
        for flags in (0, *FLAG_NAMES.values()):
            for engaged in ((), ("b1",)):
                for other in (STANDING, STUNNED):
                    state.models["a1"] = usual._replace(posture=posture, flags=flags, engaged=engaged)
                    state.models["b1"] = enemy._replace(posture=other)
                    assert may_charge(game, state, "a1") == passes(check_charger, game, state, "a", "a1", ())
                    if posture == STANDING:
                        assert can_move(game, state, "a1") == passes(check_free_to_move, game, state, "a", "a1")
