"""A rule that asks for a trait itself declares the question once, with the type of the answer."""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import reduce
from pathlib import Path
from types import ModuleType

import pytest

from battles import engine
from battles.engine.hooks import known_codes
from battles.engine.profile import Fighter, weapon_from_data
from battles.engine.steps.charge.declarations import CHARGES_UNSEEN
from battles.engine.steps.shooting.thrown_items import THROWN
from battles.engine.steps.turn.optional_choices import OFFERS
from battles.engine.steps.turn.rout import WEIGHT
from battles.engine.steps.turn.tunnellers import TUNNEL
from battles.engine.tests import builder as _builder  # noqa: F401 - imports every module that declares traits
from battles.engine.traits import ASKED_CODES, PLACES, Flag, Values, trait_codes
from catalogue.effects import EFFECTS
from catalogue.packs.book import EffectData
from catalogue.packs.installed import book

ENGINE = Path(engine.__file__).parent
BY_NAME = (
    re.compile(r"\.has_skill\("),
    re.compile(r"\.has\(\""),
    re.compile(r"for code, \w+ in [^\n]*\.(skills|traits)\b[^\n]*\n?[^\n]*\bcode (==|in) "),
)
"""Rules that look for a trait by its code instead of a declared question."""
ALLOWED = {"traits.py", "hooks.py", "optional_choices.py"}
"""The modules that compare codes for the others."""


def engine_modules() -> list[ModuleType]:
    found = pkgutil.walk_packages([str(ENGINE)], "battles.engine.")
    return [importlib.import_module(entry.name) for entry in found if ".tests" not in entry.name]


def questions() -> list[tuple[str, str]]:
    """The code of every question, with the module that has it."""
    found = []
    for module in engine_modules():
        for value in vars(module).values():
            for entry in value if isinstance(value, tuple) else (value,):
                if isinstance(entry, Flag | Values):
                    found.append((entry.code, module.__name__))
    return found


def resolve(module: str, name: str) -> object:
    """A class, function, field or constant by its name in a module."""
    start: object = importlib.import_module(module)
    return reduce(getattr, name.split("."), start)


def test_no_rule_asks_for_a_trait_by_name() -> None:
    found = [
        (path.relative_to(ENGINE).as_posix(), pattern.pattern)
        for path in ENGINE.rglob("*.py")
        if "tests" not in path.relative_to(ENGINE).parts and path.name not in ALLOWED
        for pattern in BY_NAME
        if pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_code_without_a_hook_is_a_question_or_an_offer_or_has_a_stated_place() -> None:
    asked = {code for code, _module in questions()} | {thrown.trait.code for thrown in THROWN.values()}
    assert set(ASKED_CODES) <= asked | set(OFFERS)
    assert {CHARGES_UNSEEN.code, WEIGHT.code, TUNNEL.code} <= asked
    assert known_codes() | asked | set(OFFERS) | set(PLACES) == trait_codes()


def test_a_code_with_a_stated_place_is_read_nowhere_else() -> None:
    assert set(PLACES).isdisjoint(known_codes() | ASKED_CODES)
    assert set(PLACES) <= set(EFFECTS)


@pytest.mark.parametrize("code", sorted(PLACES))
def test_a_stated_place_exists_and_says_how_it_acts(code: str) -> None:
    place = PLACES[code]
    assert resolve(place.module, place.name) is not None
    assert place.because.endswith(".")


def has(effects: tuple[EffectData, ...], *codes: str) -> bool:
    return any(effect.code in codes for effect in effects)


def test_every_item_that_needs_both_hands_says_so_in_its_pack() -> None:
    items = [item for item in book().items.values() if has(item.effects, "two_handed", "cumbersome")]
    assert items
    assert [item.code for item in items if item.hands != 2] == []


def test_every_large_warrior_is_marked_as_large_in_its_pack() -> None:
    rules = {code for code, rule in book().rules.items() if has(rule.effects, "large_target")}
    assert rules
    assert [
        entry.code for entry in book().warrior_types.values() if rules & set(entry.rules) if not entry.is_large
    ] == []


def test_every_caster_has_a_spell_list_in_its_pack() -> None:
    rules = {code for code, rule in book().rules.items() if has(rule.effects, "caster")}
    casters = [entry for entry in book().warrior_types.values() if rules & set(entry.rules)]
    assert casters
    assert [entry.code for entry in casters if entry.spell_list is None] == []


def test_a_flag_says_whether_a_fighter_has_the_trait() -> None:
    fighter = Fighter("a1", "Otto", skills=(("charges_unseen", {}),))
    assert CHARGES_UNSEEN.of(fighter)
    assert not CHARGES_UNSEEN.of(Fighter("a2", "Marta"))
    assert not Flag("sniper").of(fighter)


def test_a_flag_says_whether_a_weapon_has_the_trait() -> None:
    sword = weapon_from_data({"code": "sword", "name": "sword", "traits": ["parry"]})
    assert Flag("parry").on(sword)
    assert not Flag("barrage").on(sword)


def test_values_are_read_with_their_type_in_the_order_of_the_traits() -> None:
    fighter = Fighter("a1", "Otto", skills=(("rout_weight", {"percent": 50}), ("rout_weight", {"percent": 0})))
    assert WEIGHT.of(fighter) == [50, 0]
    assert WEIGHT.first(fighter, 100) == 50
    assert WEIGHT.first(Fighter("a2", "Marta"), 100) == 100
    assert TUNNEL.first(Fighter("a3", "Skrit", skills=(("tunnel_deployment", {}),)), 0) == 800
    assert Values("tunnel_deployment", lambda given: sorted(given)).first(fighter, []) == []
