"""Mules, which a warrior in contact leads; they wander when alone and bolt from fights.

Hooks `turn_start`, `dares`. Rules: CHAR-LD-01, MV-RAND-01, MV-FLEE-02
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from battles.engine.events import EffectAdded
from battles.engine.flow import Context
from battles.engine.hooks import on
from battles.engine.state import STANDING, Effect
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.movement.forced.compulsory import WILD
from battles.engine.steps.nerve.flight import run_length
from battles.engine.steps.nerve.leaders import HANDLES_BEASTS, take_test
from battles.engine.table.contact import REACH
from battles.engine.table.vectors import Body, gap_at_most, within

MULE = "stubborn_beast"
REFUSES = "refuses_to_move"
"""Code of the effect on a mule that cannot be moved this turn."""
NOISE = 600
"""A fight within this distance makes the mule bolt, in hundredths of an inch."""
FAR = 100_00
define_effect(REFUSES, EffectRules(pace=0, may_charge=False))


@on("turn_start", MULE)
def is_led(ctx: Context, model_id: str) -> None:
    """At the start of its turn, a mule bolts from a fight nearby, wanders if alone, and if led moves when its leader
    passes a Leadership test.

    A handler of mules needs no test. Rules: CHAR-LD-01, MV-RAND-01
    """
    model = ctx.model(model_id)
    if model.posture != STANDING or model.engaged:
        return
    fight = _nearest_fight(ctx, model_id)
    if fight is not None:
        bolt(ctx, model_id, fight)
        _stays(ctx, model_id, REFUSES)
        return
    leaders = list(_beside(ctx, model_id))
    if not leaders:
        ctx.note("goes_wild", model_id)
        _stays(ctx, model_id, WILD)
    elif not any(_handles(ctx, leader, model_id) for leader in leaders):
        best = max(leaders, key=lambda leader: ctx.fighter(leader).profile.leadership)
        if not take_test(ctx, best, "nerve", "CHAR-LD-01", own_only=True):
            ctx.note("refuses_to_move", model_id, best)
            _stays(ctx, model_id, REFUSES)


def _stays(ctx: Context, model_id: str, code: str) -> None:
    ctx.emit(EffectAdded(model_id, Effect(code, 0, ctx.state.turn_number + 1, model_id[0])))


def _beside(ctx: Context, model_id: str) -> Iterator[str]:
    """Standing friends in base contact that are not animals."""
    mine = body_of(ctx.game, ctx.state, model_id)
    for other in on_table(ctx.state, model_id[0]):
        fighter = ctx.fighter(other)
        able = other != model_id and ctx.model(other).posture == STANDING and "animal" not in fighter.keywords
        if able and fighter.role != "animal" and gap_at_most(mine, body_of(ctx.game, ctx.state, other), REACH):
            yield other


def _handles(ctx: Context, leader: str, model_id: str) -> bool:
    beast = ctx.fighter(model_id)
    return any(animals & (beast.tags | beast.keywords) for animals in HANDLES_BEASTS.of(ctx.fighter(leader)))


def _nearest_fight(ctx: Context, model_id: str) -> Body | None:
    """The nearest model in close combat within earshot."""
    mine = body_of(ctx.game, ctx.state, model_id)
    fighting = [
        body_of(ctx.game, ctx.state, other)
        for other, model in ctx.state.models.items()
        if other != model_id and not model.gone and model.engaged
    ]
    near = [body for body in fighting if within(mine, body, NOISE)]
    return min(near, key=lambda body: hypot(body.x - mine.x, body.y - mine.y), default=None)


def bolt(ctx: Context, model_id: str, threat: Body) -> None:
    """Run 2D6 inches straight away from a threat, without leaving the table. Rule: MV-FLEE-02"""
    mine = body_of(ctx.game, ctx.state, model_id)
    x, y = mine.x - threat.x, mine.y - threat.y
    far = hypot(x, y) or 1.0
    table = ctx.game.table
    goal = (
        min(max(round(mine.x + x * FAR / far), mine.radius), table.width - mine.radius),
        min(max(round(mine.y + y * FAR / far), mine.radius), table.length - mine.radius),
    )
    ctx.note("bolts", model_id)
    run_length(ctx, model_id, 100 * ctx.sum_of("flee", model_id, 2, rule="MV-FLEE-01").total, goal)


@on("dares", MULE)
def bolts_from_charge(ctx: Context, model_id: str, charger: str, target: str) -> bool:
    """A mule that is charged bolts straight away from the charger, who charges as far as possible."""
    model = ctx.model(model_id)
    if model_id == target and not model.gone and not model.engaged and model.posture == STANDING:
        bolt(ctx, model_id, body_of(ctx.game, ctx.state, charger))
    return True
