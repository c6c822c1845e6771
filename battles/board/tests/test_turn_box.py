"""The box that sums up the opponent's turn, on the board of the player whose turn it is."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import engine_of, give, hot_seat, two_people
from battles.engine import commands
from battles.engine.state import BattleState
from battles.models import Battle
from battles.setup.deployment import deploy_all_sides

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
BOX = "turn-summary"


def act_until(battle: Battle, people: dict[str, User], reached: Callable[[BattleState], bool]) -> None:
    """Answer with defaults and end every step, for each side that has to act, until the state meets the condition."""
    for _step in range(24):
        engine = engine_of(battle)
        if reached(engine.state):
            return
        frame = engine.state.flow[-1]
        command = commands.Answer(frame.data["silence"]) if frame.kind == "decision" else commands.EndStep()
        give(battle, people[engine.awaiting()[0]], command)
    raise AssertionError("it did not come to that")


def test_the_board_sums_up_the_opponents_turn(owner: User, rival: User, client_of: ClientOf) -> None:
    """The opponent's turn had no summary (item 4)."""
    battle = two_people(owner, rival)
    deploy_all_sides(battle_id=battle.pk, now=timezone.now())
    people = {"a": owner, "b": rival}
    act_until(battle, people, lambda state: state.phase == "movement")
    first = engine_of(battle).state.active
    second = "b" if first == "a" else "a"
    url = f"/battles/{battle.public_id}/"
    assert BOX not in client_of(people[first]).get(url).content.decode()
    act_until(battle, people, lambda state: state.active == second and state.phase == "movement")
    page = client_of(people[second]).get(url).content.decode()
    assert BOX in page
    assert "nothing happened" in page
    assert f"/battles/{battle.public_id}/replay/?e=" in page
    for reader in (people[first], None):
        assert BOX not in client_of(reader).get(url).content.decode()
    act_until(battle, people, lambda state: state.active == second and state.phase in ("shooting", "combat"))
    assert BOX not in client_of(people[second]).get(url).content.decode()


def test_a_player_of_both_sides_gets_no_summary(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    people = {"a": owner, "b": owner}
    act_until(battle, people, lambda state: state.phase == "movement")
    first = engine_of(battle).state.active
    act_until(battle, people, lambda state: state.active != first and state.phase == "movement")
    assert BOX not in client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
