"""What may stop a charge after it is declared, with exact odds: an enemy to find first, fear, tests on the
way, another charger in the same room, a reach that may not be measured.
Rules: MV-CHG-04, MV-CHG-05, MV-CHG-08, MV-CHG-17, MV-MEAS-01, PSY-FEAR-02"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from battles.board.previews.attack_odds import percent
from battles.board.previews.risks import checks_on
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Charge
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context
from battles.engine.odds.branching_dice import outcomes
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import is_hidden
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.nerve import fear

STATES = 5_000
"""Ways the dice of one test may fall that are worked out."""


def charge_risks(engine: EngineBattle, charge: Charge, declared: Sequence[declarations.Record]) -> tuple[str, ...]:
    """Every reason why this charge may come to nothing, each a phrase; empty for a charge that only needs to be made.

    Raises nothing: a charge that is not legal has no risks.
    """
    game, state, model_id = engine.game, engine.state, charge.who
    try:
        search, track = declarations.check_charge(game, state, model_id[0], charge, declared)
    except IllegalAction:
        return ()
    found = []
    if search:
        chance = _chance(engine, lambda ctx: hiding_rules.search(ctx, model_id, search, "MV-CHG-04"))
        words = _("%(enemy)s is hidden: the charge fails unless an Initiative test finds it, %(odds)s")
        if not is_hidden(state.models[search]):
            words = _("%(enemy)s is out of sight: the charge fails unless an Initiative test finds it, %(odds)s")
        found.append(words % {"enemy": game.name(search), "odds": chance})
    for target in charge.targets:
        if _needs_nerve(engine, model_id, target):
            chance = _chance(engine, partial(fear.dares_to_charge, model_id=model_id, target=target))
            found.append(_("must dare to charge %(enemy)s, %(odds)s") % {"enemy": game.name(target), "odds": chance})
    if track is not None and track.checks:
        found += checks_on(engine, model_id, "charge", track)
    if not game.rules.measuring_is_free:
        found.append(_("the distance is not measured: the charge fails when it is too far"))
    for record in declared:
        for target in charge.targets:
            if target in record["targets"] and not record["status"]:
                names = {"who": game.name(record["who"]), "enemy": game.name(target)}
                found.append(_("%(who)s charges %(enemy)s first and may take the room") % names)
    return tuple(found)


def _needs_nerve(engine: EngineBattle, model_id: str, target: str) -> bool:
    game, state = engine.game, engine.state
    return bool(fear.fear_of(game, state, model_id, target)) or fear.is_warded_off(game, model_id, target)


def _chance(engine: EngineBattle, question: Callable[[Context], bool]) -> str:
    """The chance of a test by the engine's own code, its re-rolls included, or words when there are too many ways."""
    try:
        found = outcomes(engine.game, engine.state, question, budget=Budget(STATES))
    except OverBudget:
        return _("odds unknown")
    return percent(found.get(True, 0.0))
