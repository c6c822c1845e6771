"""Every effect of the packs that acts in battle has an implementation, and the check finds those without."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from battles.aftermath.effect_checks import implemented_codes, packs_act_in_battle, unimplemented_effects, unused_hooks
from battles.engine.hooks import INNER_CODES, known_codes
from battles.engine.steps.magic.spellbook import SPELLS
from catalogue.effects import EFFECTS
from catalogue.packs.book import Book, EffectData
from catalogue.packs.installed import book
from warbands.rules.codes import OBEYED, PRINTED


def test_the_packs_of_the_site_act() -> None:
    assert packs_act_in_battle(None) == []


@pytest.mark.parametrize("code", ["leap", "run_multiplier", "passes_leadership", "infiltrate", "climb_without_check"])
def test_a_code_without_implementation_is_reported(code: str) -> None:
    sentences = list(unimplemented_effects(book(), implemented_codes() - {code}, SPELLS))
    assert sentences
    assert all(code in sentence for sentence in sentences)


def test_a_fact_with_an_unknown_code_is_reported() -> None:
    facts = book()
    dreamt = replace(facts.skills["leap"], code="dreamt", effects=(EffectData(code="levitates", params={}),))
    bigger: Book = replace(facts, skills=MappingProxyType({**facts.skills, "dreamt": dreamt}))
    assert list(unimplemented_effects(bigger, implemented_codes(), SPELLS)) == [
        "skills dreamt: no code implements levitates, but it is marked automation: full"
    ]
    part = replace(dreamt, automation="part")
    smaller: Book = replace(facts, skills=MappingProxyType({**facts.skills, "dreamt": part}))
    assert list(unimplemented_effects(smaller, implemented_codes(), SPELLS)) == []


def test_a_spell_unknown_to_the_engine_is_reported() -> None:
    told = list(unimplemented_effects(book(), implemented_codes(), set(SPELLS) - {"warpfire"}))
    assert told == ["spells warpfire: the engine does not know it, but it is marked automation: full"]


def test_a_hook_for_a_code_outside_the_vocabulary_is_reported() -> None:
    assert list(unused_hooks(known_codes(), INNER_CODES)) == []
    assert list(unused_hooks({*known_codes(), "levitates"}, INNER_CODES)) == [
        "a hook listens to levitates, which no pack can name"
    ]


def test_codes_that_the_roster_declares_are_in_the_vocabulary() -> None:
    """The roster implements no battle effects; it may read a few effects that act between battles."""
    assert set(EFFECTS) >= OBEYED | PRINTED
    assert {code for code in OBEYED | PRINTED if EFFECTS[code].part in ("battle", "board")} == set()
