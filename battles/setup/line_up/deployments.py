"""Saved deployments: where the models of a warband were set up. They can be used again on tables of the same size."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.core import engine_cache
from battles.core.refusals import NotPlaying, NotYourSide
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Deploy
from battles.engine.events import Placed, apply
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.turn.deployment import place_fault, to_place
from battles.engine.table.ground import heights_at
from battles.models import Battle, SavedDeployment
from battles.play import commands
from mordheim_site.refusals import Refusal


class CannotSaveDeployment(Refusal):
    """Not every model is placed, or the warband has no roster under which to save the deployment."""

    code = "cannot_save_deployment"
    rule_id = "SCN-DEPLOY-01"
    message = _(
        "The deployment was not saved: only one with every warrior of your own warband in place can be. "
        "Set up the rest first."
    )


def models_by_key(game: Game, side: str) -> dict[str, str]:
    """Id of each model of a side by the public id of its roster entry and its number in the group, such as
    `4kPq8ZxTn2Lw-2`. Models that are not on the roster are left out."""
    counts: Counter[str] = Counter()
    found = {}
    for model_id, fighter in game.fighters.items():
        if fighter.side == side and fighter.roster_id:
            counts[fighter.roster_id] += 1
            found[f"{fighter.roster_id}-{counts[fighter.roster_id]}"] = model_id
    return found


@transaction.atomic
def save(*, battle_id: int, actor_id: int, side: str, now: datetime) -> SavedDeployment:
    """Save the current positions of the side's models. An earlier deployment for tables of this size is replaced.
    Raises NotYourSide, NotPlaying (also after the set-up) and CannotSaveDeployment."""
    row = Battle.objects.select_for_update().get(pk=battle_id)
    letter = commands.player_side(row, actor_id, side)
    if not letter:
        raise NotYourSide
    if not row.is_playing:
        raise NotPlaying
    warband_id = _warband_of(row, letter)
    engine = engine_cache.load(row)
    state, table = engine.state, engine.game.table
    if not state.flow or state.flow[-1].kind != "deployment":
        raise NotPlaying
    if warband_id is None or any(state.models[model_id].gone for model_id in to_place(engine.game, state, letter)):
        raise CannotSaveDeployment
    models = {key: state.models[model_id] for key, model_id in models_by_key(engine.game, letter).items()}
    places = {key: [model.x, model.y, model.z] for key, model in models.items() if not model.gone}
    saved, _is_new = SavedDeployment.objects.update_or_create(
        warband_id=warband_id,
        width=table.width,
        length=table.length,
        defaults={"places": places, "saved_at": now},
    )
    return saved


def saved_places(row: Battle, engine: EngineBattle, side: str) -> list[Deploy]:
    """The saved deployment of a side as commands; empty if there is none. Models that are not in it are left out, as
    are those whose place is taken or outside of the zone. It is rotated by half a turn if more models can be placed
    that way, because the side now starts at the other edge."""
    warband_id = _warband_of(row, side)
    if warband_id is None:
        return []
    table = engine.game.table
    saved = SavedDeployment.objects.filter(warband_id=warband_id, width=table.width, length=table.length).first()
    if saved is None:
        return []
    models = models_by_key(engine.game, side)
    own = set(to_place(engine.game, engine.state, side))
    wanted = [(models[key], *place) for key, place in saved.places.items() if models.get(key) in own]
    turned = [(model_id, table.width - x, table.length - y, z) for model_id, x, y, z in wanted]
    return max((_legal(engine.game, engine.state, places) for places in (wanted, turned)), key=len)


def _warband_of(row: Battle, side: str) -> int | None:
    return next((seat.warband_id for seat in row.sides.all() if seat.letter == side), None)


def _legal(game: Game, state: BattleState, places: list[tuple[str, int, int, int]]) -> list[Deploy]:
    """The places that are allowed, in this order, at the saved height or on the ground of this table."""
    working = state.fork()
    found = []
    for model_id, x, y, z in places:
        for height in dict.fromkeys((z, *heights_at(game.table, x, y))):
            if place_fault(game, working, model_id, x, y, height) is None:
                found.append(Deploy(model_id, x, y, height))
                apply(working, Placed(model_id, x, y, height))
                break
    return found
