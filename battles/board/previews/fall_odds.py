"""Exact odds of the harm of a fall, shown before the player commits to the climb or jump."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from django.utils.translation import gettext as _

from battles.board.previews.attack_odds import percent
from battles.engine.dice import d3
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.attack_odds import outcomes
from battles.engine.state import COMBAT_FLAGS, BattleState, Miniature
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.movement.heights.falling import lands_safely, strength_of_fall
from battles.engine.table.movement.paths import Check

FALLS = {"climb_down": "climb", "rope_down": "climb", "jump_down": "jump", "gap": "gap", "gap_landing": "gap_landing"}
"""Tests whose failure means a fall, with the reason of the fall in the rules. After failing other tests the model stays
at the bottom."""
_KEPT = 256
_cache: OrderedDict[tuple[int, str, Miniature, int, str], tuple[Game, Fall]] = OrderedDict()
_lock = Lock()


class Fall(NamedTuple):
    """Probabilities of the results of a fall."""

    hurt: float
    """Probability that the model loses at least one Wound or is knocked down."""
    out: float


def odds_of_fall(game: Game, state: BattleState, model_id: str, height: int, why: str) -> Fall:
    """Exact odds of the results of a fall from `height` (hundredths of an inch). Rules: MV-FALL-01, MV-FALL-02"""
    model = state.models[model_id]
    key = (id(game), model_id, model, height, why)
    with _lock:
        if key in _cache and _cache[key][0] is game:
            _cache.move_to_end(key)
            return _cache[key][1]
    fall = _worked_out(game, state, model_id, height, why)
    with _lock:
        _cache[key] = (game, fall)
        while len(_cache) > _KEPT:
            _cache.popitem(last=False)
    return fall


def _worked_out(game: Game, state: BattleState, model_id: str, height: int, why: str) -> Fall:
    strength = strength_of_fall(height)
    before = state.models[model_id]

    def question(ctx: Context) -> tuple[bool, bool]:
        if strength and not lands_safely(ctx, model_id, height, why):
            hits = d3(ctx.roll("count", model_id, rule="MV-FALL-01", bands=(1, 3, 5)).total)
            hit_automatically(ctx, model_id, strength, hits, how="fall", armour=False, may_slip=False)
        after = ctx.model(model_id)
        return after.wounds < before.wounds or after.posture > before.posture, bool(after.gone)

    found = outcomes(game, state, question, indifferent=COMBAT_FLAGS)
    hurt = sum(chance for (is_hurt, is_out), chance in found.items() if is_hurt or is_out)
    return Fall(hurt, sum(chance for (_hurt, is_out), chance in found.items() if is_out))


def words_of_fall(game: Game, state: BattleState, model_id: str, check: Check) -> str:
    """What happens if a test is failed, as text; "" if the model only stays at the bottom."""
    why = FALLS.get(check.kind)
    if why is None:
        return ""
    fall = odds_of_fall(game, state, model_id, check.height, why)
    if fall.hurt <= 1e-12:
        return _("a fall of %(inches).1f inches, unhurt") % {"inches": check.height / 100}
    return _("a fall of %(inches).1f inches: hurt %(hurt)s, out of action %(out)s") % {
        "inches": check.height / 100,
        "hurt": percent(fall.hurt),
        "out": percent(fall.out),
    }
