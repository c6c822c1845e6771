"""Lists in the API either come in pages, or are short for a reason that is given here."""

from __future__ import annotations

from typing import Any, Final

SHORT: Final = {
    "account_keys": "ten keys for each user",
    "battles_marks": "the arrows and rings of one turn",
    "old_battles_marks_get": "the arrows and rings of one turn",
    "campaigns_awards": "given by hand",
    "campaigns_factions": "given by hand",
    "campaigns_match_rosters": "the sides of one match",
    "campaigns_pacts": "pairs of entries of one league",
    "campaigns_rounds": "rounds of one league",
    "campaigns_standings": "a row for each entry of one league",
    "campaigns_stash": "the stash of one warband",
    "campaigns_webhooks": "limited for each league",
    "catalogue_search": "the best matches of a search",
    "warband_history": "the ledger of one warband, always whole",
}
"""Operations that return a whole list, with the reason."""


def test_every_list_has_pages_or_a_reason(schema: dict[str, Any]) -> None:
    components = schema["components"]["schemas"]
    whole: set[str] = set()
    for path in schema["paths"].values():
        operation: dict[str, Any] = path.get("get", {})
        content = operation.get("responses", {}).get("200", {}).get("content", {}).get("application/json")
        if content is None:
            continue
        listed = content["schema"]
        listed = components[listed["$ref"].rpartition("/")[2]] if "$ref" in listed else listed
        names = {parameter["name"] for parameter in operation.get("parameters", [])}
        if listed.get("type") == "array" and "page" not in names:
            whole.add(operation["operationId"])
    assert whole == set(SHORT)
