"""Parts of a case are read by type, and errors name a wrong value with its case and key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from battles.simulation.conformance.case_reader import CaseFileError
from battles.simulation.conformance.runner import run_all
from battles.simulation.conformance.schema import load
from battles.simulation.conformance.values import Fields, Place, Step

PLACE = Place("hit.yaml", 7, "CC-HIT-01.a: steps.0.strike")
STEP = Step(
    {
        "who": "A", "whom": ["B", "C"], "count": 2, "inches": 1.5, "path": [["walk", 1, 2], [3, 4]], "hide": True,
        "answers": {"stomp": "yes"}, "at": [1, 2.5], "piece": None,
    },
    PLACE,
)  # fmt: skip


def test_values_have_the_type_of_their_accessor() -> None:
    assert (STEP.text("who"), STEP.number("count"), STEP.measure("inches"), STEP.flag("hide")) == ("A", 2, 1.5, True)
    assert (STEP.names("who"), STEP.names("whom"), STEP.names("friends")) == (("A",), ("B", "C"), ())
    assert (STEP.measures("at"), STEP.rows("path")) == ((1, 2.5), [["walk", 1, 2], [3, 4]])
    assert STEP.sub("answers").text("stomp") == "yes"
    assert (STEP.text("part", "self"), STEP.number("piece", 1), STEP.number_or_none("piece")) == ("self", 1, None)


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda step: step.text("count"), "strike.count: count must be a text, not 2."),
        (lambda step: step.number("inches"), "strike.inches: inches must be a whole number, not 1.5."),
        (lambda step: step.number("hide"), "strike.hide: hide must be a whole number, not True."),
        (lambda step: step.flag("who"), "strike.who: who must be yes or no, not 'A'."),
        (lambda step: step.names("at"), "strike.at: at must be a list of texts, not [1, 2.5]."),
        (lambda step: step.rows("whom"), "strike.whom: whom must be a list of lists, not ['B', 'C']."),
        (lambda step: step.sub("who"), "strike.who: who must be a mapping, not 'A'."),
        (lambda step: step.text("friend"), "strike.friend: friend is missing."),
        (lambda step: step.sub("answers").number("stomp"), "strike.answers.stomp: stomp must be a whole number"),
    ],
)
def test_a_wrong_value_is_named_with_its_case_and_key(read: Callable[[Fields], object], sentence: str) -> None:
    with pytest.raises(CaseFileError) as error:
        read(STEP)
    assert str(error.value).startswith(f"hit.yaml:7: CC-HIT-01.a: steps.0.{sentence}")


def test_a_step_with_a_wrong_value_fails_its_case_with_the_line(tmp_path: Path) -> None:
    """A value that only the verb can check used to cause a Python error without the key."""
    path = tmp_path / "cases.yaml"
    path.write_text(
        "- id: CC-HIT-01.x\n  rulesets: [core]\n  models: {A: {}, D: {side: b}}\n  engaged: [[A, D]]\n"
        "  steps:\n    - strike: {who: A, whom: D, count: 1.5}\n  expect: {hits: 1}\n"
    )
    (result,) = run_all(load([str(path)]))
    place = f"{path}:6: CC-HIT-01.x: steps.0.strike.count"
    assert result.faults == (f"strike broke: CaseFileError: {place}: count must be a whole number, not 1.5.",)
