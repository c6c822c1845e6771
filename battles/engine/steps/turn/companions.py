"""Animals that join for a battle: hounds with their owner, rats that a sorcerer summons before it begins.

A companion is a normal fighter on the table. It is not on the roster, so the aftermath ignores it. A summoned one
counts neither as a starting model nor as a loss. Rules: PSY-ROUT-01, AF-FACT-01
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from battles.engine.dice import d3
from battles.engine.events import Placed, Removed
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.profile import Fighter
from battles.engine.scenarios.creatures.figures import is_figure
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.movers import others_of
from battles.engine.table.ground import heights_at
from battles.engine.table.placement import end_fault
from battles.engine.table.vectors import Body, within
from battles.engine.traits import Values


class Keeper(NamedTuple):
    """The owner of a companion."""

    roster_id: str
    item: str
    """Code of the item on the roster that is this animal; "" for none."""


COMPANION = Values("companion", lambda given: Keeper(str(given.get("by") or ""), str(given.get("item") or "")))
SUMMONED = Values("summoned", lambda given: str(given.get("by", "")))
"""Trait of animals summoned for this battle, with the roster id of their master."""
AWAY = "away"
"""Reason with which a summoned animal that did not come leaves the table."""
declare_inner(COMPANION.code, SUMMONED.code)
RING, STEPS = 50, 24
"""For the search for a free place: distance between rings (hundredths of an inch), and number of points on each."""


def is_summoned(fighter: Fighter) -> bool:
    """Whether the fighter was summoned for this battle only: it is not set up and not counted."""
    return bool(SUMMONED.of(fighter))


def is_companion(fighter: Fighter) -> bool:
    """Whether the fighter is not on the roster: an animal, or a figure of the scenario."""
    return is_summoned(fighter) or is_figure(fighter) or bool(COMPANION.of(fighter))


@on("deploy", SUMMONED.code)
def answer_the_call(
    ctx: Context, model_id: str, *, by: str, dice: str = "D3", distance: int = 6, check: bool = False
) -> None:
    """After deployment, roll how many animals are summoned, and place them near their master.

    All animals of one master are handled with the first of them; none arrive if the master is not on the table.
    """
    pack = [other for other, fighter in ctx.fighters.items() if _called_by(fighter, by) and other[0] == model_id[0]]
    master = next(
        (other for other, fighter in ctx.fighters.items() if fighter.roster_id == by and other[0] == model_id[0]), ""
    )
    if model_id != pack[0]:
        return
    count = 0
    if master and ctx.model(master).on_table and check:
        from battles.engine.steps.nerve.leaders import take_test

        count = len(pack) if take_test(ctx, master, "nerve", "CHAR-LD-01", own_only=True) else 0
    elif master and ctx.model(master).on_table:
        face = ctx.roll("count", master, rule="MAG-WHO-01").total
        count = d3(face) if dice == "D3" else face
    for number, beast in enumerate(pack):
        spot = _spot(ctx.game, ctx.state, beast, master, distance * 100) if number < count else None
        if spot is not None:
            ctx.emit(Placed(beast, *spot))
        else:
            ctx.emit(Removed(beast, AWAY))


def _called_by(fighter: Fighter, master: str) -> bool:
    return SUMMONED.first(fighter, "") == master


def _spot(game: Game, state: BattleState, model_id: str, master: str, reach: int) -> tuple[int, int, int] | None:
    """The free place nearest to the master, on rings around it and at its level."""
    master_body = body_of(game, state, master)
    mine = game.fighters[model_id]
    others = others_of(game, state, model_id)
    far = master_body.radius + mine.radius + 10
    while far <= reach + master_body.radius + mine.radius:
        for step in range(STEPS):
            angle = 2 * pi * step / STEPS
            x, y = round(master_body.x + far * sin(angle)), round(master_body.y + far * cos(angle))
            if not (0 <= x <= game.table.width and 0 <= y <= game.table.length):
                continue
            for z in heights_at(game.table, x, y):
                there = Body(x, y, z, mine.radius, mine.height)
                if (
                    z == master_body.z
                    and within(master_body, there, reach)
                    and end_fault(game.table, there, others) is None
                ):
                    return x, y, z
        far += RING
    return None
