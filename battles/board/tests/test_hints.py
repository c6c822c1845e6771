"""Hints explain the rule that applies now, each once, and can be switched off."""

from __future__ import annotations

import pytest

from accounts import services as accounts_services
from accounts.models import User
from battles.board.hints import HINTS, Hint
from battles.board.text.prompts import QUESTIONS
from battles.core.tests.factories import engine_of, give, hot_seat
from battles.engine.commands import EndStep
from battles.models import Battle
from battles.play.page import screen as board_screen
from catalogue.rules.chapters import address_of

pytestmark = pytest.mark.django_db
SITUATIONS = {
    "give_up", "charges", "move", "hide", "shoot", "fight", "knocked_down", "stunned", "fleeing",
}  # fmt: skip


def hint(battle: Battle, user: User) -> str:
    battle.refresh_from_db()
    user.refresh_from_db()
    found = board_screen.board(battle, user).guidance
    return found.code if isinstance(found, Hint) else ""


def test_every_hint_is_about_a_situation_or_a_decision_and_names_its_rule() -> None:
    assert set(HINTS) <= SITUATIONS | set(QUESTIONS)
    assert all(address_of(rule) for _title, _text, rule in HINTS.values())


def test_a_hint_follows_the_phase_and_is_shown_once(owner: User, rival: User) -> None:
    battle = hot_seat(owner)
    while engine_of(battle).state.flow[-1].stage != "remaining":
        give(battle, owner, EndStep())
    assert hint(battle, owner) == "move"
    assert hint(battle, rival) == ""
    accounts_services.change_board_settings(user_id=owner.pk, seen=["move", "hide"])
    assert hint(battle, owner) == ""
    accounts_services.change_board_settings(user_id=owner.pk, hints=False)
    accounts_services.change_board_settings(user_id=owner.pk, hints=True)
    assert hint(battle, owner) == "move"
    accounts_services.change_board_settings(user_id=owner.pk, hints=False)
    assert hint(battle, owner) == ""
