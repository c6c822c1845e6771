"""A turn ends when its player ends it, or automatically if the player has chosen that."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts_services
from accounts.models import User
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Answer
from battles.models import Battle, BattleEvent, Issuer, Opponent
from battles.play.commands import carry_out_command
from battles.setup import new_battle

pytestmark = pytest.mark.django_db


def played(owner: User, *, ends_own_turns: bool, turns: int = 3) -> tuple[Battle, list[object]]:
    """A battle at one screen up to this turn, and the commands with which a player's turns ended."""
    battle = new_battle.create_battle(
        actor_id=owner.pk,
        now=timezone.now(),
        opponent=Opponent.HOT_SEAT,
        seed="end of turns",
        ends_own_turns=ends_own_turns,
    )
    bot = bot_called("random")
    last: list[object] = []
    for number in range(300):
        battle.refresh_from_db()
        engine = engine_cache.load(battle)
        if battle.is_over or engine.state.turn_number > turns:
            break
        side, active = engine.awaiting()[0], engine.state.active
        command = bot.choose(engine, side).command
        carry_out_command(
            battle_id=battle.pk,
            actor_id=owner.pk,
            side=side,
            command=commands.to_data(command),
            expected_seq=battle.seq,
            command_id=f"turns-{number}",
            now=timezone.now(),
        )
        battle.refresh_from_db()
        after = engine_cache.load(battle).state
        if active and after.active != active and not battle.is_over:
            last.append(command)
    return battle, last


def test_turns_end_with_end_turn_alone(owner: User) -> None:
    _battle, last = played(owner, ends_own_turns=True)
    assert len(last) > 3
    assert set(last) == {Answer("end")}


def test_without_the_setting_the_turn_ends_after_the_last_possible_command(owner: User) -> None:
    _battle, last = played(owner, ends_own_turns=False)
    assert last
    assert Answer("end") not in last


def test_a_player_may_let_turns_end_by_themselves(owner: User) -> None:
    accounts_services.change_board_settings(user_id=owner.pk, ends_turns=True)
    battle, last = played(owner, ends_own_turns=True)
    assert Answer("end") not in last
    answers = BattleEvent.objects.filter(
        battle=battle, issuer=Issuer.STANDING, command={"kind": "answer", "option": "end"}
    )
    assert answers.exists()


def test_pages_start_battles_whose_turns_wait(owner: User, client_of: Callable[[User | None], Client]) -> None:
    client_of(owner).post("/play/now/")
    battle = Battle.objects.get(created_by=owner)
    assert battle.on_begin["ends_own_turns"] is True
