"""Where players have to guess distances, nothing on the page reveals them. Rule: MV-MEAS-01"""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import engine_of, give, hot_seat
from battles.engine.battle import Battle as EngineBattle
from battles.engine.bots.registry import bot_called
from battles.models import Battle

pytestmark = pytest.mark.django_db
INCHES = re.compile(r"\d+(\.\d)? inch|\d″")


def played_to(
    owner: User, ruleset: str, kind: tuple[str, str], ready: Callable[[EngineBattle], bool] = lambda engine: True
) -> Battle | None:
    """A battle of two random players up to this step; None if it was not reached."""
    battle = hot_seat(owner, ruleset=ruleset, seed="guess")
    for _order in range(400):
        engine = engine_of(battle)
        if engine.outcome is not None:
            return None
        frame = engine.state.flow[-1]
        if (frame.kind, frame.stage) == kind and ready(engine):
            return battle
        give(battle, owner, bot_called("random").choose(engine, engine.awaiting()[0]).command)
    return None


@pytest.mark.parametrize("ruleset", ["mordheim", "gazette", "skirmish"])
@pytest.mark.parametrize("step", [("movement", "charges"), ("shooting", "act")], ids=["charges", "shots"])
def test_steps_without_measuring_show_no_distance(
    owner: User, client_of: Callable[[User | None], Client], ruleset: str, step: tuple[str, str]
) -> None:
    battle = played_to(owner, ruleset, step)
    assert battle is not None
    client = client_of(owner)
    side = battle.awaiting[0]
    offered = 0
    for model_id in (model_id for model_id in engine_of(battle).state.models if model_id[0] == side):
        found = client.get(f"/battles/{battle.public_id}/choices/{model_id}/").json()
        assert found["reach"] == {}
        for verb in found["verbs"]:
            assert not INCHES.search(json.dumps(verb)), verb
            offered += len(verb["options"])
            if verb["code"] == "shoot":
                assert all("near" in option["note"] for option in verb["options"])
    assert offered
    assert 'data-measuring="guess"' in client.get(f"/battles/{battle.public_id}/").content.decode()


def test_where_measuring_is_free_the_odds_are_for_this_range(
    owner: User, client_of: Callable[[User | None], Client]
) -> None:
    battle = played_to(owner, "core", ("shooting", "act"))
    assert battle is not None
    side = battle.awaiting[0]
    client = client_of(owner)
    notes = [
        option["note"]
        for model_id in engine_of(battle).state.models
        if model_id[0] == side
        for verb in client.get(f"/battles/{battle.public_id}/choices/{model_id}/").json()["verbs"]
        for option in verb["options"]
        if verb["code"] == "shoot"
    ]
    assert notes
    assert not any("near" in note for note in notes)
