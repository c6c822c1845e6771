"""The engine's registries: one value for each code, and clear errors."""

import pytest

from battles.engine.bots.base import BOTS
from battles.engine.flow import STEPS
from battles.engine.registry import DuplicateCode, Registry
from battles.engine.scenarios.registry import SCENARIOS
from battles.engine.steps.magic.spellbook import SPELLS


def test_a_code_is_registered_once_and_an_unknown_one_names_those_that_exist() -> None:
    axes: Registry[str] = Registry("axe")
    axes.add("one_handed", "axe")
    with pytest.raises(DuplicateCode, match="another code"):
        axes.add("one_handed", "another")
    with pytest.raises(TypeError, match="Use add"):
        axes["two_handed"] = "great axe"
    with pytest.raises(KeyError, match=r"no axe .halberd.\. Known: one_handed"):
        axes["halberd"]
    assert axes == {"one_handed": "axe"}


def test_steps_scenarios_spells_and_bots_are_in_registries() -> None:
    for registry, code in ((STEPS, "movement"), (SCENARIOS, "skirmish"), (SPELLS, "warpfire"), (BOTS, "tactician")):
        assert isinstance(registry, Registry)
        assert code in registry
