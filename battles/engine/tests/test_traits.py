"""Item 11.3: a rule that asks for a trait itself declares the question once, with the type of the answer."""

from __future__ import annotations

from pathlib import Path

from battles.engine import steps
from battles.engine.gear import passive
from battles.engine.profile import Fighter
from battles.engine.steps.charge.declarations import CHARGES_UNSEEN
from battles.engine.steps.turn.rout import WEIGHT
from battles.engine.steps.turn.tunnellers import TUNNEL
from battles.engine.tests import builder as _builder  # noqa: F401 - imports every module that declares traits
from battles.engine.traits import PASSIVE_CODES, Flag, Values

STEPS = Path(steps.__file__).parent


def test_no_step_asks_for_a_skill_by_name() -> None:
    found = [path.name for path in STEPS.rglob("*.py") if "has_skill(" in path.read_text(encoding="utf-8")]
    assert found == []


def test_a_declared_question_makes_its_code_known() -> None:
    assert {CHARGES_UNSEEN.code, WEIGHT.code, TUNNEL.code} <= PASSIVE_CODES


def test_a_code_is_declared_in_one_place() -> None:
    asked = {CHARGES_UNSEEN.code, WEIGHT.code, TUNNEL.code}
    text = Path(passive.__file__).read_text(encoding="utf-8")
    assert not [code for code in asked if f'"{code}"' in text]


def test_a_flag_says_whether_a_fighter_has_the_trait() -> None:
    fighter = Fighter("a1", "Otto", skills=(("charges_unseen", {}),))
    assert CHARGES_UNSEEN.of(fighter)
    assert not CHARGES_UNSEEN.of(Fighter("a2", "Marta"))
    assert not Flag("sniper").of(fighter)


def test_values_are_read_with_their_type_in_the_order_of_the_traits() -> None:
    fighter = Fighter("a1", "Otto", skills=(("rout_weight", {"percent": 50}), ("rout_weight", {"percent": 0})))
    assert WEIGHT.of(fighter) == [50, 0]
    assert WEIGHT.first(fighter, 100) == 50
    assert WEIGHT.first(Fighter("a2", "Marta"), 100) == 100
    assert TUNNEL.first(Fighter("a3", "Skrit", skills=(("tunnel_deployment", {}),)), 0) == 800
    assert Values("tunnel_deployment", lambda given: sorted(given)).first(fighter, []) == []
