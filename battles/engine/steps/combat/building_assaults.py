"""Checks of commands that assault garrisoned buildings. Rule: TR-BLDG-ASSAULT-01"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.commands import Charge
from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import BattleState
from battles.engine.steps.charge import routes
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.movement.tracks import Track
from battles.engine.terrain.buildings import assaults


def check_assault_at(
    game: Game, state: BattleState, model_id: str, targets: Sequence[str], section: str, command: Charge
) -> Track | None:
    """Check an assault: the building must be in sight and, where charges are measured, in reach. Rule:
    TR-BLDG-ASSAULT-01
    """
    name = game.name(model_id)
    building = game.table.piece(section).name
    for target in targets:
        if not game.are_enemies(model_id, target) or state.models[target].gone:
            raise IllegalAction("no_such_enemy", "That is not an enemy on the table.", "MV-CHG-02")
    if not sees(game, state, model_id, targets[0]):
        raise IllegalAction(
            "unseen", say("{name} does not see {building}.", name=name, building=building), "TR-BLDG-ASSAULT-01"
        )
    budget = allowance_of(game, state, model_id).charge
    track = assaults.route_to_wall(game, state, model_id, section, command.path, farthest=budget + routes.SPARE)
    if game.rules.measuring_is_free and (
        track is None or track.cost > routes.charge_budget(game, state, model_id, track)
    ):
        raise IllegalAction(
            "out_of_reach", say("{building} is out of {name}'s reach.", building=building, name=name), "MV-MEAS-01"
        )
    return track
