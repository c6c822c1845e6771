"""Shapes of vampires and wolf priests: beast, bat, swarm, mist. They are chosen at the start of the owner's turn.

Wounds, Initiative and Leadership stay the same unless the shape states otherwise. Armour, weapons, spells and shots
cannot be used. Rules: CHAR-PROFILE-01, TURN-REC-01
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from battles.engine.events import EffectAdded, EffectEnded, Modifier
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.profile import Weapon, weapon_from_data
from battles.engine.state import FLEEING, STANDING, BattleState, Effect
from battles.engine.steps.combat.strikers import Striker
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.injuries import Injury
from battles.engine.steps.harm.saves import NO_SAVE, Saves
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, spell
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.shooting.rate_of_fire import ShotPlan
from battles.engine.steps.turn.optional_choices import TURN_START, inner_offer, offer

NEVER = -99


class Shape(NamedTuple):
    """The changes that a shape makes to a model."""

    name: str
    profile: Mapping[str, int]
    flies: bool = False
    """Whether ground and walls do not slow the shape."""
    drifts: bool = False
    """Whether the shape is mist: rolled moves, no attacks, hit and wounded only on sixes, injury rolls 2 lower."""


SHAPES = {
    "bat_form": Shape(
        "a bat",
        {"movement": 8, "weapon_skill": 3, "ballistic_skill": 0, "strength": 3, "toughness": 2, "attacks": 1},
        flies=True,
    ),
    "giant_wolf_form": Shape(
        "a giant wolf",
        {"movement": 9, "weapon_skill": 4, "ballistic_skill": 0, "strength": 4, "toughness": 3, "attacks": 2},
    ),
    "ratswarm_form": Shape(
        "a swarm of rats",
        {"movement": 6, "weapon_skill": 3, "ballistic_skill": 0, "strength": 3, "toughness": 3, "attacks": 4},
    ),
    "mist_form": Shape("mist", {"movement": 7}, drifts=True),
    "call_of_ulric": Shape(
        "a wolf of Ulric",
        {
            "movement": 6, "weapon_skill": 4, "ballistic_skill": 0, "strength": 4, "toughness": 4, "initiative": 5,
            "attacks": 2, "leadership": 6,
        },
    ),
}  # fmt: skip
WORN = {code: f"as:{code}" for code in SHAPES}
"""Shapes with the code of the effect on a model in that shape."""
RETURNS = "back_to_own_shape"


def shape_of(state: BattleState, model_id: str) -> str:
    """The code of a model's current shape; "" for its own."""
    return next((code for code in SHAPES for effect in state.models[model_id].effects if effect.code == WORN[code]), "")


def _may_change(game: Game, state: BattleState, model_id: str) -> bool:
    return not state.models[model_id].flags & FLEEING


def _offer_shape(code: str) -> None:
    def options(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
        if shape_of(state, model_id) or not _may_change(game, state, model_id):
            return []
        return [Choice("take", f"{game.name(model_id)} becomes {SHAPES[code].name}", "take_shape", {"shape": code})]

    @offer(code, TURN_START, options, bots_take=False)
    def take(ctx: Context, model_id: str, key: str, **_: Any) -> None:
        become(ctx, model_id, code)


def become(ctx: Context, model_id: str, code: str) -> None:
    """Change into a shape and offer the choice to change back. The model drops its weapons."""
    ctx.emit(EffectAdded(model_id, Effect(WORN[code])))
    ctx.emit(EffectAdded(model_id, Effect(RETURNS)))
    ctx.note("takes_shape", model_id, detail=SHAPES[code].name)
    if SHAPES[code].drifts:
        drift(ctx, model_id)


def drift(ctx: Context, model_id: str) -> None:
    """Roll the distance that the mist moves this turn: 2D6 inches. Rule: MV-RAND-01"""
    far = ctx.sum_of("move", model_id).total
    ctx.emit(EffectAdded(model_id, Effect("drift", far, ctx.state.turn_number + 1, model_id[0])))


for _code in ("bat_form", "giant_wolf_form", "ratswarm_form", "mist_form"):
    _offer_shape(_code)


def _way_back(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    if not shape_of(state, model_id):
        return []
    return [Choice("back", f"{game.name(model_id)} returns to its own shape", "own_shape")]


inner_offer(RETURNS)


@offer(RETURNS, TURN_START, _way_back, bots_take=False)
def take_back(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Change back. For the wolf of Ulric this needs a Leadership test. Rule: CHAR-LD-01"""
    code = shape_of(ctx.state, model_id)
    if code == "call_of_ulric":
        value = characteristic(ctx.game, ctx.state, model_id, "leadership")
        if not ctx.sum_of("ld", model_id, at_most=value, rule="CHAR-LD-01").passed:
            return
    put_off(ctx, model_id)


def put_off(ctx: Context, model_id: str) -> None:
    """End a model's shape."""
    for effect in ctx.model(model_id).effects:
        if effect.code in WORN.values() or effect.code == RETURNS:
            ctx.emit(EffectEnded(model_id, effect.code))
    ctx.note("own_shape", model_id)


@cache
def _claws() -> Weapon:
    return weapon_from_data({"code": "natural", "name": "claws and teeth", "chart": "unarmed"})


def _wear(code: str, shape: Shape) -> None:
    worn = WORN[code]
    declare_inner(worn)

    @on("characteristic", worn)
    def changed(game: Game, state: BattleState, model_id: str, name: str, present: int, **_: Any) -> int:
        return shape.profile.get(name, present)

    @on("attacks", worn)
    def bites(game: Game, state: BattleState, model_id: str, striker: Striker, **_: Any) -> None:
        if striker.who == model_id:
            striker.weapons, striker.second_attacks = (_claws(),), 0
            striker.attacks = 0 if shape.drifts else striker.attacks
            striker.extra.clear()

    @on("shoot", worn)
    def has_no_hands(game: Game, state: BattleState, model_id: str, plan: ShotPlan, **_: Any) -> ShotPlan:
        return plan._replace(refused="cannot be used in this shape")

    @on("spell", worn)
    def has_no_words(ctx: Context, model_id: str, casting: Casting, **_: Any) -> bool:
        if casting.who == model_id:
            casting.bonus += NEVER
            casting.mods.append(Modifier("shape", NEVER))
        return False

    @on("save", worn)
    def leaves_armour(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
        if saves.attack.whom == model_id:
            saves.armour = NO_SAVE
            saves.modifiers.clear()

    if shape.flies or shape.drifts:

        @on("move", worn)
        def goes_over_all(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
            if shape.flies:
                return allowance._replace(anywhere=True, climbs=True, movement=max(allowance.movement, 10_000))
            drift = next((effect.value for effect in state.models[model_id].effects if effect.code == "drift"), 0)
            return allowance._replace(walk=100 * drift, run=0, charge=0, may_run=False, may_charge=False, ghostly=True)

    if shape.drifts:
        _mist(worn)


def _mist(worn: str) -> None:
    declare_inner("drift")

    @on("turn_start", worn)
    def drifts(ctx: Context, model_id: str, **_: Any) -> None:
        """Roll a new distance each turn. On the ground the model changes back."""
        if ctx.model(model_id).posture == STANDING:
            drift(ctx, model_id)
        else:
            put_off(ctx, model_id)

    @on("to_hit", worn)
    def thin(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
        """The mist is hit only on a natural 6."""
        if attack.whom == model_id and state.models[model_id].posture == STANDING:
            attack.hits_on, attack.automatic = 6, False

    @on("to_wound", worn)
    def hardly_there(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
        """The mist is wounded only on a natural 6."""
        if attack.whom == model_id and state.models[model_id].posture == STANDING:
            attack.wound_mods.append(Modifier("shape", -6))

    @on("injury", worn)
    def soft(ctx: Context, model_id: str, injury: Injury, **_: Any) -> None:
        """Injury rolls against the mist are 2 lower."""
        if injury.who == model_id:
            injury.bonus -= 2


for _code, _shape in SHAPES.items():
    _wear(_code, _shape)


def _in_own_shape(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [] if shape_of(state, model_id) else no_target(game, state, model_id, known)


@spell("call_of_ulric", "Call of Ulric", 10, _in_own_shape, is_prayer=True)
def call_of_ulric(ctx: Context, casting: Casting) -> None:
    """The priest becomes a wolf until the wolf passes a Leadership test."""
    become(ctx, casting.who, "call_of_ulric")
