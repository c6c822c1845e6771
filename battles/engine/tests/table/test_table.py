"""Tables out of untrusted data: equal back again, and refused with a sentence for every impossible piece."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.engine.table.table import Table, TableRefused
from battles.engine.tests.table.build import box, floor, piece, solid, table, wall

bow_tie = [[100, 100], [500, 500], [500, 100], [100, 500]]
ladder = {"kind": "ladder", "foot": [1500, 1500, 0], "head": [1500, 1500, 300]}


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        ([piece("a", bow_tie)], "crosses"),
        ([piece("a", [[0, 0], [5000, 0], [0, 100]])], "off the table"),
        ([solid("a", box(5, 5, 8, 8), 2), solid("b", box(7, 7, 9, 9), 2)], "overlaps"),
        ([piece("a", box(1, 1, 2, 2)), piece("a", box(3, 3, 4, 4))], "its own id"),
        ([piece("a", box(14, 14, 16, 16), connectors=[ladder])], "leads nowhere"),
        ([piece("a", box(5, 5, 8, 8), floors=[{"outline": box(5, 5, 9, 8), "z": 300, "level": 2}])], "sticks out"),
        ([piece("a", box(5, 5, 8, 8), ground="jelly")], "not one of"),
        ([piece("a", box(5, 5, 8, 8), z1=99_999)], "0 to"),
        ([piece("a", box(5, 5, 8, 8), colour="red")], "Unknown field"),
        ([wall("a", (5, 5), (5, 9), 0.2, 3, openings=[{"kind": "door", "from": 300, "to": 500}])], "straight stretch"),
        (["nonsense"], "named fields"),
    ],
)
def test_impossible_pieces_are_refused_with_a_sentence(pieces: list[Any], words: str) -> None:
    with pytest.raises(TableRefused) as caught:
        Table.from_data({"width": 4800, "length": 4800, "pieces": pieces})
    assert any(words in problem.sentence for problem in caught.value.problems), caught.value.problems


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(TableRefused) as caught:
        Table.from_data({"width": 4800, "length": 4800, "pieces": [piece("a", bow_tie), piece("b", bow_tie)]})
    assert {problem.path.split(".")[0] for problem in caught.value.problems} == {"pieces[0]", "pieces[1]"}


def test_data_comes_back_equal() -> None:
    on = table(floor("f", box(5, 5, 9, 9), 3, parapet=0.5), wall("w", (12, 5), (12, 9), 0.4, 0.9, cover="soft"))
    again = Table.from_data(on.to_data())
    assert again == on
    assert again.digest() == on.digest()
    assert len(on.digest()) == 64


KEYS = ["id", "outline", "walls", "floors", "points", "z", "z1", "connectors", "foot", "head", "levels"]
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 10_000) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=25,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(plain, max_size=3), plain)
def test_hostile_data_is_only_ever_refused(pieces: list[Any], zones: Any) -> None:
    data = {"width": 2400, "length": 2400, "pieces": pieces, "zones": zones}
    with contextlib.suppress(TableRefused):
        assert Table.from_data(data).digest()
