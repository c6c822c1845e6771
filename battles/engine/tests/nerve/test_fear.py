"""Fear, terror and hatred. PSY-FEAR-01 to 03, PSY-TERROR-01, PSY-HATE-01, PSY-IMM-01"""

from __future__ import annotations

import pytest

from battles.engine.state import FEAR_SIX
from battles.engine.steps.nerve import fear
from battles.engine.steps.nerve.psychology import hates, is_immune
from battles.engine.tests.builder import RULESETS, Arena


def pair(ruleset: str, mine: list[str], theirs: list[str], ld: int = 7, **about: object) -> Arena:
    arena = Arena(ruleset)
    arena.add("a", ld=ld, keywords=mine, **about)  # type: ignore[arg-type]
    arena.add("b", keywords=theirs, at=(20, 10))
    return arena


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_charged_model_that_fails_needs_sixes(ruleset: str) -> None:
    """PSY-FEAR-01.a"""
    ctx = pair(ruleset, [], ["fear"], ld=6).context("ld 4+3")
    assert not fear.faces_charge(ctx, "a1", "b1")
    assert ctx.state.models["a1"].flags & FEAR_SIX


@pytest.mark.parametrize(
    ("mine", "theirs", "reason"),
    [
        ([], ["fear"], "fear"),
        (["fear"], ["fear"], ""),
        (["fear"], ["terror"], "terror"),
        (["terror"], ["terror"], ""),
        (["terror"], ["fear"], ""),
        (["immune_to_psychology"], ["terror"], ""),
        (["immune_to_fear"], ["fear"], ""),
        (["immune_to_fear"], ["terror"], "terror"),
        ([], [], ""),
    ],
)
def test_who_fears_whom(mine: list[str], theirs: list[str], reason: str) -> None:
    """PSY-FEAR-01.b, PSY-TERROR-01.a and b, PSY-IMM-01"""
    arena = pair("core", mine, theirs)
    assert fear.fear_of(arena.game(), arena.position(), "a1", "b1") == reason


@pytest.mark.parametrize(("dice", "dares"), [("ld 6+2", False), ("ld 3+3", True)])
def test_a_charger_tests_first(dice: str, dares: bool) -> None:
    """PSY-FEAR-02"""
    assert fear.dares_to_charge(pair("mordheim", [], ["fear"]).context(dice), "a1", "b1") is dares


def test_an_interceptor_that_fails_stays_where_it_is() -> None:
    """PSY-FEAR-03.a"""
    assert not fear.dares_to_intercept(pair("mordheim", [], ["fear"]).context("ld 5+4"), "a1", "b1")


def test_a_charger_met_by_a_fear_causer_needs_sixes() -> None:
    """PSY-FEAR-03.b"""
    ctx = pair("core", [], ["fear"], ld=6).context("ld 4+4")
    assert not fear.faces_charge(ctx, "a1", "b1")
    assert ctx.state.models["a1"].flags & FEAR_SIX


def test_allies_do_not_frighten() -> None:
    """ALLY-FORMAL-02"""
    arena = Arena("core", allies={"a": ["b"], "b": ["a"]})
    arena.add("a")
    arena.add("b", keywords=["fear"])
    assert fear.fear_of(arena.game(), arena.position(), "a1", "b1") == ""


def test_whom_a_warrior_hates() -> None:
    """PSY-HATE-01"""
    arena = Arena("core")
    arena.add("a", hates=["skaven"])
    arena.add("a", keywords=["hatred"])
    arena.add("b", tags=["skaven"])
    arena.add("b", tags=["human"])
    game, state = arena.game(), arena.position()
    assert hates(game, state, "a1", "b1")
    assert not hates(game, state, "a1", "b2")
    assert hates(game, state, "a2", "b2")


@pytest.mark.parametrize(
    ("ruleset", "far", "immune"), [("core", 30, True), ("mordheim", 30, False), ("mordheim", 17, True)]
)
def test_frenzy_makes_immune(ruleset: str, far: int, immune: bool) -> None:
    """PSY-FRENZY-03: always in one edition, in the others while an enemy is in charge reach"""
    arena = Arena(ruleset)
    arena.add("a", keywords=["frenzy"], flags=["frenzied"], at=(10, 10))
    arena.add("b", at=(far, 10))
    assert is_immune(arena.game(), arena.position(), "a1") is immune
