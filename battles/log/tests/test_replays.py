"""Review of a battle: every position, the battle log, every die."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import localize

from accounts.models import User
from battles.core.tests.factories import begin_by_button, engine_of, give, hot_seat
from battles.engine import events as log
from battles.engine.bots.registry import bot_called
from battles.engine.commitment import verify
from battles.log import lines as log_lines
from battles.log import replay
from battles.models import Battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(owner: User) -> Battle:
    """A battle played to its end by two bots."""
    battle = hot_seat(owner, turns=3, seed="r")
    for _order in range(400):
        engine = engine_of(battle)
        if engine.outcome is not None:
            return battle
        give(battle, owner, bot_called("tactician").choose(engine, engine.awaiting()[0]).command)
    raise AssertionError("the battle did not end")


def test_every_die_can_be_rolled_again(finished: Battle) -> None:
    proof = replay.proof(finished)
    assert proof.faces
    nonces = [nonce for _name, nonce in proof.nonces]
    assert verify(bytes.fromhex(proof.seed), proof.fingerprint, nonces, proof.faces) is None
    changed = [*proof.faces[:-1], proof.faces[-1] % 6 + 1]
    assert verify(bytes.fromhex(proof.seed), proof.fingerprint, nonces, changed) == len(changed) - 1


@pytest.mark.parametrize("prepares", [False, True])
def test_the_seed_is_sealed_before_the_first_die(
    owner: User, client_of: Callable[[User | None], Client], *, prepares: bool
) -> None:
    client = client_of(owner)
    made = client.post("/api/v1/battles/", {"opponent": "bot", "prepares": prepares}, "application/json")
    assert made.status_code == 201, made.content
    board = f"/battles/{Battle.objects.get().public_id}/"
    address = f"/api/v1{board}dice/"
    if prepares:
        refused = client.get(address)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_begun")
        begin_by_button(client, board)
    dice = client.get(address).json()
    proof, seed = dice["proof"], dice["aftermath"]["seeds"][0]
    assert proof["faces"]
    assert datetime.fromisoformat(proof["committed_at"]) < datetime.fromisoformat(proof["first_die_at"])
    assert datetime.fromisoformat(seed["committed_at"]) < datetime.fromisoformat(seed["taken_at"])


def test_the_seed_stays_sealed_while_the_battle_is_played(owner: User, client: Client) -> None:
    battle = hot_seat(owner)
    seed = bytes(battle.dice_seed).hex()
    for part in ("", "dice/", "state/", "report/", "replay/", "events/?after=0"):
        assert seed not in client.get(f"/battles/{battle.public_id}/{part}").content.decode()
    assert replay.proof(battle).seed == ""


def test_a_moment_is_the_position_of_that_event(finished: Battle) -> None:
    start = replay.replay_position(finished, 1)
    end = replay.replay_position(finished, None)
    assert start.earlier is None
    assert start.later is not None
    assert end.later is None
    assert end.place == end.last
    seen, place = 0, start
    while place.later is not None and seen < 15:
        place, seen = replay.replay_position(finished, place.later), seen + 1
        assert replay.replay_position(finished, place.place - 1).place <= place.place


def test_pages_tell_the_battle(finished: Battle, client: Client) -> None:
    base = f"/battles/{finished.public_id}/"
    report = client.get(base + "report/").content.decode()
    events = [log.from_data(data) for run in finished.events.all() for data in run.data]
    played = {event.turn_number for event in events if isinstance(event, log.TurnBegan)}
    assert 1 in played
    for turn in played:
        assert f"Turn {turn} of" in report
    dice = client.get(base + "dice/").content.decode()
    data = re.search(r'<script id="proof" type="application/json">(.*?)</script>', dice)
    assert data is not None
    assert len(json.loads(data.group(1))["faces"]) == len(replay.proof(finished).faces)
    for query in ("", "?e=1", "?e=999999", "?e=x", "?e=20&only=casualties"):
        assert client.get(f"{base}replay/{query}").status_code == 200
    api = f"/api/v1{base}replay/"
    last = client.get(api).json()["last"]
    assert client.get(f"{api}?event={last}").json()["event"] == last
    beyond = client.get(f"{api}?event={last + 1}")
    assert (beyond.status_code, beyond.json()["code"]) == (422, "no_such_event")
    assert beyond.json()["fields"] == {"event": [beyond.json()["message"]]}
    assert finished.started_at is not None
    assert finished.started_at <= timezone.now()


def test_models_that_leave_with_a_rout_are_not_casualties() -> None:
    kinds = {why: log_lines.kind_of(log.Removed("a1", why)) for why in ("out", "fled", "routed", "away")}
    assert kinds == {"out": "casualty", "fled": "casualty", "routed": "", "away": ""}


def test_sizes_of_the_table_are_plain_numbers_in_every_language(
    finished: Battle, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.USE_I18N = True
    monkeypatch.setattr(translation._trans, "__dict__", {})  # Functions were chosen by the setting at their first use.
    position = replay.replay_position(finished, 1)
    with translation.override("de"):
        assert localize(1.5) == "1,5"
        page = render_to_string("battles/log/_moment.html", {"battle": finished, "moment": position})
    assert re.findall(r'viewBox="([^"]*)"', page)[0] == f"0 0 {position.width_in} {position.length_in}"
