"""Powers that are chosen or rolled for a turn or a battle: djinns, mad masters, potions, snakes and their flutes.

Rules: TURN-START-01, MAG-WHO-01, CHAR-TEST-01
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import EffectAdded, EffectEnded, Modifier, Used, WoundsLost
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_against
from battles.engine.hooks import declare_inner, on
from battles.engine.state import STANDING, STUPID, BattleState, Effect
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.harm.saves import NO_SAVE, Saves
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.magic.spellbook import LISTS, REMEMBERS
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table
from battles.engine.steps.movement.allowances import Allowance
from battles.engine.steps.movement.initiative_tests import next_turn
from battles.engine.steps.movement.traps import BUSY
from battles.engine.steps.turn.optional_choices import BEFORE_BATTLE, SHOOTING, TURN_START, offer
from battles.engine.table.vectors import within

# -- the Djinn ---------------------------------------------------------------------------------------------------------

POWERS = {"whirlwind": "a whirlwind", "djinns_curse": "a curse", "djinns_luck": "luck"}
CURSE_REACH, SNAKES_OBEY = 400, 600
LUCK_SAVE, BARE_LUCK = 4, 6
declare_inner("djinns_curse", "djinns_luck", "whirlwind", *(f"after:{power}" for power in POWERS))
define_effect("whirlwind", EffectRules(may_charge=False, may_cast=False, may_strike=False, may_shoot=False))


def _powers(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """One choice for every power except the last one used."""
    spent = {effect.code for effect in state.models[model_id].effects}
    return [
        Choice(power, f"{game.name(model_id)} calls {words}", "djinn_power", {"power": power})
        for power, words in POWERS.items()
        if f"after:{power}" not in spent
    ]


@offer("djinn_powers", TURN_START, _powers)
def calls_power(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Call a power, which lasts until its owner's next turn."""
    for power in POWERS:
        if any(effect.code == f"after:{power}" for effect in ctx.model(model_id).effects):
            ctx.emit(EffectEnded(model_id, f"after:{power}"))
    ctx.emit(EffectAdded(model_id, Effect(key, 0, ctx.state.turn_number + 1, model_id[0])))
    ctx.emit(EffectAdded(model_id, Effect(f"after:{key}")))
    if key == "djinns_curse":
        for other in enemies_of(ctx.game, ctx.state, model_id):
            ctx.emit(
                EffectAdded(other, Effect("under_a_curse", int(model_id[1:]), ctx.state.turn_number + 1, model_id[0]))
            )


@on("move", "whirlwind")
def whirls(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """The model runs at three times its Movement."""
    return allowance._replace(run=3 * allowance.movement)


@on("dares", "whirlwind")
def unapproachable(ctx: Context, model_id: str, charger: str, target: str, **_: Any) -> bool:
    """A whirlwind cannot be charged."""
    return model_id != target


@on("to_hit", "whirlwind")
def hard_to_aim_at(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Shots at the model have -1 to hit."""
    if attack.whom == model_id and attack.how == "shot":
        attack.hit_mods.append(Modifier("skill", -1))


declare_inner("under_a_curse")


def _is_under_it(game: Game, state: BattleState, model_id: str, value: int) -> bool:
    effect = next(effect for effect in state.models[model_id].effects if effect.code == "under_a_curse")
    djinn = f"{effect.owner}{value}"
    if state.models[djinn].gone:
        return False
    return within(body_of(game, state, model_id), body_of(game, state, djinn), CURSE_REACH)


@on("to_hit", "under_a_curse")
def cursed_aim(game: Game, state: BattleState, model_id: str, attack: Attack, *, value: int = 0) -> None:
    """Enemies within 4 inches of the model have -1 to hit."""
    if (
        attack.who == model_id
        and (attack.in_combat or attack.how == "shot")
        and _is_under_it(game, state, model_id, value)
    ):
        attack.hit_mods.append(Modifier("spell", -1))


@on("save", "under_a_curse")
def cursed_save(game: Game, state: BattleState, model_id: str, saves: Saves, *, value: int = 0) -> None:
    """Armour saves of affected enemies are 1 worse."""
    if saves.attack.whom == model_id and _is_under_it(game, state, model_id, value):
        saves.modifiers.append(Modifier("spell", -1))


@on("save", "djinns_luck")
def lucky_save(game: Game, state: BattleState, model_id: str, saves: Saves, **_: Any) -> None:
    """Give an additional save: 4+, or 6+ if the model has no other save."""
    if saves.attack.whom == model_id:
        other = min(saves.armour, saves.special, saves.regrowth, saves.ward) < NO_SAVE
        saves.special = min(saves.special, LUCK_SAVE if other else BARE_LUCK)


# -- the mad master ----------------------------------------------------------------------------------------------------


def _tries_to_remember(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    return [Choice("remember", f"{game.name(model_id)} tries to remember a spell", "remember")]


@offer("mad_master", SHOOTING, _tries_to_remember)
def remembers(ctx: Context, model_id: str, key: str, *, lists: Sequence[str]) -> None:
    """Roll one die for the list and another for the spell. It is the only spell that the model may cast this turn."""
    first = ctx.roll("die", model_id, rule="MAG-WHO-01", about="spell_list").total
    book = LISTS[lists[0 if first <= 3 else 1]]
    place = ctx.roll("die", model_id, rule="MAG-WHO-01", about="which_spell").total
    spell = book[place - 1] if place <= len(book) else ""
    ctx.emit(EffectAdded(model_id, Effect(f"{REMEMBERS}{spell}", 0, ctx.state.turn_number + 1, model_id[0])))


# -- potions -----------------------------------------------------------------------------------------------------------

WEAKENED, STRONG, RESILIENT = "weakened_by_potion", "strong_by_potion", "resilient_by_potion"
define_effect(WEAKENED, EffectRules(raises={"toughness": -1}))
define_effect(STRONG, EffectRules(raises={"strength": 1}))
define_effect(RESILIENT, EffectRules(raises={"toughness": 1}))


def _drinkers(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    return [
        Choice(other, f"{game.name(other)} drinks {game.name(model_id)}'s potion", "potion")
        for other in on_table(state, model_id[0])
        if game.fighters[other].role == "hero"
    ]


@offer("potions", BEFORE_BATTLE, _drinkers)
def drinks(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Drink a potion: on a 1 Toughness -1; on 2 and 3 Strength +1; on 4 and 5 Toughness +1; on a 6 one more Wound, for
    the battle.
    """
    face = ctx.roll("die", key, rule="CHAR-PROFILE-01", about="potion").total
    if face == 6:
        ctx.emit(WoundsLost(key, -1, ctx.model(key).wounds + 1))
    else:
        ctx.emit(EffectAdded(key, Effect((WEAKENED, STRONG, STRONG, RESILIENT, RESILIENT)[face - 1])))


def _wears_off(code: str, need: int) -> None:
    @on("recovery", code)
    def over(ctx: Context, model_id: str, **_: Any) -> None:
        """Roll each recovery phase whether the potion ends: the bad effect on a 6, the good ones on a 1."""
        if ctx.roll("die", model_id, rule="CHAR-PROFILE-01", about="potion_ends").total == need:
            ctx.emit(EffectEnded(model_id, code))


for _code, _need in ((WEAKENED, 6), (STRONG, 1), (RESILIENT, 1)):
    _wears_off(_code, _need)


# -- snakes ------------------------------------------------------------------------------------------------------------

CHARMED = "charmed_by"
declare_inner(CHARMED)


@on("deploy", "charms_beasts")
def charms(ctx: Context, model_id: str, *, animals: Sequence[str]) -> None:
    """Make the model's animals obey it for the battle."""
    for other in on_table(ctx.state, model_id[0]):
        if is_against(ctx.game, other, animals):
            ctx.emit(EffectAdded(other, Effect(CHARMED, int(model_id[1:]))))


@on("turn_start", CHARMED)
def lies_still(ctx: Context, model_id: str, *, value: int = 0) -> None:
    """A snake does nothing without its charmer, or farther than 6 inches from it."""
    charmer = f"{model_id[0]}{value}"
    near = within(body_of(ctx.game, ctx.state, model_id), body_of(ctx.game, ctx.state, charmer), SNAKES_OBEY)
    if ctx.model(charmer).gone or not near:
        ctx.note("nobody_minds", model_id)
        ctx.flag(model_id, on=STUPID, why="charmed")


def _listeners(game: Game, state: BattleState, model_id: str, *, animals: Sequence[str]) -> list[Choice]:
    if (
        state.models[model_id].posture != STANDING
        or state.models[model_id].engaged
        or not _serpents(game, state, model_id, animals)
    ):
        return []
    return [Choice("play", f"{game.name(model_id)} plays the flute for the whole turn", "play_flute")]


def _serpents(game: Game, state: BattleState, model_id: str, animals: Sequence[str]) -> list[str]:
    mine = body_of(game, state, model_id)
    return [
        other
        for other in enemies_of(game, state, model_id)
        if is_against(game, other, animals) and within(mine, body_of(game, state, other), SNAKES_OBEY)
    ]


define_effect("spellbound_by_flute", EffectRules(pace=0, may_charge=False, may_strike=False))


@offer("charms_with_flute", TURN_START, _listeners)
def plays(ctx: Context, model_id: str, key: str, *, animals: Sequence[str]) -> None:
    """Spend a turn playing the flute: snakes nearby neither move nor attack in their next turn."""
    ctx.emit(EffectAdded(model_id, Effect(BUSY, 0, ctx.state.turn_number + 1, model_id[0])))
    ctx.emit(Used(model_id, "flute"))
    for other in _serpents(ctx.game, ctx.state, model_id, animals):
        number, side = next_turn(ctx.state)
        number = number if side != other[0] else number + 1
        ctx.emit(EffectAdded(other, Effect("spellbound_by_flute", 0, number, other[0])))
