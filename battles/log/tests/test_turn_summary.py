"""What the opponents did since the player's last turn, from events alone."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.state import FLEEING, KNOCKED_DOWN, STANDING, STUNNED
from battles.log.turn_summary import SUMMARISED, summary_text, turns_since

GAME = cast(Game, SimpleNamespace(name=lambda who: f"<{who}>"))


def step(model_id: str, manner: str = "walk") -> log.Moved:
    return log.Moved(model_id, manner, (("walk", 100, 100, 0),), 100)


def numbered(*events: Any) -> Sequence[tuple[int, Any]]:
    return list(enumerate(events, 1))


def told(*events: Any, mine: str = "a") -> list[str]:
    return [summary_text(GAME, turn) for turn in turns_since(numbered(*events), mine)]


def test_the_opponents_turn_is_counted() -> None:
    """The opponent's turn had no summary (item 4)."""
    assert told(
        log.TurnBegan("a", 1), step("a1"), log.Attacked("a1", "b1", "bow", "shot"),
        log.TurnBegan("b", 1), step("b1"), step("b1"), step("b2", "run"), step("b3", "charge"), step("a4", "push"),
        log.Attacked("b1", "a4", "bow", "shot", 2), log.Attacked("b2", "a4", "sling", "shot"),
        log.PostureChanged("a4", KNOCKED_DOWN, "b1"),
        log.TurnBegan("a", 2), step("a2"),
    ) == ["1 charged, 2 moved, 3 shots, <a4> knocked down"]  # fmt: skip


def test_only_the_worst_is_told_of_a_warrior_and_the_worst_comes_first() -> None:
    assert told(
        log.TurnBegan("b", 1),
        log.WoundsLost("a2", 1, 1), log.Flagged("a3", FLEEING, 0),
        log.WoundsLost("a10", 1, 0), log.PostureChanged("a10", STUNNED), log.Removed("a10", "out", "b1"),
        log.PostureChanged("b2", STANDING), log.PostureChanged("b3", KNOCKED_DOWN, "", "recovery"),
        log.Removed("b4", "fled"),
        log.TurnBegan("a", 1),
    ) == ["<a10> out of action, <b4> fled the field, <a3> fleeing, <a2> wounded"]  # fmt: skip


def test_a_turn_in_which_nothing_happened_says_so() -> None:
    assert told(log.TurnBegan("b", 1), log.PhaseBegan("movement"), log.TurnBegan("a", 1)) == ["nothing happened"]


def test_several_opponents_have_one_summary_each_and_older_turns_none() -> None:
    events = numbered(
        log.TurnBegan("b", 1), step("b1"), log.TurnBegan("a", 1), step("a1"), log.TurnBegan("b", 2), step("b1"),
        step("b2"), log.TurnBegan("c", 2), step("c1"), log.TurnBegan("a", 2), step("a1"),
    )  # fmt: skip
    turns = turns_since(events, "a")
    assert [(turn.side, turn.first, turn.last, len(turn.moved)) for turn in turns] == [("b", 5, 7, 2), ("c", 8, 9, 1)]


def test_nothing_is_told_in_the_opponents_turn_or_to_who_plays_all_sides() -> None:
    events = (log.TurnBegan("a", 1), log.TurnBegan("b", 1), step("b1"))
    assert told(*events) == []
    assert told(*events, log.TurnBegan("a", 2), mine="ab") == []
    assert told(mine="a") == []


def test_every_event_that_is_counted_is_read() -> None:
    known = {name for name in vars(log) if isinstance(getattr(log, name), type)}
    assert known >= SUMMARISED
