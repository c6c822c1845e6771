"""Initiative tests of the movement phase: climbs, jumps, gaps, slips, searches. Rule: GM-TEST-01"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.events import EffectAdded, Modifier
from battles.engine.flow import Context
from battles.engine.hooks import listeners
from battles.engine.state import BattleState, Effect
from battles.engine.steps.models.characteristics import characteristic


class MoveTest(NamedTuple):
    """A test to be taken. The `climb` hook may return another one."""

    kind: str
    """Kind of test: "climb", "descend", "jump", "gap", "ladder", "rope", "slip", "search", "sight", "fall", "evade" or
    "flash".
    """
    value: int
    """The Initiative that is tested."""
    rule: str
    height: int = 0
    needed: bool = True
    """Whether dice are needed; otherwise the test passes."""
    rerolls: int = 0
    mods: tuple[Modifier, ...] = ()
    reroll_spends: str = ""
    """Code of an effect that marks the re-roll as used for this turn; "" for none."""


def next_turn(state: BattleState) -> tuple[int, str]:
    """When an effect that lasts for this turn ends, as (turn number, side)."""
    place = state.order.index(state.active) + 1
    if place == len(state.order):
        return state.turn_number + 1, state.order[0]
    return state.turn_number, state.order[place]


def initiative_test(ctx: Context, model_id: str, kind: str, rule: str, height: int = 0) -> bool:
    """Take one Initiative test. It passes if the roll is at most the Initiative and not a 6.

    Returns whether it passed. Rule: GM-TEST-01
    """
    test = MoveTest(kind, characteristic(ctx.game, ctx.state, model_id, "initiative"), rule, height)
    for function, parameters in listeners(ctx.fighters[model_id].hooks, ctx.state.models[model_id].effects, "climb"):
        test = function(ctx.game, ctx.state, model_id, test, **parameters)
    if not test.needed:
        ctx.note("no_test_needed", model_id, detail=kind, rule=rule)
        return True
    about = f"initiative:{kind}"
    passed = ctx.check("char", model_id, test.value, mods=test.mods, rule=rule, about=about).passed
    rerolls = test.rerolls
    while not passed and rerolls > 0:
        rerolls -= 1
        if test.reroll_spends:
            ctx.emit(EffectAdded(model_id, Effect(test.reroll_spends, 0, *next_turn(ctx.state))))
        ctx.note("rerolled", model_id, detail=kind, rule=rule)
        passed = ctx.check("char", model_id, test.value, mods=test.mods, rule=rule, about=about).passed
    return passed
