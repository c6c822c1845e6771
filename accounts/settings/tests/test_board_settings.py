"""The settings of the board: stored with the account, read with defaults, changed on a page and by the API."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.settings.board_settings import BoardSettings, board_settings

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = "application/json"


def test_board_settings_have_defaults() -> None:
    assert board_settings({}) == BoardSettings()
    assert board_settings({"speed": "warp", "sound": "loud", "other": 1, "seen_hints": "x"}) == BoardSettings()
    assert not BoardSettings().differences


def test_hints_that_are_switched_on_again_are_shown_once_more() -> None:
    seen = BoardSettings().changed(seen=["cover", "fear", "cover"])
    assert seen.seen_hints == ("cover", "fear")
    assert seen.changed(hints=True).seen_hints == ("cover", "fear")
    assert seen.changed(hints=False).changed(hints=True).seen_hints == ()


def test_the_page_saves_the_settings(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    assert "Confirm a walk, run, charge or shot" in client.get("/accounts/board/").content.decode()
    answer = client.post("/accounts/board/", {"speed": "fast", "confirm": "always", "sound": "on"})
    assert answer.status_code == 302
    owner.refresh_from_db()
    assert owner.board_settings == {
        "speed": "fast", "confirm": "always", "sound": True, "notify": False, "ends_turns": False, "hints": False,
    }  # fmt: skip
    assert client.post("/accounts/board/", {"speed": "warp", "confirm": "always"}).status_code == 422


def test_programs_change_one_setting_and_keep_the_others(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    client.patch("/api/v1/account/board/", {"speed": "off"}, content_type=JSON)
    answer = client.patch("/api/v1/account/board/", {"seen": ["cover"], "confirm": "never"}, content_type=JSON)
    assert answer.status_code == 200
    assert client.get("/api/v1/account/board/").json() == answer.json()
    assert answer.json() == {
        "speed": "off", "confirm": "never", "sound": False, "notify": False, "ends_turns": False, "hints": True,
        "seen_hints": ["cover"],
    }  # fmt: skip
    assert client.patch("/api/v1/account/board/", {"speed": "warp"}, content_type=JSON).status_code == 400
