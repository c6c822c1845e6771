"""Shortcut keys of the board: chosen, refused with a sentence if two are the same, turned off, reset."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.settings import board_keys

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
PAGE = "/accounts/keys/"


def all_keys(**changed: str) -> dict[str, str]:
    """The form as the page fills it in, with some changes."""
    return {**{code: key.upper() for code, key in board_keys.default_keys().items()}, **changed}


def test_the_usual_keys_do_not_collide_and_leave_the_digits_alone() -> None:
    keys = list(board_keys.default_keys().values())
    assert len(keys) == len(set(keys))
    assert not board_keys.TAKEN & set(keys)


def test_keys_are_kept_and_only_what_differs(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE, all_keys(walk="q", run="")).status_code == 302
    owner.refresh_from_db()
    assert owner.board_keys == {"keys": {"walk": "q", "run": ""}}
    shown = {key.code: key.shown for key in board_keys.bound(owner.board_keys)}
    assert (shown["walk"], shown["run"], shown["next"]) == ("Q", "", "N")
    assert 'value="Q"' in client.get(PAGE).content.decode()


def test_two_acts_cannot_swap_into_each_other(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    answer = client.post(PAGE, all_keys(walk="n", hide="7", run="ab"))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "N is already the key for “Next warrior”. Choose another for “Walk”." in page
    assert "The digits 1 to 9 answer questions." in page
    assert "A key is one letter or symbol" in page
    owner.refresh_from_db()
    assert owner.board_keys == {}
    assert client.post(PAGE, all_keys(walk="r", run="w")).status_code == 302, "but they may change places"


def test_shortcut_keys_are_turned_off_and_reset(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    client.post(PAGE, all_keys(walk="q", off="on"))
    owner.refresh_from_db()
    assert set(board_keys.chosen(owner.board_keys).values()) == {""}
    assert 'value="Q"' in client.get(PAGE).content.decode(), "switched off, what was chosen stays on the page"
    client.post(PAGE, {"act": "reset"})
    owner.refresh_from_db()
    assert owner.board_keys == {}


def test_a_visitor_signs_in_first_and_odd_rows_do_no_harm(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    assert board_keys.chosen({"keys": "nonsense"}) == board_keys.default_keys()
