"""The fragments of the board: a browser gets those that differ from what it shows, and options only for its own
model."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.core.tests.factories import engine_of, first_move, give, hot_seat, on_to_moves, two_people
from battles.engine.bots.registry import bot_called
from battles.models import Battle
from battles.play.page import regions
from battles.play.page.regions import REGIONS, _token_mark
from mordheim_site.reuse.lru_cache import LruCache

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


@pytest.fixture
def battle(owner: User) -> Battle:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    return battle


def state_of(client: Client, battle: Battle, **query: object) -> dict[str, object]:
    response = client.get(f"/battles/{battle.public_id}/state/", query)
    assert response.status_code == 200
    return dict(response.json())


def test_a_browser_that_shows_the_newest_fragments_gets_none(battle: Battle, owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    first = state_of(client, battle)
    assert set(first["regions"]) == set(REGIONS)  # type: ignore[call-overload]
    again = state_of(client, battle, shown=first["versions"])
    assert again["regions"] == {}
    assert again["versions"] == first["versions"]


def test_what_a_browser_had_and_what_it_gets_is_what_a_new_browser_gets(
    battle: Battle, owner: User, client_of: ClientOf
) -> None:
    client = client_of(owner)
    first = state_of(client, battle)
    give(battle, owner, first_move(battle))
    update = state_of(client, battle, shown=first["versions"], after=first["seq"])
    whole = state_of(client, battle, after=first["seq"])
    shown = {**first["regions"], **update["regions"]}  # type: ignore[dict-item]
    assert without_tokens(shown) == without_tokens(whole["regions"])  # type: ignore[arg-type]
    assert "scenario" not in update["regions"]  # type: ignore[operator]
    assert "default_decisions" not in update["regions"]  # type: ignore[operator]
    assert "warriors" in update["regions"]  # type: ignore[operator]


@pytest.mark.parametrize("shown", ["x", "." * 11, "0.1.2", "é" * 12])
def test_versions_that_are_none_give_all_fragments(
    shown: str, battle: Battle, owner: User, client_of: ClientOf
) -> None:
    assert set(state_of(client_of(owner), battle, shown=shown)["regions"]) == set(REGIONS)  # type: ignore[call-overload]


def test_forms_have_the_token_of_the_request(battle: Battle, owner: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    give(battle, owner, first_move(battle))
    for _ in range(2):
        html = "".join(state_of(client, battle)["regions"].values())  # type: ignore[attr-defined]
        assert _token_mark() not in html
        tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', html))
        assert tokens
        for token in tokens:
            body = {"csrfmiddlewaretoken": token, "expected_seq": 1, "command": "{}", "command_id": "x"}
            assert client.post(f"/battles/{battle.public_id}/commands/", body).status_code != 403


def test_a_watcher_gets_no_options_and_not_the_fragments_of_a_player(
    owner: User, rival: User, spectator_client: Client, client_of: ClientOf
) -> None:
    """The fragments of a player are in memory when the watchers ask."""
    battle = two_people(owner, rival)
    own = state_of(client_of(owner), battle)["regions"]
    seen = state_of(spectator_client, battle)["regions"]
    other = state_of(client_of(rival), battle)["regions"]
    assert "<form" in own["default_decisions"]  # type: ignore[index]
    for name in ("default_decisions", "draw_offer", "selected_warrior", "undo"):
        assert "<form" not in seen[name]  # type: ignore[index]
    assert 'name="side" value="b"' in other["default_decisions"]  # type: ignore[index]
    assert 'name="side" value="a"' in own["default_decisions"]  # type: ignore[index]


def test_fragments_from_memory_are_those_a_new_process_renders(
    owner: User, rival: User, spectator_client: Client, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For both players and a spectator, with and without a selected warrior, over the first commands of a battle."""
    battle = two_people(owner, rival)
    viewers = {"a": (client_of(owner), owner), "b": (client_of(rival), rival), "": (spectator_client, None)}
    bot = bot_called("random")
    for _ in range(15):
        for letter, (client, _user) in viewers.items():
            for query in ({}, {"who": f"{letter or 'a'}2"}):
                remembered = state_of(client, battle, **query)["regions"]
                with monkeypatch.context() as patch:
                    patch.setattr(regions, "_rendered", LruCache(2000))
                    rendered = state_of(client, battle, **query)["regions"]
                assert without_tokens(remembered) == without_tokens(rendered)  # type: ignore[arg-type]
        engine = engine_of(battle)
        side = engine.awaiting()[0]
        give(battle, viewers[side][1] or owner, bot.choose(engine, side).command)
        for client, _user in viewers.values():
            state_of(client, battle)


@pytest.fixture
def spectator_client() -> Client:
    return Client()


def without_tokens(regions: dict[str, str]) -> dict[str, str]:
    return {name: re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", html) for name, html in regions.items()}
