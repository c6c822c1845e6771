"""Breath attacks: a teardrop template from the base hits all models under it. Rule: SPEC-BREATH-01"""

from __future__ import annotations

from math import atan2, degrees
from typing import Final, NamedTuple

from battles.engine.commands import Command, Shoot
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import SHOT, BattleState
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.models.bodies import body_of, enemies_of, other_bodies
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.shooting.permission import check_may_shoot
from battles.engine.table.templates import under_teardrop
from battles.engine.table.vectors import Body
from battles.engine.terrain.buildings import hits
from battles.engine.terrain.buildings.garrisons import garrison_of, occupants, rim_points, sections
from battles.engine.traits import Values


class Breath(NamedTuple):
    """A breath attack."""

    strength: int = 3
    flaming: bool = False


BREATH_ATTACK: Final = Values[Breath | None](
    "breath_attack", lambda parameters: Breath(int(parameters.get("strength", 3)), bool(parameters.get("flaming")))
)


def breath_of(game: Game, model_id: str) -> Breath | None:
    """The model's breath attack; None if it has none or the ruleset does not use the keyword chapter."""
    if not game.rules.keywords:
        return None
    return BREATH_ATTACK.first(game.fighters[model_id], None)


def struck(game: Game, state: BattleState, model_id: str, heading: int) -> list[str]:
    """Ids of the models under the teardrop template, in roster order."""
    others = [(other, body) for other, body in other_bodies(game, state, model_id) if not garrison_of(state, other)]
    numbers = under_teardrop(game.table, body_of(game, state, model_id), heading, [body for _, body in others])
    return [others[number][0] for number in sorted(numbers)]


def check(game: Game, state: BattleState, command: Shoot) -> None:
    """Raise IllegalAction unless the model may breathe in this direction now."""
    model_id = command.who
    if breath_of(game, model_id) is None:
        raise IllegalAction("no_breath", say("{who} has no breath attack.", who=game.name(model_id)), "SPEC-BREATH-01")
    check_may_shoot(game, state, model_id, breathes=True)
    for other in struck(game, state, model_id, command.heading):
        if _ally_fights_there(game, state, model_id, other):
            raise IllegalAction(
                "ally_in_combat", say("A friend of {who} fights there.", who=game.name(model_id)), "SPEC-BREATH-01"
            )


def options(game: Game, state: BattleState, model_id: str, index: int) -> list[Command]:
    """Breath attacks straight at each enemy that would be hit. Other directions are also legal if `check` accepts
    them.
    """
    if breath_of(game, model_id) is None:
        return []
    mine = state.models[model_id]
    found: list[Command] = []
    for other in enemies_of(game, state, model_id):
        enemy = state.models[other]
        heading = round(degrees(atan2(enemy.x - mine.x, enemy.y - mine.y))) % 360
        command = Shoot(model_id, "", index, 0, heading)
        if command in found or other not in struck(game, state, model_id, heading):
            continue
        try:
            check(game, state, command)
        except IllegalAction:
            continue
        found.append(command)
    return found


def burnt_sections(game: Game, state: BattleState, model_id: str, heading: int) -> list[str]:
    """Occupied garrison buildings that the teardrop template touches. Rule: TR-BLDG-MAGIC-01"""
    mine = body_of(game, state, model_id)
    return [
        piece.id
        for piece in sections(game)
        if occupants(state, piece.id)
        and under_teardrop(game.table, mine, heading, (Body(x, y, mine.z, 5, 5) for x, y, _ in rim_points(piece, 0)))
    ]


def breathe(ctx: Context, model_id: str, heading: int) -> None:
    """Hit all models under the teardrop automatically, friends too."""
    breath = breath_of(ctx.game, model_id) or Breath()
    ctx.flag(model_id, on=SHOT, why="breathes")
    hiding_rules.reveal(ctx, model_id, "shot")
    for other in struck(ctx.game, ctx.state, model_id, heading):
        if not ctx.model(other).gone:
            hit_automatically(ctx, other, breath.strength, how="breath", by=model_id, flaming=breath.flaming)
    for section in burnt_sections(ctx.game, ctx.state, model_id, heading):
        hits.burst(ctx, section, breath.strength, by=model_id, flaming=breath.flaming)


def _ally_fights_there(game: Game, state: BattleState, model_id: str, other: str) -> bool:
    """Whether `other` is a friend in a fight, or fights a friend other than the breathing model."""
    queue = [other] if other != model_id and state.models[other].engaged else []
    seen = set(queue) | {model_id}
    while queue:
        target = queue.pop()
        if not game.are_enemies(model_id, target):
            return True
        for linked in state.models[target].engaged:
            if linked not in seen:
                seen.add(linked)
                queue.append(linked)
    return False
