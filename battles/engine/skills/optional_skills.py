"""Skills and items that the player may use at certain moments: leaving a fight, a taunt, a scroll, a spyglass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battles.engine.events import EffectAdded, EffectEnded, Modifier, Placed, Used
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.hooks import declare_inner, on
from battles.engine.skills.riding import lose_control
from battles.engine.state import HIDDEN, SHOT, STANDING, BattleState, Effect, Frame
from battles.engine.steps.harm.attacks import Attack
from battles.engine.steps.magic.spell_effects import EffectRules, define_effect
from battles.engine.steps.magic.spellbook import SPELLS, Casting
from battles.engine.steps.models.bodies import body_of, enemies_of, on_table, other_bodies
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.allowances import is_mounted
from battles.engine.steps.movement.disengaging import move_out_of_contact, way_out
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.movement.initiative_tests import initiative_test
from battles.engine.steps.movement.traps import BUSY
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.steps.turn.optional_choices import AFTER_COMBAT, BEFORE_BATTLE, SHOOTING, TURN_START, offer
from battles.engine.table.ground import building_of, can_stand
from battles.engine.table.movement.rules import Other
from battles.engine.table.vectors import Body, distance, within

if TYPE_CHECKING:
    from battles.engine.steps.movement.allowances import Allowance

A_LEAP = 100
define_effect(BUSY, EffectRules(pace=0, may_charge=False, may_shoot=False, may_cast=False))
TAUNTED = "taunted"
FOUND_ON = 4
declare_inner("scroll", "hardened", "trick_riding_now", TAUNTED, "lost_footing")


def _in_a_fight(game: Game, state: BattleState, model_id: str) -> bool:
    model = state.models[model_id]
    return bool(model.engaged) and model.posture == STANDING


# -- out of a fight ----------------------------------------------------------------------------------------------------


def _may_jump(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    if not _in_a_fight(game, state, model_id) or way_out(game, state, model_id, A_LEAP) is None:
        return []
    return [Choice("jump", f"{game.name(model_id)} jumps back out of the fight", "jump_back")]


define_effect("lost_footing", EffectRules(strikes_last=True))


@offer("jump_back", TURN_START, _may_jump, bots_take=False)
def jump_back(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """If the model passes an Initiative test, it moves an inch away and acts freely; otherwise it strikes last.

    Rule: GM-TEST-01
    """
    if initiative_test(ctx, model_id, "evade", "GM-TEST-01"):
        move_out_of_contact(ctx, model_id, A_LEAP)
    else:
        ctx.emit(EffectAdded(model_id, Effect("lost_footing", 0, ctx.state.turn_number + 1, model_id[0])))


def _may_stroll(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    if not _in_a_fight(game, state, model_id) or way_out(game, state, model_id, _stride(game, state, model_id)) is None:
        return []
    return [Choice("leave", f"{game.name(model_id)} tries to slip out of the fight", "slip_out")]


def _stride(game: Game, state: BattleState, model_id: str) -> int:
    return 100 * characteristic(game, state, model_id, "movement")


@offer("swashbuckler", AFTER_COMBAT, _may_stroll, bots_take=False)
def swashbuckler(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """If the model passes a Leadership test, it leaves the fight without being attacked. Rule: CHAR-LD-01"""
    if take_test(ctx, model_id, "nerve", "CHAR-LD-01", own_only=True):
        move_out_of_contact(ctx, model_id, _stride(ctx.game, ctx.state, model_id))


# -- in the saddle -----------------------------------------------------------------------------------------------------


def _may_hang(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    fighter, model = game.fighters[model_id], state.models[model_id]
    burdened = fighter.shield or fighter.armour <= 5 or any(weapon.is_missile for weapon in fighter.weapons)
    if not is_mounted(fighter) or burdened or model.engaged or model.posture != STANDING:
        return []
    return [Choice("hang", f"{game.name(model_id)} hangs off the side of the mount", "trick_riding")]


@offer("trick_riding", TURN_START, _may_hang)
def trick_riding(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """If the rider passes an Initiative test, shots at them have -1 to hit until the next turn; otherwise they may lose
    control of the mount. Rules: GM-TEST-01, SPEC-MOUNT-01
    """
    if initiative_test(ctx, model_id, "evade", "GM-TEST-01"):
        ctx.emit(EffectAdded(model_id, Effect("trick_riding_now", 0, ctx.state.turn_number + 1, model_id[0])))
    elif ctx.rules.hr_losing_control:
        lose_control(ctx, model_id)


@on("to_hit", "trick_riding_now")
def hangs_low(game: Game, state: BattleState, model_id: str, attack: Attack, **_: Any) -> None:
    """Shots at the rider have -1 to hit."""
    if attack.whom == model_id and attack.how == "shot":
        attack.hit_mods.append(Modifier("skill", -1))


# -- insults -----------------------------------------------------------------------------------------------------------


def _may_taunt(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """The choice to taunt the nearest enemy in sight who is not in a fight."""
    model = state.models[model_id]
    if model.engaged or model.posture != STANDING or model.flags & SHOT:
        return []
    mine = body_of(game, state, model_id)
    free = (enemy for enemy in enemies_of(game, state, model_id) if not state.models[enemy].engaged)
    seen = [enemy for enemy in free if sees(game, state, model_id, enemy)]
    if not seen:
        return []
    enemy = min(seen, key=lambda other: distance(mine, body_of(game, state, other)))
    return [Choice(enemy, f"{game.name(model_id)} taunts {game.name(enemy)}", "taunt")]


@offer("taunt", SHOOTING, _may_taunt, bots_take=False)
def taunt(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Instead of shooting, taunt an enemy, who must charge in its next turn if it can, unless it passes a Leadership
    test.

    Rule: CHAR-LD-01
    """
    ctx.flag(model_id, on=SHOT, why="taunts")
    ctx.note("taunts", model_id, key)
    if not take_test(ctx, key, "nerve", "CHAR-LD-01", against=model_id):
        late = ctx.state.order.index(key[0]) > ctx.state.order.index(ctx.state.active)
        until = ctx.state.turn_number + (1 if late else 2)
        ctx.emit(EffectAdded(key, Effect(TAUNTED, int(model_id[1:]), until, key[0])))


# -- belongings --------------------------------------------------------------------------------------------------------

define_effect("hardened", EffectRules(raises={"toughness": 1}))


def _may_bite(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    model = state.models[model_id]
    if model.engaged or any(code == "hardtack" for code, _count in model.used):
        return []
    return [Choice("eat", f"{game.name(model_id)} bites off some hardtack", "hardtack")]


@offer("hardtack", TURN_START, _may_bite, bots_take=False)
def hardtack(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Add 1 to Toughness for the model's turn and the following enemy turn, once per battle."""
    ctx.emit(Used(model_id, "hardtack"))
    ctx.emit(EffectAdded(model_id, Effect("hardened", 0, ctx.state.turn_number + 1, model_id[0])))


def _may_spy(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """One choice for each hidden enemy who would otherwise be in line of sight."""
    if state.models[model_id].posture != STANDING or state.models[model_id].engaged:
        return []
    bare = state.fork()
    found = []
    for enemy in enemies_of(game, state, model_id):
        model = state.models[enemy]
        if model.flags & HIDDEN:
            bare.models[enemy] = model._replace(flags=model.flags & ~HIDDEN)
            if sees(game, bare, model_id, enemy):
                found.append(Choice(enemy, f"{game.name(model_id)} looks for {game.name(enemy)}", "spy_glass"))
    return found


@offer("spy_glass", TURN_START, _may_spy)
def spy_glass(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """On a 4+ the enemy is no longer hidden; the model may neither run nor charge this turn."""
    if ctx.roll("die", model_id, need=FOUND_ON, against=key, rule="MV-HIDE-07", about="spyglass").passed:
        hiding_rules.reveal(ctx, key, "found")
    ctx.emit(EffectAdded(model_id, Effect("at_the_glass", 0, ctx.state.turn_number + 1, model_id[0])))


define_effect("at_the_glass", EffectRules(may_charge=False))


@on("move", "at_the_glass")
def stays_calm(game: Game, state: BattleState, model_id: str, allowance: Allowance, **_: Any) -> Allowance:
    """The model may not run."""
    return allowance._replace(may_run=False)


def _may_write(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """One choice for each of the model's spells with a difficulty."""
    return [
        Choice(str(place), f"{game.name(model_id)} writes a scroll of {SPELLS[code].name}", "scroll", {"spell": code})
        for place, code in enumerate(game.fighters[model_id].spells, 1)
        if code in SPELLS and SPELLS[code].difficulty
    ]


@offer("scribe", BEFORE_BATTLE, _may_write)
def scribe(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Write a scroll for one spell; it is used up when the spell is cast."""
    ctx.emit(EffectAdded(model_id, Effect("scroll", int(key))))


@on("spell", "scroll")
def reads(ctx: Context, model_id: str, casting: Casting, *, value: int = 0) -> bool:
    """Add 2 to the casting roll of the spell on the scroll."""
    if casting.who == model_id and casting.spell.code == ctx.fighter(model_id).spells[value - 1]:
        casting.bonus += 2
        casting.mods.append(Modifier("scroll", 2))
        ctx.emit(EffectEnded(model_id, "scroll"))
    return False


# -- a hunch -----------------------------------------------------------------------------------------------------------

HUNCH, FROM_ENEMIES, MOST_MEN, PLACES, OFFERED = "hunch", 1200, 3, 4, 3
"""Code of the effect, minimum distance from enemies, number of warriors, places examined per building, and number of
places offered per warrior (those nearest to an enemy).
"""


def _hidden_places(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    """One choice for each pair of a friend and a free place on the ground floor of a building, far from enemies.

    Keys are "x,y,z:friend".
    """
    spent = sum(count for code, count in state.models[model_id].used if code == HUNCH)
    if spent >= MOST_MEN or not game.fighters[model_id].is_leader:
        return []
    enemies = [body_of(game, state, enemy) for enemy in enemies_of(game, state, model_id)]
    found: list[Choice] = []
    for friend in on_table(state, model_id[0]):
        fighter = game.fighters[friend]
        if fighter.role not in ("hero", "henchman") or "animal" in fighter.keywords:
            continue
        mine = body_of(game, state, friend)
        others = [Other(body) for _, body in other_bodies(game, state, friend)]
        offered = 0
        for x, y in sorted(_inside(game), key=lambda spot: _to_nearest(spot, enemies)):
            there = mine.at(x, y, 0)
            far = all(not within(there, enemy, FROM_ENEMIES) for enemy in enemies)
            if offered < OFFERED and far and building_of(game.table, there) and can_stand(game.table, there, others):
                offered += 1
                label = f"{fighter.name} waits in a building at {x / 100:g}, {y / 100:g}"
                found.append(Choice(f"{x},{y},0:{friend}", label, "hunch", {"whom": friend, "x": x, "y": y}))
    return found


def _to_nearest(spot: tuple[int, int], enemies: list[Body]) -> int:
    return min(((enemy.x - spot[0]) ** 2 + (enemy.y - spot[1]) ** 2 for enemy in enemies), default=0)


def _inside(game: Game) -> list[tuple[int, int]]:
    """Some points inside each building."""
    found = []
    for piece in game.table.pieces:
        if "building" in piece.flags or piece.walls:
            xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
            spots = [
                (min(xs) + (max(xs) - min(xs)) * i // 3, min(ys) + (max(ys) - min(ys)) * j // 3)
                for i in (1, 2)
                for j in (1, 2)
            ]
            found += spots[:PLACES]
    return found


@offer(HUNCH, BEFORE_BATTLE, _hidden_places, bots_take=False)
def hunch(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """Place a friend in a building. Then the leader may choose another friend, up to three in all."""
    spot, friend = key.split(":")
    x, y, z = (int(part) for part in spot.split(","))
    ctx.emit(Used(model_id, HUNCH))
    ctx.emit(Placed(friend, x, y, z))
    ctx.push(Frame("choosing", BEFORE_BATTLE, {"queue": [[model_id, HUNCH]]}))
