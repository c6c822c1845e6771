"""Review of a battle: every position, the battle log, every die."""

import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import engine_of, give, hot_seat
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
    account = client.get(base + "report/").content.decode()
    for turn in (1, 2, 3):
        assert f"Turn {turn} of" in account
    dice = client.get(base + "dice/").content.decode()
    data = re.search(r'<script id="proof" type="application/json">(.*?)</script>', dice)
    assert data is not None
    assert len(json.loads(data.group(1))["faces"]) == len(replay.proof(finished).faces)
    for query in ("", "?e=1", "?e=999999", "?e=x", "?e=20&only=casualties"):
        assert client.get(f"{base}replay/{query}").status_code == 200
    assert finished.started_at is not None
    assert finished.started_at <= timezone.now()


def test_who_leaves_with_a_rout_is_no_casualty() -> None:
    kinds = {why: log_lines.kind_of(log.Removed("a1", why)) for why in ("out", "fled", "routed", "away")}
    assert kinds == {"out": "casualty", "fled": "casualty", "routed": "", "away": ""}
