"""What keeps a battle from beginning, and what only raises an eyebrow. PSY-KEYS, ALLY, SCN, WB, FAC"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.errors import BadSetup, IllegalAction
from battles.engine.rulesets.compile import rules_for
from battles.engine.scenarios import checks
from battles.engine.scenarios.checks import Force, check_force
from battles.engine.setup import game_from_data
from battles.engine.state import Outcome
from battles.engine.steps.turn.alliances import (
    alignment_step,
    alliance_fault,
    choose_alignment,
    exploration_dice,
    offer_fault,
)
from battles.engine.tests.builder import Arena


def setup(ruleset: str = "core", *, fighter: dict[str, Any] | None = None, **about: Any) -> dict[str, Any]:
    """Two sides of two plain warriors on an open table."""
    plain = {"name": "Otto", "weapons": [{"code": "blade", "name": "blade"}]}
    return {
        "ruleset": ruleset,
        "sides": [
            {"name": "Red", "fighters": [{**plain, "is_leader": True}, {**plain, **(fighter or {})}]},
            {"name": "Blue", "fighters": [{**plain, "is_leader": True}, plain]},
        ],
        "table": {"width": 4800, "length": 4800},
        **about,
    }


def faults(data: dict[str, Any]) -> set[str]:
    """The codes of everything wrong with a setup."""
    try:
        game_from_data(data)
    except BadSetup as refusal:
        return {fault.code for fault in refusal.faults}
    return set()


def test_a_plain_setup_is_sound() -> None:
    for ruleset in ("skirmish", "gazette", "mordheim", "core"):
        assert faults(setup(ruleset)) == set()


@pytest.mark.parametrize(
    ("ruleset", "options", "expected"),
    [("mordheim", {}, {"keyword_not_available"}), ("core", {}, set()), ("mordheim", {"core_keywords": True}, set())],
)
def test_a_terror_causer_needs_rules_that_know_terror(
    ruleset: str, options: dict[str, Any], expected: set[str]
) -> None:
    """PSY-KEYS-01.a and b"""
    assert faults(setup(ruleset, fighter={"keywords": ["terror"]}, options=options)) == expected


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"fighter": {"keywords": ["brave"]}}, "unknown_keyword"),
        ({"fighter": {"skills": ["juggling"]}}, "unknown_trait"),
        ({"fighter": {"is_leader": True}}, "two_leaders"),
        ({"scenario": {"code": "picnic"}}, "unknown_scenario"),
        ({"scenario": {"deployment": {"a": "attic"}}}, "unknown_zone"),
        ({"scenario": {"first": "q"}}, "unknown_side"),
        ({"scenario": {"max_turns": -1}}, "bad_turns"),
    ],
)
def test_every_fault_has_its_code(change: dict[str, Any], code: str) -> None:
    assert code in faults(setup(**change))


def test_all_faults_come_at_once() -> None:
    found = faults(setup(fighter={"keywords": ["brave"], "skills": ["juggling"]}, scenario={"code": "picnic"}))
    assert found == {"unknown_keyword", "unknown_trait", "unknown_scenario"}


def test_alignments_have_five_steps_written_either_way_round() -> None:
    """ALLY-ALIGN-01.a and b"""
    assert alignment_step("Chaotic/Neutral") == 4
    with pytest.raises(IllegalAction) as refusal:
        choose_alignment("Neutral", ("Lawful", "Lawful/Neutral"))
    assert refusal.value.code == "alignment_not_offered"


def allied(
    first: str, other: str, ruleset: str = "core", tags: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
) -> Arena:
    arena = Arena(ruleset)
    arena.add("a", is_leader=True)
    arena.add("b", is_leader=True)
    arena.allies = {}
    arena.alignments = {"a": (first, tags[0]), "b": (other, tags[1])}  # type: ignore[attr-defined]
    return arena


@pytest.mark.parametrize(
    ("one", "other", "tags", "code"),
    [
        ("Neutral", "Lawful/Neutral", ((), ()), ""),
        ("Lawful", "Neutral", ((), ()), "too_far_apart"),
        ("Neutral", "Neutral", (("dwarf", "distrusts:elf"), ("elf",)), "distrust"),
    ],
)
def test_who_may_be_allied(one: str, other: str, tags: tuple[tuple[str, ...], tuple[str, ...]], code: str) -> None:
    """ALLY-FORMAL-01.a to c"""
    arena = allied(one, other)
    game = arena.game()
    for side, alignment, tag in (("a", one, tags[0]), ("b", other, tags[1])):
        old = game.sides[side]
        game.sides[side] = type(old)(old.id, old.name, old.allies, alignment, frozenset(tag))
    fault = alliance_fault(game, "a", "b")
    assert (fault.code if fault else "") == code


def test_an_alliance_offered_in_play_comes_too_late() -> None:
    """ALLY-FORMAL-01.d"""
    arena = allied("Neutral", "Neutral")
    fault = offer_fault(arena.game(), arena.position(), "a", "b")
    assert fault is not None
    assert fault.code == "too_late"


def test_a_shared_win_limits_exploration() -> None:
    """ALLY-FORMAL-04.a"""
    assert exploration_dice(5, Outcome(("a", "b"), "last_standing")) == 3
    assert exploration_dice(5, Outcome(("a",), "last_standing")) == 5


@pytest.mark.parametrize(
    ("ruleset", "force", "tags", "expected"),
    [
        ("skirmish", Force(16), (), {"SCN-COUNT-01"}),
        ("skirmish", Force(15), (), set()),
        ("skirmish", Force(5, kinds=("cavalry",)), (), {"SCN-TYPE-01"}),
        ("skirmish", Force(5, kinds=("monster",)), ("hunt",), set()),
        ("skirmish", Force(5, kinds=("war_machine",)), (), {"SCN-TYPE-01"}),
        ("skirmish", Force(5, kinds=("flyer",)), (), {"SCN-TYPE-01"}),
        ("skirmish", Force(5, ranks=("rare",)), (), {"SCN-CORE-01"}),
        ("skirmish", Force(5, ranks=("lord",)), (), {"SCN-CORE-01"}),
        ("skirmish", Force(5, wizard_levels=(1, 1)), (), {"SCN-MAGIC-01"}),
        ("skirmish", Force(5, wizard_levels=(1,), magic_items=2), (), set()),
        ("skirmish", Force(5, wizard_levels=(2,)), (), {"SCN-MAGIC-01"}),
        ("gazette", Force(5, wizard_levels=(2,)), (), set()),
        ("skirmish", Force(5), (), set()),
        ("skirmish", Force(5, command=("musician",)), (), {"SCN-BANNER-01"}),
        ("skirmish", Force(5, command=("champion",)), (), set()),
        ("skirmish", Force(5, points=260), (), {"WB-POINTS-01"}),
        ("skirmish", Force(5, points=100), (), set()),
        ("gazette", Force(5, points=250), (), set()),
        ("core", Force(5, has_leader=False), (), {"WB-LEADER-01"}),
        ("skirmish", Force(5, has_leader=False), (), {"WB-LEADER-01"}),
        ("gazette", Force(5, faction="averland"), (), {"FAC-LIST-01"}),
        (
            "gazette",
            Force(5, faction="middenheim", gear=("helmet",), supplied=frozenset({"helmet"})),
            (),
            {"FAC-GEAR-01"},
        ),
        ("gazette", Force(5, faction="reikland", gear=("club",)), (), set()),
        ("gazette", Force(5, gear=("buckler",)), (), {"FAC-UNFINISHED-01"}),
    ],
)
def test_force_checks(ruleset: str, force: Force, tags: tuple[str, ...], expected: set[str]) -> None:
    """The cases of SCN-COUNT-01 to FAC-UNFINISHED-01"""
    assert {remark.rule for remark in check_force(rules_for(ruleset), force, tags)} == expected


def test_which_remarks_stop_a_force() -> None:
    """WB-LEADER-01.a and b, FAC-UNFINISHED-01.a"""
    (error,) = check_force(rules_for("core"), Force(5, has_leader=False))
    assert (error.is_error, error.code) == (True, "no_leader")
    (warning,) = check_force(rules_for("skirmish"), Force(5, has_leader=False))
    assert not warning.is_error
    (missing,) = check_force(rules_for("gazette"), Force(5, gear=("buckler",)))
    assert missing.code == "not_in_this_edition"
    assert not check_force(
        rules_for("gazette"), Force(5, gear=("throwing_knife",), supplied=frozenset({"throwing_knife"}))
    )


def test_tables_and_return_games() -> None:
    """SCN-TABLE-01.a and b, SCN-SWAP-01.a, FAC-GEAR-01.c"""
    assert checks.table_size(4) == (4800, 4800)
    assert checks.table_size(5) == (7200, 4800)
    assert [side["name"] for side in checks.swapped(setup())["sides"]] == ["Blue", "Red"]  # type: ignore[attr-defined]
    assert checks.preferred_gear("marienburg") == ("sword", "club", "handgun", "pistol")
