"""Why a charge fails, for the battle log. Rules: MV-CHG-04, MV-CHG-05, MV-CHG-08, PSY-FEAR-02"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.commands import Segment
from battles.engine.flow import Context
from battles.engine.state import SEARCH_FAILED
from battles.engine.steps.charge import routes
from battles.engine.steps.movement.track_cuts import plan_length
from battles.engine.steps.movement.tracks import Track

TENTH = 10
"""A tenth of an inch, in hundredths. The log states how far a charge falls short in tenths, rounded up."""


def note_status(ctx: Context, model_id: str, target: str, status: str) -> None:
    """Note for the log why a charge fails before it is measured, by its status (see `declarations`).

    Rules: MV-CHG-04, PSY-FEAR-02, TR-ARC-BREWHOUSE-01
    """
    if status == "afraid":
        ctx.note("charge_not_dared", model_id, target, rule="PSY-FEAR-02")
    elif status == "search_failed" or ctx.model(model_id).flags & SEARCH_FAILED:
        ctx.note("charge_target_unseen", model_id, target, rule="MV-CHG-04")
    else:
        ctx.note("charge_kept_back", model_id, target, rule="TR-ARC-BREWHOUSE-01")


def note_shortfall(
    ctx: Context, model_id: str, targets: Sequence[str], path: Sequence[Segment], route: Track | None, reach: int
) -> None:
    """Note for the log by how much a charge is too short, and whether the distance or the ground is the reason.

    `route` is the path to contact, None if no path is short enough. `reach` is a longer charge that a die gave, or 0.
    Rule: MV-CHG-08
    """
    if route is None:
        route = routes.path_to_contact(ctx.game, ctx.state, model_id, targets, path)
    budget = reach or routes.charge_budget(ctx.game, ctx.state, model_id, route)
    if route is None:
        ctx.note("charge_has_no_path", model_id, targets[0], rule="MV-CHG-08")
    elif route.cost <= budget:
        ctx.note("charge_fails", model_id, targets[0], rule="MV-CHG-08")
    else:
        code = "charge_too_far" if plan_length(route) > budget else "charge_slowed"
        ctx.note(code, model_id, targets[0], _inches(route.cost - budget), rule="MV-CHG-08")


def _inches(hundredths: int) -> str:
    """A distance as text, rounded up: "0.1" for one hundredth of an inch, "3" for three inches."""
    return f"{-(-hundredths // TENTH) / TENTH:g}"
