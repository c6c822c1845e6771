"""The magic phase, and the spells that a model may cast in the phase for spells.

Rules: MAG-PHASE-01, MAG-WHO-01, MAG-PLAGUE-01, TR-ARC-WIZTOWER-01

The spells are in `spells/`; `spellbook.SPELLS` lists them by code. A caster casts one spell a turn.
"""

from __future__ import annotations

from battles.engine.commands import Cast, Command, EndStep
from battles.engine.errors import IllegalAction
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.sentences import say
from battles.engine.state import (
    CAST,
    FAILED_CHARGE,
    FELL,
    FLEEING,
    MOVED,
    RALLIED,
    RAN,
    SEARCH_FAILED,
    STANDING,
    STUPID,
    BattleState,
    Frame,
)
from battles.engine.steps.magic.casting import cast, may_try_again
from battles.engine.steps.magic.spell_parts import FLIGHT, check_landing
from battles.engine.steps.magic.spellbook import LISTS, LOREMASTERS, SPELLS, Spell, remembered
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.turn import ending
from battles.engine.table.vectors import within
from battles.engine.traits import Flag

__all__ = ["SPELLS", "MagicStep", "cast", "casts_by", "casts_of", "check_cast", "check_may_cast"]

UNIT_CASTER = Flag("casts_as_a_unit")
NO_ARMOUR, IN_ARMOUR = Flag("no_armour_while_casting"), Flag("cast_in_armour")
"""Traits of casters who cannot cast in armour, and of those who can. Rule: MAG-WHO-01"""
UNIT_LINK, UNIT_SIZE = 200, 5


def check_may_cast(game: Game, state: BattleState, model_id: str) -> None:
    """Raise IllegalAction unless the model is able to cast now. Rule: MAG-WHO-01"""
    model, fighter, rules, name = state.models[model_id], game.fighters[model_id], game.rules, game.name(model_id)
    if not fighter.spells or (UNIT_CASTER.of(fighter) and not caster_level(game, state, model_id)):
        raise IllegalAction("no_spells", say("{name} knows no spells.", name=name), "MAG-WHO-01")
    if model.gone or model.posture != STANDING:
        raise IllegalAction("down", say("{name} is down and cannot cast.", name=name), "MAG-WHO-01")
    barred = [
        (FLEEING, True, "is fleeing"),
        (STUPID, True, "is affected by stupidity"),
        (CAST, True, "has cast a spell already"),
        (FAILED_CHARGE | SEARCH_FAILED, not rules.failed_charge_may_cast, "failed a charge this turn"),
        (RALLIED, not rules.rallied_may_cast, "has just rallied"),
        (FELL, not rules.fallen_may_cast, "fell this turn"),
    ]
    for bits, counts, words in barred:
        if bits == CAST and may_try_again(game, state, model_id):
            continue
        if counts and model.flags & bits:
            raise IllegalAction(
                "cannot_cast", say("{name} {words} and cannot cast.", name=name, words=words), "MAG-WHO-01"
            )
    armoured = fighter.armour < 7 or fighter.shield
    if armoured and NO_ARMOUR.of(fighter) and not IN_ARMOUR.of(fighter):
        raise IllegalAction("in_armour", say("{name} cannot cast in armour.", name=name), "MAG-WHO-01")


def known_spells(game: Game, state: BattleState, model_id: str) -> tuple[str, ...]:
    """Codes of the spells that a model may cast now: its own, or all of their lists for a model with mastery of lore.

    Rules: TR-ARC-WIZTOWER-01, TR-PACK-04
    """
    only = remembered(state, model_id)
    if only is not None:
        return only
    own = game.fighters[model_id].spells
    if any(effect.code in LOREMASTERS for effect in state.models[model_id].effects):
        return tuple(dict.fromkeys((*own, *(code for spell in own for code in list_of(spell)))))
    return own


def list_of(spell: str) -> tuple[str, ...]:
    """All spells of the list that contains this spell."""
    return next((codes for codes in LISTS.values() if spell in codes), (spell,))


def casts_of(game: Game, state: BattleState, side: str) -> list[Command]:
    """Every spell that a side may cast now, with its targets."""
    return [command for model_id in on_table(state, side) for command in casts_by(game, state, model_id)]


def casts_by(game: Game, state: BattleState, model_id: str) -> list[Command]:
    """Every spell that one model may cast now, with its targets."""
    try:
        check_may_cast(game, state, model_id)
    except IllegalAction:
        return []
    found: list[Command] = []
    for code in spells_left(game, state, model_id):
        known = SPELLS[code]
        found.extend(Cast(model_id, code, targets) for targets in known.targets(game, state, model_id, known))
    return found


def spells_left(game: Game, state: BattleState, model_id: str) -> list[str]:
    """Codes of a model's spells that may still be cast now."""
    codes = known_spells(game, state, model_id)
    return [code for code in codes if (known := SPELLS.get(code)) is not None and _is_left(state, model_id, known)]


def _is_left(state: BattleState, model_id: str, known: Spell) -> bool:
    model = state.models[model_id]
    if (model.engaged and not known.from_combat) or (known.before_moving and model.flags & (MOVED | RAN)):
        return False
    return not known.once or all(code != f"cast:{known.code}" for code, _ in model.used)


def check_cast(game: Game, state: BattleState, side: str, command: Cast) -> None:
    """Raise IllegalAction unless the spell may be cast at these targets now."""
    if command.who not in game.fighters or command.who[0] != side:
        raise IllegalAction("not_yours", "This warrior is not yours.", "MAG-WHO-01")
    check_may_cast(game, state, command.who)
    known = SPELLS.get(command.spell)
    if known is None or command.spell not in known_spells(game, state, command.who):
        raise IllegalAction(
            "unknown_spell", say("{who} does not know that spell.", who=game.name(command.who)), "MAG-WHO-01"
        )
    if not _is_left(state, command.who, known):
        raise IllegalAction("not_now", say("{name} cannot be cast now.", name=known.name), "MAG-WHO-01")
    if known.places and not command.targets:
        spot = check_landing(game, state, command.who, command.x, command.y, known.reach or FLIGHT)
        mine = body_of(game, state, command.who)
        ends = (mine, mine.at(spot.x, spot.y, spot.z))
        if known.fits is not None and not all(known.fits(game, end) for end in ends):
            raise IllegalAction("no_such_target", say("{name} cannot be cast there.", name=known.name), "MAG-UNIT-01")
        return
    if tuple(command.targets) not in known.targets(game, state, command.who, known):
        raise IllegalAction("no_such_target", say("{name} cannot be cast there.", name=known.name), "MAG-UNIT-01")


def caster_level(game: Game, state: BattleState, model_id: str) -> int:
    """1 for a model that casts as a unit, if five of its kind form a chain with gaps of at most 2 inches; otherwise 0.

    Rule: MAG-PLAGUE-01
    """
    if not game.rules.hr_plague_units or not UNIT_CASTER.of(game.fighters[model_id]):
        return 0
    chain = [model_id]
    for link in chain:
        body = body_of(game, state, link)
        chain.extend(
            other
            for other in on_table(state, model_id[0])
            if other not in chain
            and UNIT_CASTER.of(game.fighters[other])
            and within(body, body_of(game, state, other), UNIT_LINK)
        )
    return 1 if len(chain) >= UNIT_SIZE else 0


class MagicStep(Step):
    """The magic phase of rulesets that have one."""

    kind = "magic"

    def enter(self, ctx: Context, frame: Frame) -> None:
        if frame.stage == "close":
            ctx.pop()
        elif casts_of(ctx.game, ctx.state, ctx.state.active):
            ctx.replace(stage="act")
            ending.await_command(ctx, ctx.state.active)
        else:
            if frame.stage == "start":
                ctx.note("nobody_casts")
            ctx.pop()

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        return [EndStep(), *casts_of(game, state, side)]

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if isinstance(command, EndStep):
            return
        if not isinstance(command, Cast):
            raise IllegalAction("casting_now", "Cast a spell, or end the phase.", "MAG-PHASE-01")
        check_cast(game, state, side, command)

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        ctx.replace(owner="")
        if isinstance(command, Cast):
            cast(ctx, command)
        else:
            ctx.replace(stage="close")


register(MagicStep())
