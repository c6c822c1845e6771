"""The first battle: its lessons follow what the player really does, and each of them appears."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts_services
from accounts.models import User
from battles.board.coach import STEPS, Lesson
from battles.core.tests.factories import engine_of, give
from battles.engine.commands import Answer, Charge, EndStep, Fight, Move, Shoot
from battles.models import Battle
from battles.play.bots import turns
from battles.play.commands import undo
from battles.play.page import screen as board_screen
from battles.setup.training.first_battle import begin_first_battle

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
ON = (("walk", 1200, 1100, 0),)


@pytest.fixture
def battle(owner: User) -> Battle:
    return begin_first_battle(actor_id=owner.pk, now=timezone.now())


def lesson(battle: Battle, owner: User, selected: str = "") -> Lesson:
    """What the coach says to the owner when a model is selected."""
    battle.refresh_from_db()
    found = board_screen.board(battle, owner, model_id=selected).guidance
    assert isinstance(found, Lesson)
    return found


def enemy_turn(battle: Battle) -> None:
    """Let the opponent take its whole turn."""
    for _number in range(40):
        choice = turns.choose(battle_id=battle.pk)
        if choice is None:
            return
        turns._give(choice)


def test_the_lessons_lead_to_the_end_of_a_battle(battle: Battle, owner: User) -> None:
    lessons = [lesson(battle, owner).code, lesson(battle, owner, "a2").code]
    give(battle, owner, Move("a2", "walk", (("walk", 700, 900, 0),)))
    lessons += [lesson(battle, owner, "a2").code, lesson(battle, owner, "a1").code]
    give(battle, owner, Move("a1", "walk", ON))
    lessons.append(lesson(battle, owner).code)
    give(battle, owner, EndStep())
    lessons.append(lesson(battle, owner, "a2").code)
    give(battle, owner, Shoot("a2", "b2", 0))
    lessons.append(lesson(battle, owner).code)
    give(battle, owner, Answer("end"))
    assert lesson(battle, owner).code == "wait"
    enemy_turn(battle)
    lessons.append(lesson(battle, owner, "a1").code)
    charges = [command for command in engine_of(battle).legal("a") if isinstance(command, Charge)]
    give(battle, owner, charges[0])
    lessons.append(lesson(battle, owner).code)
    give(battle, owner, EndStep())
    give(battle, owner, EndStep())
    give(battle, owner, EndStep())
    lessons.append(lesson(battle, owner).code)
    give(battle, owner, Fight())
    while engine_of(battle).state.active == "a":
        frame = engine_of(battle).state.flow[-1]
        give(battle, owner, Answer(str(frame.data["silence"])))
    enemy_turn(battle)
    lessons.append(lesson(battle, owner).code)
    assert lessons == [
        "select", "walk", "select_leader", "advance", "end_movement", "shoot", "end_turn", "charge", "move_chargers",
        "fight", "won",
    ]  # fmt: skip
    assert [state for _name, state in lesson(battle, owner).steps] == ["done"] * len(STEPS)


def test_a_move_that_is_undone_is_taught_again(battle: Battle, owner: User) -> None:
    give(battle, owner, Move("a2", "walk", (("walk", 700, 900, 0),)))
    assert lesson(battle, owner, "a2").code == "select_leader"
    battle.refresh_from_db()
    undo(battle_id=battle.pk, actor_id=owner.pk, expected_seq=battle.seq, now=timezone.now())
    assert lesson(battle, owner, "a2").code == "walk"


def test_the_coach_can_be_turned_off_and_is_for_the_player_alone(
    battle: Battle, owner: User, rival: User, client_of: ClientOf
) -> None:
    address = f"/battles/{battle.public_id}/"
    assert "Select a warrior" in client_of(owner).get(address).content.decode()
    assert "Select a warrior" not in client_of(rival).get(address).content.decode()
    accounts_services.change_board_settings(user_id=owner.pk, hints=False)
    assert "Select a warrior" not in client_of(owner).get(address).content.decode()


def test_the_first_battle_is_linked_and_begins_by_page_and_api(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    assert 'action="/play/first/"' in client.get("/play/").content.decode()
    assert client.post("/play/first/").status_code == 302
    assert client.post("/api/v1/battles/first/").status_code == 201
    assert Battle.objects.filter(created_by=owner, counts=False).count() == 2


def test_the_dice_page_says_that_the_dice_were_arranged(battle: Battle, owner: User, client_of: ClientOf) -> None:
    page = client_of(owner).get(f"/battles/{battle.public_id}/dice/").content.decode()
    assert "were arranged when it was set up" in page
    assert "Can I trust the dice?" not in page
