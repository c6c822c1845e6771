"""What chargers do before they move: search for hidden targets and take fear tests.

Rules: MV-CHG-04, MV-CHG-05, MV-CHG-17
"""

from __future__ import annotations

from collections.abc import Sequence

from battles.engine.flow import Context
from battles.engine.state import SEARCH_FAILED
from battles.engine.steps.charge import routes
from battles.engine.steps.charge.declarations import Record
from battles.engine.steps.models.bodies import is_hidden
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.nerve import fear
from battles.engine.table.vectors import Spot
from battles.engine.terrain.pieces import brewhouse, idols


def search_targets(ctx: Context, declared: Sequence[Record]) -> list[Record]:
    """Try to detect the unseen targets in declaration order. Rules: MV-CHG-04, MV-CHG-05, TR-ARC-BREWHOUSE-01"""
    done: list[Record] = []
    for record in declared:
        model_id, target = record["who"], record["search"]
        if not _passes_leaving_test(ctx, record):
            done.append({**record, "status": "void"})
            continue
        if target:
            rule = "MV-CHG-05" if is_hidden(ctx.state.models[target]) else "MV-CHG-04"
            if not hiding_rules.search(ctx, model_id, target, rule) and not (
                idols.use_idol_reroll(ctx, model_id) and hiding_rules.search(ctx, model_id, target, "TR-MON-IDOL-01")
            ):
                ctx.flag(model_id, on=SEARCH_FAILED, why="search")
                failed = "search_failed" if ctx.rules.failed_charge_advance else "void"
                done.append({**record, "status": failed})
                continue
        done.append(record)
    return done


def _passes_leaving_test(ctx: Context, record: Record) -> bool:
    """Test for a dwarf near a brewhouse whose charge leads away from it. Rule: TR-ARC-BREWHOUSE-01"""
    model_id, targets = record["who"], record["targets"]
    if not ctx.rules.terrain_pack or any(ctx.state.models[target].gone for target in targets):
        return True
    enemy = ctx.state.models[targets[0]]
    if not brewhouse.leaves(ctx.game, ctx.state, model_id, Spot(enemy.x, enemy.y, enemy.z)):
        return True
    path = [(kind, x, y, z) for kind, x, y, z in record["path"]]
    track = routes.route_to(ctx.game, ctx.state, model_id, targets, path)
    return track is None or brewhouse.passes_leaving_test(ctx, model_id, track.end)


def test_fear(ctx: Context, declared: Sequence[Record]) -> list[Record]:
    """Models that fear their target take a test, in declaration order. Rules: MV-CHG-17, PSY-FEAR-02"""
    done: list[Record] = []
    for record in declared:
        if not record["status"] and not all(
            fear.dares_to_charge(ctx, record["who"], target)
            or (idols.use_idol_reroll(ctx, record["who"]) and fear.dares_to_charge(ctx, record["who"], target))
            for target in record["targets"]
        ):
            done.append({**record, "status": "afraid"})
            continue
        done.append(record)
    return done
