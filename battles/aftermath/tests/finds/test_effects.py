"""One class for each effect of a find, registered with its parameters, result and description."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from battles.aftermath import effects
from battles.aftermath.effects.base import AftermathEffect, Amount, ChoiceEffect
from battles.aftermath.effects.gold import GainGold
from battles.aftermath.effects.registry import EFFECTS, choice_of, is_immediate
from battles.aftermath.finds.effects import describe
from battles.aftermath.finds.location_answers import ANSWERS, TakeOption
from catalogue import effects as catalogue_effects
from catalogue.packs.installed import book


def test_each_effect_has_its_own_module() -> None:
    modules = [kind.__module__ for kind in EFFECTS.values()]
    with_code = {
        f"{effects.__name__}.{path.stem}"
        for path in Path(effects.__path__[0]).glob("*.py")
        if re.search(r"^    code = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(set(modules)) == len(modules)
    assert set(modules) == with_code, "a class is not listed in registry.py"
    assert all(code == kind.code for code, kind in EFFECTS.items())


@pytest.mark.parametrize("code", EFFECTS)
def test_the_parameters_of_an_effect_are_those_of_the_catalogue(code: str) -> None:
    own = {"to", *Amount.model_fields}
    declared = set(catalogue_effects.EFFECTS[code].params)
    assert set(EFFECTS[code].model_fields) - own <= declared


def test_every_effect_of_every_location_and_scenario_can_be_read() -> None:
    facts = book()
    outcomes = [line for place in facts.exploration.values() for line in place.outcomes]
    found = [effect for place in facts.exploration.values() for effect in place.effects]
    found += [effect for line in outcomes for effect in line.effects]
    read = [EFFECTS[effect.code].of(effect.params) for effect in found if effect.code in EFFECTS]
    assert {type(effect) for effect in read} >= {GainGold, EFFECTS["bless_weapon"], EFFECTS["may_keep_gem"]}
    assert all(isinstance(effect, AftermathEffect) for effect in read)


def test_an_effect_without_a_needed_parameter_is_refused() -> None:
    with pytest.raises(ValidationError):
        EFFECTS["gain_item"].of({"amount": 2})


def test_only_effects_with_a_choice_offer_options() -> None:
    choices = {code for code in EFFECTS if choice_of(code) is not None}
    assert choices
    assert "gain_gold" not in choices
    assert not any(is_immediate(code) for code in choices)
    assert all(issubclass(EFFECTS[code], ChoiceEffect) for code in choices)


def test_every_effect_with_a_choice_names_the_kind_of_its_options() -> None:
    kinds = {choice.option_kind for code in EFFECTS if (choice := choice_of(code)) is not None}
    assert kinds == {kind for kind, answer in ANSWERS.items() if isinstance(answer, TakeOption)}
    assert kinds


def test_records_are_described_by_their_effect() -> None:
    assert describe({"code": "gain_gold", "gold": 30}) == "+30 gc"
    assert describe({"code": "gain_item", "item": "Sword", "count": 2}) == "Sword × 2, in the stash"
    assert describe({"code": "gain_skill", "refused": "The warrior already has it."}) == "The warrior already has it."
    assert describe({"code": "lose_equipment", "kept": True}) == ""
    assert describe({"code": "hated_next_by", "kept": True}) == ""
