"""Operations: one declaration, the same input on pages and in the API."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import Field

from mordheim_site.operations.api import read_json
from mordheim_site.operations.base import OPERATIONS, Operation
from mordheim_site.operations.messages import InvalidInput, NotUnderstood
from mordheim_site.operations.pages import read_form
from mordheim_site.operations.types import Code, Count, Key, Name, OptionalKey, OptionalName, Version, whole
from mordheim_site.refusals import Refusal


class NoSuchThing(Refusal):
    code = "no_such_thing"


class Base(Operation, who="its owner", errors=(NoSuchThing,)):
    """Base of an operation for these tests."""


class Sample(Base, name="sample", example={"item": "sword", "name": "Otto"}, status=201):
    """An operation for these tests."""

    item: Code
    name: Name
    warrior: OptionalKey = ""
    title: OptionalName = ""
    count: Count = 1
    version: Version | None = None
    names: dict[str, Name] = {}
    prizes: Annotated[list[Annotated[int, *whole(0, 9)]], Field(max_length=2)] = []
    is_on: bool = False


GOOD: dict[str, Any] = {"item": "sword", "name": " Otto "}
WRONG: dict[str, list[Any]] = {
    "item": ["Sword", "", 1, None, "sword\n", []],
    "name": ["", "  ", "\x08", "x" * 81, " " * 80 + "x", 3, True],
    "warrior": ["short", "4kPq8ZxTn2Lw ", None],
    "title": [3, "x" * 81, None],
    "count": [0, 21, "1", True, 1.5, float("inf"), float("nan"), None, [], 10**40],
    "version": [-1, "1", False, 2**31],
    "names": [[], "x", None],
    "prizes": [{}, [1, 2, 3], "12"],
    "is_on": ["true", 1, 0, ""],
    "starting_gold": [1],
}


def test_a_declaration_collects_what_its_bases_say() -> None:
    declared = Sample.declaration
    assert (declared.name, declared.summary, declared.who) == ("sample", "An operation for these tests.", "its owner")
    assert (declared.status, declared.errors) == (201, (NoSuchThing,))
    assert not hasattr(Base, "declaration")


def test_valid_input_is_the_same_from_json_and_from_a_form() -> None:
    plain = read_json(Sample, {**GOOD, "count": 3.0, "version": 7})
    typed = read_form(Sample, {**GOOD, "count": "3", "version": "7", "warrior": "", "csrf": "x", "is_on": ""})
    assert plain == typed
    assert (plain.name, plain.count, plain.warrior) == ("Otto", 3, "")


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in WRONG.items() for value in values],
    ids=lambda part: repr(part)[:20],
)
def test_each_wrong_value_is_refused_with_its_field_in_plain_words(field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_json(Sample, {**GOOD, field: value})
    assert (refused.value.code, refused.value.status) == ("invalid", 400)
    assert list(refused.value.fields) == [field]
    for sentence in refused.value.fields[field]:
        assert str(sentence)[-1] == "."
        for jargon in ("Input", "should", "valid ", "{", "int", "str", "NoneType", "pydantic"):
            assert jargon not in str(sentence).replace("{1", "").replace("{12", ""), sentence


def test_missing_fields_and_bodies_that_are_no_objects() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_json(Sample, {})
    assert refused.value.as_json()["fields"] == {
        "item": ["This field is required."],
        "name": ["This field is required."],
    }
    for body in (None, [], "text", 3):
        with pytest.raises(InvalidInput) as refused:
            read_json(Sample, body)
        assert refused.value.as_json()["fields"] == {"non_field_errors": ["Send a JSON object."]}


def test_nested_fields_have_dotted_names() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_json(Sample, {**GOOD, "names": {"4kPq8ZxTn2Lw": " "}, "prizes": ["x"]})
    assert set(refused.value.fields) == {"names.4kPq8ZxTn2Lw", "prizes.0"}


def test_a_player_reads_what_is_wrong_with_what_they_typed() -> None:
    with pytest.raises(NotUnderstood) as refused:
        read_form(Sample, {**GOOD, "name": " "})
    assert str(refused.value) == "Nothing was changed. Correct what you entered:"
    assert refused.value.as_json()["fields"] == {"name": ["Enter at least one letter."]}
    with pytest.raises(NotUnderstood) as refused:
        read_form(Sample, {**GOOD, "item": "no such code"})
    assert "Reload the page" in str(refused.value)
    assert refused.value.status == 422


def test_every_declared_operation_is_documented() -> None:
    assert len(OPERATIONS) >= 22
    for name, operation in OPERATIONS.items():
        declared = operation.declaration
        assert declared.name == name
        assert declared.summary.endswith("."), name
        assert declared.who, name
        required = {field for field, info in operation.model_fields.items() if info.is_required()}
        assert required <= set(declared.example), f"The example of {name} lacks a required field."
        if declared.example:
            read_json(operation, dict(declared.example))


def test_keys_are_twelve_letters_and_digits() -> None:
    class Named(Operation):
        warrior: Key

    assert read_json(Named, {"warrior": "4kPq8ZxTn2Lw"}).warrior == "4kPq8ZxTn2Lw"
    with pytest.raises(InvalidInput) as refused:
        read_json(Named, {"warrior": ""})
    assert refused.value.as_json()["fields"] == {"warrior": ["This is not an id: ids have twelve letters and digits."]}
