"""The options of a battle, each declared once."""

from __future__ import annotations

import pytest

from battles.engine.errors import IllegalAction
from battles.engine.rulesets.compile import LAYERS, rules_for
from battles.engine.rulesets.keys import CODES
from battles.engine.rulesets.options import OPTIONS, BattleOption


def other_values(option: BattleOption) -> list[object]:
    """Values that are not the printed one."""
    if option.many:
        return [[choice] for choice in option.choices]
    return [value for value in option.choices or (True, False) if value != option.printed]


def test_every_ruleset_has_its_layer() -> None:
    assert set(LAYERS) == set(CODES)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_every_other_value_changes_the_rules_of_its_rulesets(option: BattleOption) -> None:
    for ruleset in option.rulesets:
        for value in other_values(option):
            assert rules_for(ruleset, {option.code: value}) != rules_for(ruleset), (ruleset, value)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_the_printed_value_changes_nothing_anywhere(option: BattleOption) -> None:
    for ruleset in CODES:
        assert rules_for(ruleset, {option.code: option.printed}) == rules_for(ruleset)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_a_ruleset_without_the_option_refuses_it(option: BattleOption) -> None:
    for ruleset in set(CODES) - set(option.rulesets):
        for value in other_values(option):
            with pytest.raises(IllegalAction) as refused:
                rules_for(ruleset, {option.code: value})
            assert refused.value.code == "option_not_available"


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_what_is_not_a_value_is_refused(option: BattleOption) -> None:
    for value in ("often", 7, None, {}, [3]):
        with pytest.raises(IllegalAction) as refused:
            rules_for(option.rulesets[0], {option.code: value})
        assert refused.value.code == ("trigger_not_allowed" if value == [3] and option.many else "bad_option")
