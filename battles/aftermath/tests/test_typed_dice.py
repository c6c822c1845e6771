"""Typed dice: input is parsed, and mistakes are explained (item 4.2)."""

import pytest

from battles.aftermath.dice_requests import NotTheseDice, faces_of


@pytest.mark.parametrize("text", ["35", "3 5", "3,5", " 3 + 5 ", "3-5", "3/5", "3;5"])
def test_two_dice_are_read_however_they_are_separated(text: str) -> None:
    assert faces_of(text, 2) == [3, 5]


@pytest.mark.parametrize(
    ("text", "count", "hint"), [("7", 1, "one number from 1 to 6"), ("3", 2, "enter 2 dice"), ("3 x", 2, "3 5")]
)
def test_a_mistake_says_what_to_enter(text: str, count: int, hint: str) -> None:
    with pytest.raises(NotTheseDice) as refused:
        faces_of(text, count)
    assert hint in str(refused.value.message)
