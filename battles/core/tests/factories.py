"""Battles created through the services, and commands in them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Command
from battles.models import Battle, Opponent
from battles.play import commands as play_commands
from battles.play import runs
from battles.setup import new_battle
from battles.setup.new_battle import Army


def hot_seat(player: User, **terms: Any) -> Battle:
    """A battle at one screen with all models set up."""
    return new_battle.create_battle(
        actor_id=player.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, **{"seed": "s", **terms}
    )


def two_people(owner: User, rival: User, **terms: Any) -> Battle:
    """A battle in which the owner commands a and the rival b; models are set up only if requested."""
    battle = new_battle.create_battle(
        actor_id=owner.pk, now=timezone.now(), opponent=Opponent.INVITED, **{"seed": "s", **terms}
    )
    return new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=timezone.now())


def begin_by_button(client: Client, board: str) -> None:
    """Begin the battle on this board with the button, without JavaScript and without adding to the dice."""
    assert client.post(f"{board}nonce/", {"act": "begin"}).status_code == 302


def engine_of(battle: Battle) -> EngineBattle:
    """The engine's battle, loaded from the rows."""
    battle.refresh_from_db()
    return engine_cache.load(battle)


def give(
    battle: Battle, player: User, command: Command, *, command_id: str = "", seq: int | None = None
) -> runs.Played:
    """Give a command for the side of this player that has to act."""
    battle.refresh_from_db()
    mine = [side.letter for side in battle.sides.all() if side.player_id == player.pk]
    side = next((letter for letter in mine if letter in battle.awaiting), mine[0] if mine else "a")
    place = battle.seq if seq is None else seq
    return play_commands.carry_out_command(
        battle_id=battle.pk,
        actor_id=player.pk,
        side=side,
        command=commands.to_data(command),
        expected_seq=place,
        command_id=command_id or f"order-{place}-{commands.to_data(command)}"[:64],
        now=timezone.now(),
    )


def first_move(battle: Battle, *, dice: bool = False) -> Command:
    """A move that the active side can make now; without tests unless `dice`."""
    from battles.board.reach.drawing import judged_way

    engine = engine_of(battle)
    for command in engine.legal(engine.awaiting()[0]):
        if isinstance(command, commands.Move) and command.path and judged_way(engine, command).is_final is dice:
            return command
    raise AssertionError("nobody can make such a move")


def on_to_moves(battle: Battle, player: User) -> None:
    """Decline charges until a model can move."""
    for _step in range(12):
        frame = engine_of(battle).state.flow[-1]
        if (frame.kind, frame.stage) == ("movement", "remaining"):
            return
        if frame.kind == "decision":
            give(battle, player, commands.Answer(frame.data["silence"]))
        elif frame.kind == "combat":
            give(battle, player, commands.Fight())
        else:
            give(battle, player, commands.EndStep())
    raise AssertionError("no movement phase was reached")
