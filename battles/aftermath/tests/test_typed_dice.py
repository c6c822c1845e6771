"""Typed dice: input is parsed, and mistakes are explained."""

import pytest

from battles.aftermath.dice.requests import InvalidDice, faces_of
from battles.aftermath.page import Asked


@pytest.mark.parametrize("text", ["35", "3 5", "3,5", " 3 + 5 ", "3-5", "3/5", "3;5"])
def test_two_dice_are_read_however_they_are_separated(text: str) -> None:
    assert faces_of(text, 2) == [3, 5]


@pytest.mark.parametrize(
    ("text", "count", "hint"), [("7", 1, "one number from 1 to 6"), ("3", 2, "enter 2 dice"), ("3 x", 2, "3 5")]
)
def test_a_mistake_says_what_to_enter(text: str, count: int, hint: str) -> None:
    with pytest.raises(InvalidDice) as refused:
        faces_of(text, count)
    assert hint in str(refused.value.message)


@pytest.mark.parametrize(
    ("notation", "halves", "is_d66"),
    [("D3", True, False), ("2D3", True, False), ("D66", False, True), ("2D6x5", False, False), ("D3x5", True, False)],
)
def test_the_page_says_how_a_die_is_read(notation: str, halves: bool, is_d66: bool) -> None:
    """The page says how faces are converted."""
    question = Asked("Wyrdstone", "", notation, 1, 0)
    assert (question.halves, question.is_d66) == (halves, is_d66)
