"""Casting: who may cast, the roll, and what keeps a spell off.

Rules: MAG-PHASE-01, MAG-WHO-01, MAG-UNIT-01, MAG-PLAGUE-01

Spells live in `spells/`, one function each; `SPELLS` knows them by code. A caster casts one spell a turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from battles.engine.commands import Cast, Command, EndStep
from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Modifier, Rolled, Used
from battles.engine.flow import Context, Step, register
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.state import (
    CAST,
    FAILED_CHARGE,
    FELL,
    FLEEING,
    RALLIED,
    SEARCH_FAILED,
    STANDING,
    STUPID,
    BattleState,
    Frame,
)
from battles.engine.state import Effect as StateEffect
from battles.engine.steps import ending, hiding
from battles.engine.steps.bodies import body_of, enemies_of, on_table
from battles.engine.steps.injuries import take_out
from battles.engine.steps.psychology import is_friend
from battles.engine.steps.values import characteristic
from battles.engine.steps.watching import sees
from battles.engine.table.vectors import distance, within
from battles.engine.terrain import blood_forest
from battles.engine.terrain.garrisons import bodies_between, near
from battles.engine.words import say

UNIT_CASTER = "casts_as_a_unit"
"""Trait of models that cast only together. Rule: MAG-PLAGUE-01"""
RUINS_TRIED = "ruins:tried"
"""Effect of a caster that has used the second try of this turn. Rule: TR-MON-RUINS-01"""
UNIT_LINK, UNIT_SIZE = 200, 5


@dataclass(slots=True)
class Casting:
    """A spell being cast; the `spell` hook of the caster may change the bonus, that of a target may stop it."""

    who: str
    spell: Spell
    targets: tuple[str, ...]
    x: int = 0
    y: int = 0
    bonus: int = 0
    mods: list[Modifier] = field(default_factory=list)
    stopped: bool = False
    best: int = 0
    """The higher die of the last roll to cast."""


Effect = Callable[[Context, Casting], None]
Targets = Callable[[Game, BattleState, str, "Spell"], list[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Spell:
    """One spell or prayer."""

    code: str
    name: str
    difficulty: int
    """On 2D6; 0 needs no roll."""
    targets: Targets
    """The choices of targets that are legal now; one empty choice for spells without target."""
    effect: Effect
    reach: int = 0
    """Hundredths of an inch."""
    is_prayer: bool = False
    once: bool = False
    direct_damage: bool = False
    from_combat: bool = True
    """May be cast while engaged."""
    places: bool = False
    """May be cast at a point instead of a target: a flight."""


SPELLS: dict[str, Spell] = {}
LISTS: dict[str, tuple[str, ...]] = {
    "lesser": (
        "fires_of_uzhul", "flight_of_zimmeran", "dread_of_aramar", "silver_arrows_of_arha", "luck_of_shemtek",
        "sword_of_rezhebel",
    ),
    "necromancy": (
        "lifestealer", "re_animation", "death_vision", "spell_of_doom", "call_of_vanhel",
    ),
    "chaos": (
        "vision_of_torment", "eye_of_god", "dark_blood", "lure_of_chaos", "wings_of_darkness", "word_of_pain",
    ),
    "horned_rat": (
        "warpfire", "gnawdoom", "black_fury", "eye_of_the_warp", "sorcerers_curse",
    ),
}  # fmt: skip
"""The lists of wizards; prayers are no spells. Rule: TR-ARC-WIZTOWER-01"""
LOREMASTERS = frozenset({"tower:loremaster", "sphynx:loremaster"})


def spell(code: str, name: str, difficulty: int, targets: Targets, **about: Any) -> Callable[[Effect], Effect]:
    """Decorator: make a spell known."""

    def known(effect: Effect) -> Effect:
        SPELLS[code] = Spell(code, name, difficulty, targets, effect, **about)
        return effect

    return known


# -- targets ---------------------------------------------------------------------------------------------------------


def no_target(game: Game, state: BattleState, who: str, spell: Spell) -> list[tuple[str, ...]]:
    """The spell works on the caster or on everybody around."""
    return [()]


def one_enemy(game: Game, state: BattleState, who: str, spell: Spell) -> list[tuple[str, ...]]:
    """Any enemy in range and sight."""
    return [
        (other,)
        for other in enemies_of(game, state, who)
        if near(game, state, who, other, spell.reach) and sees(game, state, who, other)
    ]


def one_model(game: Game, state: BattleState, who: str, spell: Spell) -> list[tuple[str, ...]]:
    """Anybody in range and sight, the caster too."""
    return [
        (other,)
        for other in on_table(state)
        if other == who or (near(game, state, who, other, spell.reach) and sees(game, state, who, other))
    ]


def other_model(game: Game, state: BattleState, who: str, spell: Spell) -> list[tuple[str, ...]]:
    """Anybody else in range and sight."""
    return [choice for choice in one_model(game, state, who, spell) if choice != (who,)]


def closest_enemy(game: Game, state: BattleState, who: str, spell: Spell) -> list[tuple[str, ...]]:
    """The nearest enemies in range and sight: a choice only when they are equally near."""
    rows = [
        (distance(*bodies_between(game, state, who, choice[0])), choice)
        for choice in one_enemy(game, state, who, spell)
    ]
    least = min((far for far, _ in rows), default=0.0)
    return [choice for far, choice in rows if far <= least + 1e-6]


def enemy_in_contact(game: Game, state: BattleState, who: str, spell: Spell) -> list[tuple[str, ...]]:
    """Castable while somebody stands in contact."""
    return [()] if any(state.models[other].posture == STANDING for other in state.models[who].engaged) else []


# -- who may cast ------------------------------------------------------------------------------------------------------


def check_may_cast(game: Game, state: BattleState, who: str) -> None:
    """Raise IllegalAction unless the model is able to cast now. Rule: MAG-WHO-01"""
    model, fighter, rules, name = state.models[who], game.fighters[who], game.rules, game.name(who)
    if not fighter.spells or (fighter.has_skill(UNIT_CASTER) and not caster_level(game, state, who)):
        raise IllegalAction("no_spells", say("{name} knows no spells.", name=name), "MAG-WHO-01")
    if model.gone or model.posture != STANDING:
        raise IllegalAction("down", say("{name} is in no state to cast.", name=name), "MAG-WHO-01")
    barred = [
        (FLEEING, True, "is running away"),
        (STUPID, True, "does not know what to do"),
        (CAST, True, "has cast a spell already"),
        (FAILED_CHARGE | SEARCH_FAILED, not rules.failed_charge_may_cast, "charged in vain this turn"),
        (RALLIED, not rules.rallied_may_cast, "has only just rallied"),
        (FELL, not rules.fallen_may_cast, "fell this turn"),
    ]
    for bits, counts, words in barred:
        if counts and model.flags & bits:
            raise IllegalAction(
                "cannot_cast", say("{name} {words} and cannot cast.", name=name, words=words), "MAG-WHO-01"
            )
    armoured = fighter.armour < 7 or fighter.shield
    if armoured and fighter.has_skill("no_armour_while_casting") and not fighter.has_skill("cast_in_armour"):
        raise IllegalAction("in_armour", say("{name} cannot cast in armour.", name=name), "MAG-WHO-01")


def known_spells(game: Game, state: BattleState, who: str) -> tuple[str, ...]:
    """The spells a model may cast now: its own, and all of their lists for a master of lore.

    Rules: TR-ARC-WIZTOWER-01, TR-PACK-04
    """
    own = game.fighters[who].spells
    if any(effect.code in LOREMASTERS for effect in state.models[who].effects):
        return tuple(dict.fromkeys((*own, *(code for spell in own for code in list_of(spell)))))
    return own


def list_of(spell: str) -> tuple[str, ...]:
    """All spells of the list a spell belongs to, itself included."""
    return next((codes for codes in LISTS.values() if spell in codes), (spell,))


def casts_of(game: Game, state: BattleState, side: str) -> list[Command]:
    """Every spell that a side may cast now, with its targets."""
    found: list[Command] = []
    for who in on_table(state, side):
        try:
            check_may_cast(game, state, who)
        except IllegalAction:
            continue
        for code in known_spells(game, state, who):
            known = SPELLS.get(code)
            if known is not None and _is_left(state, who, known):
                found.extend(Cast(who, code, targets) for targets in known.targets(game, state, who, known))
    return found


def _is_left(state: BattleState, who: str, known: Spell) -> bool:
    model = state.models[who]
    if model.engaged and not known.from_combat:
        return False
    return not known.once or all(code != f"cast:{known.code}" for code, _ in model.used)


def check_cast(game: Game, state: BattleState, side: str, command: Cast) -> None:
    """Raise IllegalAction unless the spell may be cast at these targets now."""
    if command.who not in game.fighters or command.who[0] != side:
        raise IllegalAction("not_yours", "That warrior is not yours.", "MAG-WHO-01")
    check_may_cast(game, state, command.who)
    known = SPELLS.get(command.spell)
    if known is None or command.spell not in known_spells(game, state, command.who):
        raise IllegalAction(
            "unknown_spell", say("{who} does not know that spell.", who=game.name(command.who)), "MAG-WHO-01"
        )
    if not _is_left(state, command.who, known):
        raise IllegalAction("not_now", say("{name} cannot be cast now.", name=known.name), "MAG-WHO-01")
    if known.places and not command.targets:
        from battles.engine.spells.helping import check_landing

        check_landing(game, state, command.who, command.x, command.y)
        return
    if tuple(command.targets) not in known.targets(game, state, command.who, known):
        raise IllegalAction("no_such_target", say("{name} cannot be cast there.", name=known.name), "MAG-UNIT-01")


# -- casting -----------------------------------------------------------------------------------------------------------


def cast(ctx: Context, command: Cast) -> None:
    """Roll to cast; a spell that works and is not warded off takes effect. Casting ends hiding, hit or miss."""
    who = command.who
    known = SPELLS[command.spell]
    ctx.flag(who, on=CAST, why="casts")
    hiding.reveal(ctx, who, "cast")
    if known.once:
        ctx.emit(Used(who, f"cast:{known.code}"))
    casting = Casting(who, known, tuple(command.targets), command.x, command.y)
    ctx.note("casts", who, casting.targets[0] if casting.targets else "", known.name)
    for function, parameters in listeners(ctx.fighter(who).hooks, ctx.model(who).effects, "spell"):
        function(ctx, who, casting, **parameters)
    for target in casting.targets:
        for function, parameters in listeners(ctx.fighter(target).hooks, ctx.model(target).effects, "spell_aimed"):
            function(ctx.game, ctx.state, target, casting, **parameters)
    if known.difficulty and not (_roll(ctx, casting) or _second_try(ctx, casting)):
        ctx.note("spell_fails", who, detail=known.name)
        return
    woods = blood_forest.roused(ctx.game, ctx.state, (who, *casting.targets))
    _take_effect(ctx, command, casting)
    blood_forest.feed(ctx, woods)


def _take_effect(ctx: Context, command: Cast, casting: Casting) -> None:
    """A spell that was cast reaches whom it can and does what it does."""
    who, known = casting.who, casting.spell
    if casting.targets and ctx.rules.spell_unit_radius and known.direct_damage:
        casting.targets = unit_of(ctx.game, ctx.state, casting.targets[0], who)
    casting.targets = tuple(target for target in casting.targets if reaches(ctx, casting, target))
    if command.targets and not casting.targets:
        return
    known.effect(ctx, casting)
    wither(ctx)


def wither(ctx: Context) -> None:
    """Models brought to Strength or Toughness 0 leave play, where the ruleset says so. Rule: CHAR-ZEROST-01"""
    if not ctx.rules.zero_strength_kills:
        return
    for who in list(on_table(ctx.state)):
        if ctx.model(who).effects and any(
            characteristic(ctx.game, ctx.state, who, name) == 0 for name in ("strength", "toughness")
        ):
            take_out(ctx, who)


def caster_level(game: Game, state: BattleState, who: str) -> int:
    """1 for a model whose kind casts as a unit when five of them stand in a chain of 2 inches, else 0.

    Rule: MAG-PLAGUE-01
    """
    if not game.rules.hr_plague_units or not game.fighters[who].has_skill(UNIT_CASTER):
        return 0
    chain = [who]
    for one in chain:
        body = body_of(game, state, one)
        chain.extend(
            other
            for other in on_table(state, who[0])
            if other not in chain
            and game.fighters[other].has_skill(UNIT_CASTER)
            and within(body, body_of(game, state, other), UNIT_LINK)
        )
    return 1 if len(chain) >= UNIT_SIZE else 0


def reaches(ctx: Context, casting: Casting, target: str) -> bool:
    """Does the spell get past the target's own protection?"""
    if target == casting.who or casting.stopped:
        return not casting.stopped
    casting_before = casting.stopped
    kept = False
    for function, parameters in listeners(ctx.fighter(target).hooks, ctx.model(target).effects, "spell"):
        kept = bool(function(ctx, target, casting, **parameters)) or kept
    if kept:
        ctx.note("spell_warded", target, casting.who, casting.spell.name)
    return not kept and casting.stopped == casting_before


def _roll(ctx: Context, casting: Casting, kept: int = 0) -> bool:
    """Roll to cast; `kept` is the face of a die that stays, 0 for none."""
    rolled = (ctx.dice.face("cast"),) if kept else (ctx.dice.face("cast"), ctx.dice.face("cast"))
    mods = (*casting.mods, Modifier("kept", kept)) if kept else tuple(casting.mods)
    need = casting.spell.difficulty
    passed = sum(rolled) + kept + casting.bonus >= need
    casting.best = max(*rolled, kept)
    ctx.emit(Rolled("cast", casting.who, rolled, need, passed, mods, rule="MAG-WHO-01"))
    return passed


def _second_try(ctx: Context, casting: Casting) -> bool:
    """One failed casting roll a turn is rolled again with help, or beside arcane ruins.

    A familiar lets both dice be rolled again, a clear mind the lower; some helpers work on a die only.
    Rules: MAG-WHO-01, TR-MON-RUINS-01, TR-PACK-02
    """
    for code, about in ctx.fighter(casting.who).skills:
        if code == "reroll_cast":
            needs = int(about.get("needs", 0))
            if not needs or ctx.roll("die", casting.who, need=needs).passed:
                ctx.note("rerolled", casting.who, detail=casting.spell.name, rule="DICE-REROLL-01")
                if _roll(ctx, casting, casting.best if about.get("one_die") else 0):
                    return True
    codes = {effect.code for effect in ctx.model(casting.who).effects}
    if "terrain:second_try" not in codes or RUINS_TRIED in codes:
        return False
    ctx.emit(EffectAdded(casting.who, StateEffect(RUINS_TRIED, 0, ctx.state.turn_number + 1, casting.who[0])))
    ctx.note("rerolled", casting.who, detail=casting.spell.name, rule="TR-MON-RUINS-01")
    return _roll(ctx, casting)


def unit_of(game: Game, state: BattleState, target: str, who: str) -> tuple[str, ...]:
    """The models that count as one unit with an enemy target: a chain of links of 2 inches. Rule: MAG-UNIT-01"""
    if is_friend(game, who, target) or target == who:
        return (target,)
    side = target[0]
    unit = [target]
    for one in unit:
        body = body_of(game, state, one)
        for other in on_table(state, side):
            if other not in unit and within(body, body_of(game, state, other), game.rules.spell_unit_radius):
                unit.append(other)
    return tuple(unit)


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
            raise IllegalAction("casting_now", "Now is the time to cast spells, or to end the phase.", "MAG-PHASE-01")
        check_cast(game, state, side, command)

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        ctx.replace(owner="")
        if isinstance(command, Cast):
            cast(ctx, command)
        else:
            ctx.replace(stage="close")


register(MagicStep())
