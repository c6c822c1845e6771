"""Breath attacks: a teardrop template from the base hits all models under it. Rule: SPEC-BREATH-01"""

from __future__ import annotations

from math import atan2, degrees
from typing import NamedTuple

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

CODE = "breath_attack"


class Breath(NamedTuple):
    """A breath attack."""

    strength: int = 3
    flaming: bool = False


def breath_of(game: Game, who: str) -> Breath | None:
    """The model's breath attack, or None.

    Only where the keyword chapter is used.
    """
    if not game.rules.keywords:
        return None
    parameters = next((parameters for code, parameters in game.fighters[who].skills if code == CODE), None)
    if parameters is None:
        return None
    return Breath(int(parameters.get("strength", 3)), bool(parameters.get("flaming")))


def struck(game: Game, state: BattleState, who: str, heading: int) -> list[str]:
    """Ids of the models under the teardrop, in roster order."""
    others = [(other, body) for other, body in other_bodies(game, state, who) if not garrison_of(state, other)]
    numbers = under_teardrop(game.table, body_of(game, state, who), heading, [body for _, body in others])
    return [others[number][0] for number in sorted(numbers)]


def check(game: Game, state: BattleState, command: Shoot) -> None:
    """Raise IllegalAction unless the model may breathe in this direction now."""
    who = command.who
    if breath_of(game, who) is None:
        raise IllegalAction("no_breath", say("{who} has no breath attack.", who=game.name(who)), "SPEC-BREATH-01")
    check_may_shoot(game, state, who, breathes=True)
    for other in struck(game, state, who, command.heading):
        if _ally_fights_there(game, state, who, other):
            raise IllegalAction(
                "ally_in_combat", say("A friend of {who} fights there.", who=game.name(who)), "SPEC-BREATH-01"
            )


def options(game: Game, state: BattleState, who: str, index: int) -> list[Command]:
    """Breath attacks straight at each enemy that would be hit; other directions are only validated by `check`."""
    if breath_of(game, who) is None:
        return []
    mine = state.models[who]
    found: list[Command] = []
    for other in enemies_of(game, state, who):
        foe = state.models[other]
        heading = round(degrees(atan2(foe.x - mine.x, foe.y - mine.y))) % 360
        command = Shoot(who, "", index, 0, heading)
        if command in found or other not in struck(game, state, who, heading):
            continue
        try:
            check(game, state, command)
        except IllegalAction:
            continue
        found.append(command)
    return found


def burnt_sections(game: Game, state: BattleState, who: str, heading: int) -> list[str]:
    """Occupied garrison buildings that the teardrop touches. Rule: TR-BLDG-MAGIC-01"""
    mine = body_of(game, state, who)
    return [
        piece.id
        for piece in sections(game)
        if occupants(state, piece.id)
        and under_teardrop(game.table, mine, heading, (Body(x, y, mine.z, 5, 5) for x, y, _ in rim_points(piece, 0)))
    ]


def breathe(ctx: Context, who: str, heading: int) -> None:
    """Hit all models under the teardrop automatically, friends too."""
    breath = breath_of(ctx.game, who) or Breath()
    ctx.flag(who, on=SHOT, why="breathes")
    hiding_rules.reveal(ctx, who, "shot")
    for other in struck(ctx.game, ctx.state, who, heading):
        if not ctx.model(other).gone:
            hit_automatically(ctx, other, breath.strength, how="breath", by=who, flaming=breath.flaming)
    for section in burnt_sections(ctx.game, ctx.state, who, heading):
        hits.burst(ctx, section, breath.strength, by=who, flaming=breath.flaming)


def _ally_fights_there(game: Game, state: BattleState, who: str, other: str) -> bool:
    """Whether `other` is a fighting friend, or in a combat with a friend other than the breather."""
    queue = [other] if other != who and state.models[other].engaged else []
    seen = set(queue) | {who}
    while queue:
        one = queue.pop()
        if not game.are_enemies(who, one):
            return True
        for linked in state.models[one].engaged:
            if linked not in seen:
                seen.add(linked)
                queue.append(linked)
    return False
