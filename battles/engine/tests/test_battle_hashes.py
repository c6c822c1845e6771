"""The same seeds give the same battles, byte for byte, in every ruleset (issue 11, sections 2 and 3; issue 13)."""

from __future__ import annotations

import pytest

from battles.engine.tests.battle_hashes import NUMBERS, RULESETS, battle_hash, stored


def test_every_ruleset_has_its_hashes() -> None:
    assert {ruleset: tuple(map(int, hashes)) for ruleset, hashes in stored().items()} == dict.fromkeys(
        RULESETS, NUMBERS
    )


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_seeded_battle_is_the_same_byte_for_byte(ruleset: str, number: int) -> None:
    assert battle_hash(ruleset, number) == stored()[ruleset][str(number)]
