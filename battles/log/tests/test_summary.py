"""Statistics at the end of a battle."""

from __future__ import annotations

from battles.engine import events as log
from battles.log.summary import MOST_MOMENTS, summary_of
from battles.log.tests.test_steps import game


def test_kills_best_warrior_and_luck() -> None:
    """Item 1: kills, best warrior, key moments, the luck of both sides."""
    events: list[log.Event] = [
        log.Rolled("hit", "b1", (6,), 4, True),
        log.Removed("a2", "out", "b1"),
        log.Rolled("hit", "a1", (2,), 4, False),
        log.Removed("a1", "out", "b1"),
        log.SideRouted("a"),
    ]
    found = summary_of(game(), list(enumerate(events, 5)), ("b",))
    mine, theirs = found.sides
    assert (theirs.kills, theirs.lost, theirs.best, theirs.best_kills, theirs.is_winner) == (2, 0, "Gnash", 2, True)
    assert (mine.kills, mine.lost, mine.best, mine.is_winner) == (0, 2, "", False)
    assert (theirs.luck, mine.luck) == ("+0.5", "−0.5")
    assert theirs.luck_text == "1 of 1 rolls succeeded; the expected number is 0.5."
    assert (found.best, found.best_kills) == ("Gnash", 2)
    assert [(moment.seq, moment.side) for moment in found.moments] == [(6, "a"), (8, "a"), (9, "a")]


def test_only_the_most_important_moments_are_kept() -> None:
    losses: list[log.Event] = [log.Removed("a2", "out", "b1") for _ in range(12)]
    leader: list[log.Event] = [log.Removed("a1", "out", "b1")]
    found = summary_of(game(), list(enumerate([*losses[:3], *leader, *losses])), ("b",))
    assert len(found.moments) == MOST_MOMENTS
    assert {0, 3} <= {moment.seq for moment in found.moments}
    assert found.moments == sorted(found.moments, key=lambda moment: moment.seq)


def test_a_warrior_who_fells_a_friend_gets_no_kill() -> None:
    found = summary_of(game(), [(1, log.Removed("a2", "out", "a1"))], ())
    assert [side.kills for side in found.sides] == [0, 0]
    assert found.best == ""
