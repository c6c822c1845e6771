"""Key moments name their figures: the scores needed, the probability of all rolls together, wounds and injury rolls."""

from __future__ import annotations

from battles.engine import events as log
from battles.log.summary import summary_of
from battles.log.tests.test_steps import game, hit


def figures(*events: log.Event) -> list[str]:
    return [moment.figures for moment in summary_of(game(), list(enumerate(events)), ("b",)).moments]


def test_a_loss_names_the_rolls_of_its_attack_and_no_other() -> None:
    assert figures(
        log.Attacked("b1", "a1", "sling", "shot"), hit(6, 2), hit(6, 2, "wound"),
        log.Attacked("b1", "a2", "claws", "blow"), hit(3, 4), hit(4, 4), hit(6, 5, "wound"), hit(3, 6, "armour", "a2"),
        log.WoundsLost("a2", 1, 0, "b1"), log.Rolled("injury", "b1", (2,)), log.Rolled("injury", "b1", (6,)),
        log.Removed("a2", "out", "b1"),
    ) == ["To hit 4+, To wound 5+, Armour save 6+: 14 % chance; 1 wound; injury roll 6"]  # fmt: skip


def test_a_save_that_was_passed_is_not_named() -> None:
    (text,) = figures(
        log.Attacked("b1", "a2", "claws", "blow"), hit(4, 4), hit(6, 6, "armour", "a2"), log.Removed("a2", "out", "b1")
    )
    assert text == "To hit 4+: 50 % chance"


def test_a_rout_names_the_test_that_failed() -> None:
    assert figures(
        log.Rolled("ld", "a1", (5, 4), 7, False, about="rout"), log.SideRouted("a"), log.SideRouted("b", voluntary=True)
    ) == ["needed 7 or less: 58 % chance; rolled 9", ""]


def test_a_loss_without_an_attack_has_no_figures() -> None:
    assert figures(log.Removed("a2", "out")) == [""]
