"""For an enemy that cannot be targeted, the reason comes from the rules."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.board.options.types import ANY_TARGET
from battles.board.tests.test_measuring import INCHES, played_to
from battles.core.tests.factories import engine_of

pytestmark = pytest.mark.django_db
STEPS = {"charge": ("movement", "charges"), "shoot": ("shooting", "act")}


@pytest.mark.parametrize("ruleset", ["core", "mordheim"])
@pytest.mark.parametrize("attack", STEPS)
def test_every_enemy_that_is_no_target_has_a_reason(
    owner: User, client_of: Callable[[User | None], Client], ruleset: str, attack: str
) -> None:
    battle = played_to(owner, ruleset, STEPS[attack])
    assert battle is not None
    client, models = client_of(owner), engine_of(battle).state.models
    base, side = f"/battles/{battle.public_id}/", battle.awaiting[0]
    reasons = set()
    for model_id in (model_id for model_id in models if model_id[0] == side and not models[model_id].gone):
        verbs = client.get(f"{base}choices/{model_id}/").json()["verbs"]
        verb = next(verb for verb in verbs if verb["code"] == attack)
        if not verb["probe"]:
            assert verb["why"]
            continue
        targets = {option["target"] for option in verb["options"]}
        for enemy in (enemy for enemy in models if enemy[0] != side and enemy not in targets):
            command = verb["probe"].replace(json.dumps(ANY_TARGET), json.dumps(enemy))
            answer = client.get(f"{base}check/{model_id}/", {"command": command}).json()
            reasons.add(answer["refused"]["message"])
    assert reasons
    if ruleset == "mordheim":
        assert not any(INCHES.search(reason) for reason in reasons), reasons
