"""What may stop a charge after it is declared, with exact odds: an enemy that must be seen first, fear, tests on the
way, another charger who needs the same space, a distance that may not be measured. Rules: MV-CHG-04, MV-CHG-05,
MV-CHG-08, MV-CHG-17, MV-MEAS-01, PSY-FEAR-02"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.utils.translation import gettext as _

from battles.board.previews.attack_odds import percent
from battles.board.previews.risks import checks_on
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Charge
from battles.engine.errors import IllegalAction
from battles.engine.odds import charge_odds
from battles.engine.odds.budget import OverBudget
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import is_hidden


def charge_risks(engine: EngineBattle, charge: Charge, declared: Sequence[declarations.Record]) -> tuple[str, ...]:
    """Every reason why this charge may fail, as short phrases; empty if it cannot. A charge that is not legal has no
    reasons; nothing is raised."""
    game, state, model_id = engine.game, engine.state, charge.who
    try:
        search, track = declarations.check_charge(game, state, model_id[0], charge, declared)
    except IllegalAction:
        return ()
    found = []
    if search:
        chance = _odds(lambda: charge_odds.chance_to_find(game, state, model_id, search))
        words = _("%(enemy)s is hidden: the charge fails unless an Initiative test finds it, %(odds)s")
        if not is_hidden(state.models[search]):
            words = _("%(enemy)s is out of sight: the charge fails unless an Initiative test finds it, %(odds)s")
        found.append(words % {"enemy": game.name(search), "odds": chance})
    for target in charge.targets:
        if charge_odds.needs_nerve(game, state, model_id, target):
            chance = _odds(partial(charge_odds.chance_to_dare, game, state, model_id, target))
            found.append(
                _("needs the courage to charge %(enemy)s, %(odds)s") % {"enemy": game.name(target), "odds": chance}
            )
    if track is not None and track.checks:
        found += checks_on(engine, model_id, "charge", track)
    if not game.rules.measuring_is_free:
        found.append(_("the distance is not measured: the charge fails if it is too far"))
    for record in declared:
        for target in charge.targets:
            if target in record["targets"] and not record["status"]:
                names = {"who": game.name(record["who"]), "enemy": game.name(target)}
                found.append(_("%(who)s charges %(enemy)s first and may take up the space") % names)
    return tuple(found)


def _odds(work_out: Callable[[], float]) -> str:
    """The probability of passing a test as text. If it has too many outcomes to compute, a phrase without a number."""
    try:
        return percent(work_out())
    except OverBudget:
        return _("odds unknown")
