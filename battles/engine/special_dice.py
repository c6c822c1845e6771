"""Artillery and scatter dice, read off a plain D6. Rules: DICE-ART-01, DICE-SCAT-01

No weapon of the four rulesets uses them; scenarios and packs may, in rulesets that have these dice
(`ctx.rules.special_dice`).
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.flow import Context

MISFIRE = 0
"""The side of an artillery die that shows no number; the weapon decides what happens then."""
_TOWARDS = {1: (0, 1), 2: (1, 0), 3: (0, -1), 4: (-1, 0)}
"""The directions top, right, bottom and left of the table, as (x, y)."""


def artillery(ctx: Context, model_id: str) -> int:
    """Roll an artillery die: 2, 4, 6, 8 or 10 inches, or MISFIRE.

    Raises IllegalAction if the ruleset has no such die. Rule: DICE-ART-01
    """
    _demand(ctx, "DICE-ART-01")
    face = ctx.roll("die", model_id, rule="DICE-ART-01", about="artillery").total
    if face == 6:
        ctx.note("misfire", model_id, rule="DICE-ART-01")
        return MISFIRE
    return 2 * face


def scatter(ctx: Context, model_id: str, x: int, y: int, far: int) -> tuple[int, int, bool]:
    """Scatter a point (hundredths of an inch) by the distance `far`. Returns x, y and whether it was a direct hit.

    Raises IllegalAction if the ruleset has no such die. Rule: DICE-SCAT-01
    """
    _demand(ctx, "DICE-SCAT-01")
    face = ctx.roll("die", model_id, rule="DICE-SCAT-01", about="direction").total
    if face not in _TOWARDS:
        ctx.note("direct_hit", model_id, rule="DICE-SCAT-01")
        return x, y, True
    dx, dy = _TOWARDS[face]
    return x + dx * far, y + dy * far, False


def _demand(ctx: Context, rule: str) -> None:
    if not ctx.rules.special_dice:
        raise IllegalAction("no_such_die", "These rules have neither artillery nor scatter dice.", rule)
