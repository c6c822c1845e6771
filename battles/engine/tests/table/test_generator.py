"""Generated tables: valid, fair, the same for the same seed, and somewhere to climb."""

from __future__ import annotations

import json

import pytest

from battles.engine.table.generator import SplitMix64, generate, generate_data
from battles.engine.table.shapes import turned
from battles.engine.table.table import Table


@pytest.mark.parametrize("block", range(10))
def test_two_hundred_seeds_give_valid_tables(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        size = 24 + seed % 25
        density = ("low", "club", "dense")[seed % 3]
        data = generate_data(seed, width_in=size, length_in=48 if seed % 2 else size, density=density)
        on = Table.from_data(data)
        assert Table.from_data(json.loads(json.dumps(on.to_data()))).digest() == on.digest()
        assert any(surface.z >= 300 for surface in on.surfaces)
        assert on.connectors


def test_a_seed_is_a_table() -> None:
    assert generate(7).digest() == generate(7).digest()
    assert generate(7).digest() != generate(8).digest()


def test_neither_side_has_the_better_ground() -> None:
    data = generate_data(11, density="dense")
    shapes = {json.dumps(sorted(piece["outline"])) for piece in data["pieces"]}
    for piece in data["pieces"]:
        assert json.dumps(sorted(turned(piece, "x", 4800, 4800)["outline"])) in shapes


def test_dense_streets_are_dense() -> None:
    assert len(generate(3, density="dense").walls) > 1.3 * len(generate(3, density="low").walls)
    assert len(generate(3, density="dense").walls) >= 60


@pytest.mark.parametrize("size", [24, 36])
def test_dense_streets_leave_no_gap_for_another_house(size: int) -> None:
    for seed in range(6):
        data = generate_data(seed, width_in=size, length_in=size, density="dense")
        houses = [piece for piece in data["pieces"] if piece["kind"] == "ruin"]
        built = sum(
            (max(x for x, _ in house["outline"]) - min(x for x, _ in house["outline"]))
            * (max(y for _, y in house["outline"]) - min(y for _, y in house["outline"]))
            for house in houses
        )
        assert built > 0.24 * (size * 100) ** 2


@pytest.mark.parametrize("bad", [{"width_in": 10}, {"density": "thick"}])
def test_odd_orders_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"table|Density"):
        generate(1, **bad)  # type: ignore[arg-type]


def test_the_generator_of_numbers_is_the_published_one() -> None:
    assert SplitMix64(0).next() == 0xE220A8397B1DCDAF
