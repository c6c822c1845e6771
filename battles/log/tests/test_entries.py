"""The log next to the board: the newest entry on top, and inside an entry from cause to effect."""

import pytest

from battles.log.lines import lines_of, newest_first
from battles.log.tests.test_log_text import played


@pytest.mark.parametrize("seed", [3, 8])
def test_who_goes_out_stands_below_the_attack_that_did_it(seed: int) -> None:
    """Item 4: "is out of action" came before the shot that caused it."""
    battle, runs = played("core", seed)
    shown = newest_first(lines_of(battle.game, runs))
    assert sorted(line.seq for line in shown) == [line.seq for line in lines_of(battle.game, runs)]
    found = 0
    for place, line in enumerate(shown):
        above = shown[place - 1]
        if line.kind == "casualty" and ", taken out by " in line.text:
            found += 1
            assert above.entry == line.entry, (above.text, line.text)
            assert above.seq < line.seq
    assert found


def test_an_answer_goes_on_with_the_entry_that_asked() -> None:
    battle, runs = played("core", 3)
    plain = lines_of(battle.game, runs)
    for run in runs:
        run.command = {"kind": "answer"}
    answered = lines_of(battle.game, runs)
    assert [line.text for line in answered] == [line.text for line in plain]
    assert len({line.entry for line in answered}) < len({line.entry for line in plain})
    starts = [line.entry for line in answered]
    assert starts == sorted(starts), "an entry is one stretch of the log"
    assert all(line.entry == line.seq for line in answered if line.kind in ("heading", "phase"))
