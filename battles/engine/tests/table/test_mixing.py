"""Pieces of the terrain pack among generated ruins: they stand, come in equal pairs, and a battle is fought there."""

from __future__ import annotations

import json

import pytest

from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.table.generator import DENSITIES, generate_data
from battles.engine.table.shapes import turned
from battles.engine.table.table import Table
from battles.engine.terrain.generator_mix import AMOUNTS, extras_for
from battles.engine.terrain.kinds import KINDS, family_of
from battles.engine.terrain.pack_shapes import SIZES, pack_piece
from battles.engine.tests.setups import play_out, setup

PLAIN = ("fence", "wall")


def mixed(seed: int, size: int, amount: str) -> dict[str, object]:
    density = tuple(DENSITIES)[seed % len(DENSITIES)]
    extras = extras_for(seed, width_in=size, length_in=size, amount=amount)
    return generate_data(seed, width_in=size, length_in=size, density=density, extras=extras)


def wonders(data: dict[str, object]) -> list[dict[str, object]]:
    pieces = data["pieces"]
    assert isinstance(pieces, list)
    return [piece for piece in pieces if piece["kind"] in KINDS and piece["kind"] not in PLAIN]


@pytest.mark.parametrize("amount", ["few", "many"])
@pytest.mark.parametrize("size", [24, 48])
def test_every_mixed_table_stands_and_is_the_same_for_both_sides(size: int, amount: str) -> None:
    for seed in range(12):
        data = mixed(seed, size, amount)
        Table.from_data(data)
        found = wonders(data)
        outlines = {(piece["kind"], json.dumps(sorted(piece["outline"]))) for piece in found}  # type: ignore[call-overload]
        for piece in found:
            twin = turned(piece, "x", size * 100, size * 100)
            assert (piece["kind"], json.dumps(sorted(twin["outline"]))) in outlines


def test_more_are_mixed_in_when_more_are_asked_for() -> None:
    count = {amount: sum(len(wonders(mixed(seed, 48, amount))) for seed in range(8)) for amount in AMOUNTS}
    assert count["none"] == 0
    assert 8 <= count["few"] < count["many"] / 2


def test_without_pieces_a_seed_is_the_table_it_always_was() -> None:
    assert mixed(5, 24, "none") == generate_data(5, width_in=24, length_in=24, density=tuple(DENSITIES)[2])


def test_every_family_has_its_turn() -> None:
    drawn = {family_of(str(piece["kind"])) for seed in range(6) for piece in wonders(mixed(seed, 48, "many"))}
    assert drawn == set(SIZES) or drawn == set(SIZES) - {"obstacle"}


def test_an_unknown_amount_is_refused() -> None:
    with pytest.raises(ValueError, match="few"):
        extras_for(1, width_in=24, length_in=24, amount="all")


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_kind_can_be_drawn(code: str) -> None:
    Table.from_data({"width": 2400, "length": 2400, "pieces": [pack_piece(code, "one", 1200, 1200)]})


@pytest.mark.parametrize("seed", [3, 4])
def test_a_battle_is_fought_out_among_them(seed: int) -> None:
    data = setup(
        ("core", "mordheim")[seed % 2], table=mixed(seed, 24, "many"), options={"terrain_pack": True}, max_turns=6
    )
    battle = Battle.begin(data, PlainDice(seed))
    bot = bot_called("tactician")
    play_out(battle, {"a": bot, "b": bot}, limit=4000)
    assert battle.outcome is not None
