"""The sandbox: any position can be played from, with prearranged dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import engine_of, give
from battles.engine.events import Rolled, from_data
from battles.engine.state import KNOCKED_DOWN
from battles.models import Battle, BattleEvent

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = "application/json"
TERMS = {"warband_type": "reiklanders", "their_warband_type": "skaven"}


def at(model: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"model": model, "x": x, "y": y, **more}


def begun(client: Client, owner: User, **fields: Any) -> Battle:
    answer = client.post("/api/v1/battles/sandbox/", {**TERMS, **fields}, content_type=JSON)
    assert answer.status_code == 201, answer.content
    return Battle.objects.get(created_by=owner)


def test_models_stand_where_they_were_put(owner: User, client_of: ClientOf) -> None:
    places = [at("a1", 3, 1, state="knocked_down"), at("b1", 3, 23), at("b2", 5, 23, state="out")]
    battle = begun(client_of(owner), owner, places=places, side="b")
    state = engine_of(battle).state
    assert (state.models["a1"].x, state.models["a1"].y, state.models["a1"].posture) == (300, 100, KNOCKED_DOWN)
    assert (state.models["b1"].x, state.models["b1"].y) == (300, 2300)
    assert state.models["b2"].gone == "out"
    assert (state.active, state.phase, battle.counts) == ("b", "movement", False)
    assert battle.origin == {"sandbox": True}


def test_models_in_contact_fight_with_the_arranged_dice(owner: User, client_of: ClientOf) -> None:
    places = [at("a1", 3, 12), at("b1", 3, 13)]
    battle = begun(client_of(owner), owner, places=places, phase="combat", dice=[1, 1, 2, 3])
    engine = engine_of(battle)
    assert engine.state.models["a1"].engaged == ("b1",)
    assert engine.state.phase == "combat"
    while not BattleEvent.objects.filter(battle=battle, has_dice=True).exists():
        give(battle, owner, engine_of(battle).legal(engine_of(battle).awaiting()[0])[0])
    rows = [from_data(entry) for run in BattleEvent.objects.filter(battle=battle).order_by("seq") for entry in run.data]
    rolled = [face for event in rows if isinstance(event, Rolled) for face in event.faces]
    assert rolled
    assert rolled[:4] == [1, 1, 2, 3][: len(rolled)]


def test_an_impossible_position_says_who_and_why(owner: User, client_of: ClientOf) -> None:
    places = [at("a1", 3, 3), at("a2", 3, 3)]
    answer = client_of(owner).post("/api/v1/battles/sandbox/", {**TERMS, "places": places}, content_type=JSON)
    assert answer.status_code in (409, 422)
    assert answer.json()["code"] == "impossible_position"
    assert "cannot be placed there" in answer.json()["message"]
    unknown = {**TERMS, "places": [at("b40", 3, 3)]}
    assert client_of(owner).post("/api/v1/battles/sandbox/", unknown, content_type=JSON).status_code in (409, 422)


def test_the_page_shows_the_position_and_plays_it(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    page = client.get("/play/sandbox/?army=list:reiklanders&their_army=list:skaven").content.decode()
    assert 'name="x-a1"' in page
    assert 'data-who="b1"' in page
    form = {"army": "list:reiklanders", "their_army": "list:skaven", "dice": "6 5 1"}
    answer = client.post("/play/sandbox/", {**form, "x-a1": "3", "y-a1": "1", "state-a1": "hidden"})
    assert answer.status_code == 302
    battle = Battle.objects.get(created_by=owner)
    assert engine_of(battle).state.models["a1"].x == 300
    assert battle.arranged_dice == {"faces": [6, 5, 1]}
    wrong = client.post("/play/sandbox/", {**form, "dice": "7"})
    assert wrong.status_code == 422
    assert "Enter faces from 1 to 6" in wrong.content.decode()
