"""Artillery and scatter dice, read off a plain D6. Rules: DICE-ART-01, DICE-SCAT-01

No weapon of the four rulesets throws them; they stand ready for scenarios and packs that do, in the edition that has
them (`ctx.rules.special_dice`).
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.flow import Context

MISFIRE = 0
"""What an artillery die shows instead of a number; what follows is the weapon's business."""
_TOWARDS = {1: (0, 1), 2: (1, 0), 3: (0, -1), 4: (-1, 0)}
"""Top, right, bottom, left of the battlefield as it is stored."""


def artillery(ctx: Context, model_id: str) -> int:
    """2, 4, 6, 8 or 10 inches, or MISFIRE. Raises IllegalAction where the edition has no such die. Rule: DICE-ART-01"""
    _demand(ctx, "DICE-ART-01")
    face = ctx.roll("die", model_id, rule="DICE-ART-01", about="artillery").total
    if face == 6:
        ctx.note("misfire", model_id, rule="DICE-ART-01")
        return MISFIRE
    return 2 * face


def scatter(ctx: Context, model_id: str, x: int, y: int, far: int) -> tuple[int, int, bool]:
    """Where a point (hundredths of an inch) lands that scatters `far`: x, y, and whether it hit directly.

    Raises IllegalAction where the edition has no such die. Rule: DICE-SCAT-01
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
        raise IllegalAction("no_such_die", "These rules know neither artillery nor scatter dice.", rule)
