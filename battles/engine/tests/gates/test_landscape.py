"""The promises of the engine, kept over whole battles among the pieces of the terrain pack, garrisons among them."""

from __future__ import annotations

import pytest

from battles.engine.dice import PlainDice
from battles.engine.events import Marked, Moved
from battles.engine.tests.gates.checks import play_checked
from battles.engine.tests.gates.landscape import CODES, pack_setup, pieces

QUICK, MANY = 4, 120


@pytest.mark.parametrize("number", range(QUICK))
def test_a_battle_in_a_strange_land_keeps_every_promise(number: int) -> None:
    play_checked(number, PlainDice(number), data=pack_setup(number, 3))


@pytest.mark.long
@pytest.mark.parametrize("number", range(QUICK, MANY))
def test_many_battles_in_strange_lands_keep_every_promise(number: int) -> None:
    play_checked(number, PlainDice(number), data=pack_setup(number, 6))


def test_every_kind_comes_up_and_houses_are_held() -> None:
    """The quick battles have every kind of the pack; in at least one of them a model enters a house."""
    seen = {piece["kind"] for number in range(QUICK) for piece in pieces(number)}
    assert set(CODES) <= seen
    entered = 0
    for number in (2, 6):
        battle, _ = play_checked(number, PlainDice(number + 50), data=pack_setup(number, 8))
        entered += sum(isinstance(event, Marked) and event.key == "garrison" for event in battle.log)
        assert any(isinstance(event, Moved) for event in battle.log)
    assert entered
