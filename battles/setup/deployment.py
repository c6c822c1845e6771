"""Automatic deployment of a side at positions that the engine suggests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.core import engine_cache
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Answer, Deploy, Ready
from battles.engine.events import Event
from battles.engine.steps.turn.deployment import suggested_deployment, to_place
from battles.models import Battle, Issuer
from battles.play import command_ids, commands, runs
from battles.setup.line_up import deployments
from mordheim_site.refusals import Refusal


class NotDeploying(Refusal):
    code = "not_deploying"
    message = _("Your side is not being set up now. If a decision is pending, answer it first.")
    status = 409


@transaction.atomic
def place_all(
    *,
    battle_id: int,
    actor_id: int,
    side: str,
    expected_seq: int,
    command_id: str,
    now: datetime,
    as_saved: bool = False,
) -> runs.Played:
    """Set up every warrior of the side that is not placed yet; the player can still move them before pressing Ready.
    With `as_saved`, the saved deployment is applied first, which also moves models that are already placed; the others
    are set up as suggested.

    Raises NotPlaying, NotDeploying, NotYourSide, CommandIdUsed and StaleCommand.
    """
    row = Battle.objects.select_for_update().get(pk=battle_id)
    command = {"kind": "place_all", **({"saved": True} if as_saved else {})}
    earlier = command_ids.earlier_run(row, actor_id=actor_id, side=side, command_id=command_id, asked=command)
    if earlier is not None:
        return runs.Played(row.pk, row.seq, earlier.seq, earlier.data, repeated=True, row=row)
    letter = commands.open_side(row, expected_seq, commands.player_side(row, actor_id, side))
    engine = engine_cache.load(row)
    if letter not in engine.awaiting() or engine.state.flow[-1].kind != "deployment":
        raise NotDeploying
    happened = _placed(engine, letter, deployments.saved_places(row, engine, letter) if as_saved else [])
    return runs.append(
        row,
        engine,
        happened,
        side=letter,
        actor_id=actor_id,
        command=command,
        issuer=Issuer.PLAYER,
        command_id=command_id,
        request_digest=command_ids.digest_of(side, command),
        now=now,
    )


def _placed(engine: EngineBattle, side: str, places: Sequence[Deploy] = ()) -> list[Event]:
    """Set up models at these places, then all others at suggested ones."""
    happened: list[Event] = []
    for command in places:
        happened += engine.play(side, command)
    for command in suggested_deployment(engine.game, engine.state, side):
        happened += engine.play(side, command)
    return happened


@transaction.atomic
def deploy_all_sides(*, battle_id: int, now: datetime) -> None:
    """Bring a new battle to its first turn: every prompt of the set-up gets its default answer, and every side is
    deployed as saved or as suggested. Does nothing once the first turn has begun."""
    row = Battle.objects.select_for_update().get(pk=battle_id)
    engine = engine_cache.load(row)
    for number in range(20):
        frame = engine.state.flow[-1] if engine.state.flow else None
        if frame is None or engine.state.turn_number or not engine.awaiting():
            return
        side = engine.awaiting()[0]
        if frame.kind == "decision":
            happened = engine.play(side, Answer(frame.data["silence"]))
        elif frame.kind == "deployment":
            happened = _placed(engine, side, deployments.saved_places(row, engine, side))
            if any(engine.state.models[model_id].gone for model_id in to_place(engine.game, engine.state, side)):
                return
            happened += engine.play(side, Ready())
        else:
            return
        runs.append(
            row,
            engine,
            happened,
            side=side,
            actor_id=None,
            command={"kind": "place_all"},
            issuer=Issuer.SETUP,
            command_id=f"set-up-{number}",
            now=now,
        )
