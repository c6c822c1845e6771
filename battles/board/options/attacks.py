"""Actions to charge, shoot and search for one model, with scores and odds. Where players have to guess distances
(MV-MEAS-01), nothing here reveals a distance or the reach of a charge."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from battles.board.options.choices import label_of, plain_verbs, reason_against, refused_verb
from battles.board.options.types import ANY_TARGET, Option, Verb
from battles.board.previews import attack_odds
from battles.board.previews.charge_risks import charge_risks
from battles.board.text.commands import command_label
from battles.core.engine_text import translate
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Charge, Detect, Shoot
from battles.engine.steps.charge import declarations
from battles.engine.steps.models.bodies import enemies_of
from battles.engine.steps.shooting import permission
from battles.engine.steps.shooting.rate_of_fire import plan_of


def charging_verbs(engine: EngineBattle, side: str, model_id: str) -> list[Verb]:
    """Charges against every enemy that may be charged. Where measuring is allowed, other enemies are included with the
    reason why not. Rule: MV-CHG-01"""
    game, state = engine.game, engine.state
    declared = state.flow[-1].data["declared"]
    mine = next((record for record in declared if record["who"] == model_id), None)
    if mine is not None:
        names = _(" and ").join(game.name(target) for target in mine["targets"])
        return [
            Verb(
                code="charge", label=label_of("charge"), why=_("Has declared a charge at %(enemy)s.") % {"enemy": names}
            )
        ]
    refusal = reason_against(lambda: declarations.check_charger(game, state, side, model_id, declared))
    if refusal is not None:
        return [refused_verb("charge", refusal)]
    found = []
    for charge in declarations.offers_of(game, state, model_id, declared):
        names = _(" and ").join(game.name(target) for target in charge.targets)
        odds = attack_odds.of_blows(game, state, model_id, charge.targets[0])
        notes = [*charge_risks(engine, charge, declared), *([odds["says"]] if odds else [])]
        found.append(
            Option(
                label=_("Charge %(enemy)s") % {"enemy": names},
                command=commands.to_data(charge),
                note="; ".join(notes),
                is_final=False,
                target=charge.targets[0],
                odds=odds,
            )
        )
    if found:
        return [Verb(code="charge", label=label_of("charge"), options=tuple(found), probe=_probe_charge(model_id))]
    why = _why_no_charge(engine, side, model_id)
    return [Verb(code="charge", label=label_of("charge"), why=why, rule="MV-CHG-02", probe=_probe_charge(model_id))]


def _probe_charge(model_id: str) -> str:
    return json.dumps(commands.to_data(Charge(model_id, (ANY_TARGET,))))


def _why_no_charge(engine: EngineBattle, side: str, model_id: str) -> str:
    game, state = engine.game, engine.state
    for enemy in enemies_of(game, state, model_id):
        charge = Charge(model_id, (enemy,))
        refusal = reason_against(lambda charge=charge: declarations.check_charge(game, state, side, charge, ()))  # type: ignore[misc]
        if refusal is not None and refusal.code != "unseen":
            return translate(refusal.sentence)
    return _("%(who)s sees no enemy to charge.") % {"who": game.name(model_id)}


def shooting_verbs(engine: EngineBattle, side: str, model_id: str) -> list[Verb]:
    """Shots at valid targets with score and odds, and searches. Rules: SHOOT-WHO-01, SHOOT-CLOSE-01"""
    game, state = engine.game, engine.state
    mine = [command for command in engine.legal(side) if getattr(command, "who", "") == model_id]
    shots = [command for command in mine if isinstance(command, Shoot)]
    verbs = []
    if shots:
        made = tuple(_shot(engine, shot) for shot in shots)
        verbs.append(Verb(code="shoot", label=label_of("shoot"), options=made, probe=_probe_shot(engine, model_id)))
    else:
        refusal = reason_against(lambda: permission.check_may_shoot(game, state, model_id))
        armed = any(weapon.is_missile for weapon in game.fighters[model_id].weapons)
        why = translate(refusal.sentence) if refusal is not None else ""
        why = why or (
            _("%(who)s has no target in sight and range.") if armed else _("%(who)s has no missile weapon.")
        ) % {"who": game.name(model_id)}
        rule = refusal.rule if refusal is not None else "SHOOT-WHO-01"
        probe = _probe_shot(engine, model_id) if refusal is None else ""
        verbs.append(Verb(code="shoot", label=label_of("shoot"), why=why, rule=rule, probe=probe))
    searches = [command for command in mine if isinstance(command, Detect)]
    if searches:
        odds = attack_odds.percent(attack_odds.of_test(game, state, model_id))
        found = tuple(
            Option(
                label=_("Search for %(enemy)s") % {"enemy": game.name(search.target)},
                command=commands.to_data(search),
                note=_("Initiative test, %(odds)s") % {"odds": odds},
                is_final=True,
                target=search.target,
            )
            for search in searches
        )
        verbs.append(Verb(code="search", label=label_of("search"), options=found))
    rest = [command for command in mine if not isinstance(command, Shoot | Detect)]
    return verbs + plain_verbs(engine, rest)


def _probe_shot(engine: EngineBattle, model_id: str) -> str:
    """A shot with the first missile weapon that can be used, as JSON text with a placeholder for the target; "" without
    one."""
    game, state = engine.game, engine.state
    slots = [slot for slot, weapon in enumerate(game.fighters[model_id].weapons) if weapon.is_missile]
    slot = next(
        (slot for slot in slots if not plan_of(game, state, model_id, slot).refused), slots[0] if slots else None
    )
    return "" if slot is None else json.dumps(commands.to_data(Shoot(model_id, ANY_TARGET, slot)))


def _shot(engine: EngineBattle, shot: Shoot) -> Option:
    game, state = engine.game, engine.state
    names = {"enemy": game.name(shot.target)}
    if shot.weapon < 0:
        return Option(
            label=command_label(game, state, shot), command=commands.to_data(shot), is_final=True, target=shot.target
        )
    weapon = game.fighters[shot.who].weapons[shot.weapon]
    odds = attack_odds.of_shot(game, state, shot.who, shot.target, shot.weapon)
    return Option(
        label=_("Shoot %(enemy)s with the %(weapon)s") % {**names, "weapon": weapon.name.lower()},
        command=commands.to_data(shot),
        note=odds["says"],
        is_final=True,
        target=shot.target,
        odds=odds,
    )
