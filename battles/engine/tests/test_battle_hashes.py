"""The same seeds give the same battles, byte for byte, in every ruleset."""

from __future__ import annotations

import pytest

from battles.engine.tests.battle_hashes import CASES, Case, battle_hash, stored


def test_every_battle_has_its_hash() -> None:
    assert list(stored()) == [case.name for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_seeded_battle_is_the_same_byte_for_byte(case: Case) -> None:
    assert battle_hash(case) == stored()[case.name]
