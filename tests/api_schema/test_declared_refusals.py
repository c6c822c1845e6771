"""Every code with which a request is refused is in the schema of its operation."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from battles.core.tests.factories import hot_seat
from campaigns.models import MatchStatus
from tests.api_schema.test_causes import JSON, league, program_of
from tests.shell.world import Town
from warbands.core.tests.factories import draft

pytestmark = pytest.mark.django_db


def codes_of(schema: dict[str, Any], operation_id: str, status: int) -> str:
    """The description of one error of an operation, with its codes."""
    operations = [part for path in schema["paths"].values() for part in path.values() if isinstance(part, dict)]
    found = next(part for part in operations if part.get("operationId") == operation_id)
    text: str = found["responses"][str(status)]["description"]
    return text


@pytest.mark.parametrize(
    ("operation_id", "status", "code"),
    [
        ("battles_choices", 403, "not_your_side"),
        ("battles_replay", 422, "no_such_event"),
        ("battles_replay", 409, "not_begun"),
        ("campaigns_export", 403, "not_the_arbitrator"),
        ("campaigns_chronicle", 422, "no_such_line"),
        ("odds", 422, "unusable_question"),
        ("sheets_answer", 403, "own_report"),
        ("aftermath_confirm", 409, "dice_first"),
        ("aftermath_hire_veteran", 422, "not_a_group"),
        ("aftermath_answer", 422, "not_enough_gold"),
        ("aftermath_correct_roster", 422, "nothing_corrected"),
    ],
)
def test_codes_are_listed(schema: dict[str, Any], operation_id: str, status: int, code: str) -> None:
    assert f"* `{code}`: " in codes_of(schema, operation_id, status)


def test_numbers_beyond_the_present_are_not_called_stale(town: Town) -> None:
    program, battle = program_of(town.owner), hot_seat(town.owner)
    body = {"expected_seq": battle.seq + 5, "command_id": "c-1", "command": {"kind": "end_step"}}
    refused = program.post(f"/api/v1/battles/{battle.public_id}/commands/", body, JSON).json()
    assert (refused["code"], refused["missed"]) == ("stale_order", [])
    assert f"ends at event {battle.seq}" in refused["message"]
    warband = draft(town.owner)
    body = {"warrior_type": "reiklanders_champion", "version": warband.version + 9}
    refused = program.post(f"/api/v1/warbands/{warband.public_id}/actions/hire/", body, JSON).json()
    assert refused["code"] == "stale_page"
    assert "has not reached" in refused["message"]


def test_a_draft_is_told_that_its_stash_buys_nothing(town: Town) -> None:
    warband, program = draft(town.owner), program_of(town.owner)
    root = f"/api/v1/warbands/{warband.public_id}/actions/"
    refused = program.post(f"{root}buy/", {"item": "sword", "warrior": ""}, JSON).json()
    assert (refused["code"], list(refused["fields"])) == ("not_for_sale", ["warrior"])
    assert "stash" in refused["message"]
    refused = program.post(f"{root}undo/", {"entry": "4kPq8ZxTn2Lw"}, JSON).json()
    assert (refused["code"], list(refused["fields"])) == ("no_such_entry_in_history", ["entry"])


def test_a_match_that_is_being_played_says_so(town: Town) -> None:
    town.match.status = MatchStatus.PLAYING
    town.match.save(update_fields=["status"])
    address = f"{league(town)}matches/{town.match.public_id}/report/"
    refused = program_of(town.owner).post(address, {"winner": None, "losses": {}}, JSON).json()
    assert refused["code"] == "match_not_open"
    assert "being played" in refused["message"]


def test_yes_and_no_in_questions_about_odds() -> None:
    for word, asks in (("1", True), ("true", True), ("", True), ("0", False), ("false", False)):
        answer = Client().get("/api/v1/odds/", {"duel": word})
        assert answer.status_code == 200, answer.content
        assert ("duel" in answer.json()) == asks, word
    doubled = Client().get("/api/v1/odds/", {"ak": "sword,sword"})
    assert (doubled.status_code, list(doubled.json()["fields"])) == (422, ["ak"])
