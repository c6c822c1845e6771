"""A typed client is generated from the schema without a warning, imports, and reads and writes through its types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client

from tests_support.generated_client import generate_client, run

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.timeout(600)]
USE = """
import json, sys
from mordheim_api_client.models.battle import Battle
from mordheim_api_client.models.command_data import CommandData
from mordheim_api_client.models.match_shape import MatchShape
from mordheim_api_client.models.command_request import CommandRequest
from mordheim_api_client.api.campaigns import campaigns_list, campaigns_matches
from mordheim_api_client.api.battles import battles_order

order = json.loads(sys.argv[1])
read = CommandRequest.from_dict(order)
assert read.command.kind == "charge", read
assert read.command.targets == ["b1"]
assert json.loads(json.dumps(read.to_dict())) == order
assert isinstance(read.command, CommandData), "commands and options have one type"
assert MatchShape.__annotations__["winner"] == "str"
print("typed")
"""
ORDER = {
    "command": {"kind": "charge", "who": "a1", "targets": ["b1"], "path": [["walk", 1, 2, 0]]},
    "expected_seq": 12,
    "command_id": "my-12",
}


def test_a_typed_client_is_generated_without_warnings_and_used(tmp_path: Path) -> None:
    schema = Client().get("/api/v1/schema/?format=json").content
    used = run("-c", USE, json.dumps(ORDER), folder=generate_client(schema, tmp_path))
    assert used.stdout.strip() == "typed", used.stderr
