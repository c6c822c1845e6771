"""Fields with a fixed set of values list them with their meanings, and null is described so that strict validators of
OpenAPI 3.0 accept it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mordheim_site.api.states import schema_of_state, states
from tests.api_schema.test_description import resolved

NAMES = ("state", "status", "ruleset", "visibility", "audience", "role", "rsvp", "how", "measuring", "theme", "form")
"""Names of fields whose values are always a fixed set."""
OPEN = {
    "EventData.how": "described with the kind of event that it belongs to",
    "Settings.ruleset": "files of older versions",
    "SettingsRequest.ruleset": "files of older versions",
    "SavedMatch.how": "files of older versions",
    "SavedMatchRequest.how": "files of older versions",
}


def parts_of(part: Any) -> Iterator[dict[str, Any]]:
    """A part of the schema and everything in it."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from parts_of(inner)


def test_null_stands_next_to_a_type(schema: dict[str, Any]) -> None:
    bare = [part for part in parts_of(schema) if part.get("nullable") is True and "type" not in part]
    assert bare == []


def test_a_reference_has_nothing_next_to_it(schema: dict[str, Any]) -> None:
    """Validators ignore what stands next to `$ref`."""
    assert [part for part in parts_of(schema["components"]["schemas"]) if "$ref" in part and len(part) > 1] == []


def test_states_list_their_values(schema: dict[str, Any]) -> None:
    components = schema["components"]["schemas"]
    plain = {
        f"{component}.{name}"
        for component, part in components.items()
        for name, field in part.get("properties", {}).items()
        if name in NAMES and field.get("type") == "string" and "enum" not in field
    }
    assert plain == set(OPEN)


def test_every_listed_state_is_in_the_schema_with_a_meaning(schema: dict[str, Any]) -> None:
    components = schema["components"]["schemas"]
    for name, field in states().items():
        component, _dot, key = name.partition(".")
        shown = components[component]["properties"][key]
        part = schema_of_state(field)
        for reference in [part, *part.get("oneOf", ())]:
            if "$ref" in reference:
                assert resolved(schema, reference)["enum"], name
        if "enum" in part and shown["type"] == "string":
            assert all(value in shown["description"] for value in part["enum"]), name


def test_a_match_names_its_states(schema: dict[str, Any]) -> None:
    match = schema["components"]["schemas"]["MatchShape"]["properties"]
    assert match["how"]["enum"] == ["board", "tracked", "reported", ""]
    (reference,) = match["status"].get("allOf", [match["status"]])
    assert resolved(schema, reference)["enum"] == ["planned", "playing", "reported", "agreed", "disputed", "void"]
