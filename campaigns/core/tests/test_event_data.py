"""Stored values of events: each is read with its type, and a value of another type counts as missing."""

from __future__ import annotations

from dataclasses import fields

import pytest

from campaigns.core.event_data import EventData, EventSide, FinalRow, PackVersion, Stored, fields_of


def test_values_are_read_with_their_types() -> None:
    data = EventData.read(
        {
            "match": "m1", "by": "Otto", "from": "Crows", "count": 2, "is_report": True, "warbands": ["A", "B"],
            "sides": [{"entry": "e1", "warband": "A", "result": "win", "losses": 3, "is_counted": True}],
            "table": [{"warband": "A", "played": 4, "points": 9}], "own": [{"name": "Rats", "number": 3}],
            "switches": {"theft": "on"},
        }
    )  # fmt: skip
    assert (data.match, data.killer, data.taken_from, data.count, data.is_report) == ("m1", "Otto", "Crows", 2, True)
    assert data.warbands == ("A", "B")
    assert data.sides == (EventSide(entry="e1", warband="A", result="win", losses=3, is_counted=True),)
    assert data.table == (FinalRow(warband="A", played=4, points=9),)
    assert data.own == (PackVersion("Rats", 3),)
    assert data.switches == {"theft": "on"}
    assert data.reason == ""


def test_planned_rounds_say_how_many_meet_in_each_match() -> None:
    planned = EventData.read({"pairing": "swiss", "sides": 3})
    assert (planned.sides_each, planned.sides) == (3, ())


@pytest.mark.parametrize("stored", [None, [], "text", 7])
def test_an_event_without_values_says_nothing(stored: object) -> None:
    assert EventData.read(stored) == EventData()


def test_values_of_other_types_count_as_missing() -> None:
    data = EventData.read(
        {"match": ["m1"], "count": "2", "sides": [3, {"warband": None}], "warbands": "A", "switches": [], "title": True}
    )
    assert data == EventData(sides=(EventSide(),))


def test_long_texts_are_cut() -> None:
    assert len(EventData.read({"reason": "x" * 900}).reason) == 400


@pytest.mark.parametrize("kind", [EventData, EventSide, FinalRow, PackVersion])
def test_every_field_has_a_reader(kind: type[Stored]) -> None:
    assert [name for name, _key, _reader in fields_of(kind)] == [part.name for part in fields(kind)]  # type: ignore[arg-type]
