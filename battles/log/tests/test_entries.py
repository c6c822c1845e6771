"""The log as lines: from cause to effect."""

import pytest

from battles.log.lines import lines_of
from battles.log.tests.test_log_text import played


@pytest.mark.parametrize("seed", [3, 8])
def test_out_of_action_is_listed_below_its_attack(seed: int) -> None:
    """ "is out of action" used to come before the shot that caused it (item 4)."""
    battle, runs = played("core", seed)
    lines = lines_of(battle.game, runs)
    assert [line.seq for line in lines] == sorted(line.seq for line in lines)
    casualties = [place for place, line in enumerate(lines) if line.kind == "casualty" and "taken out by" in line.text]
    assert casualties
    for place in casualties:
        assert lines[place - 1].kind != "phase", lines[place].text
