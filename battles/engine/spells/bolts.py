"""Spells from supplements that do damage: bolts, swarms, storms and arrows."""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.spells.lesser_magic import loose_arrows
from battles.engine.state import KNOCKED_DOWN, BattleState
from battles.engine.steps.harm import injuries
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.pipeline import lose_wounds, resolve
from battles.engine.steps.magic.casting import reaches
from battles.engine.steps.magic.spell_parts import around, burn, stands_by_a_wall
from battles.engine.steps.magic.spell_targets import an_enemy, blast, bolt
from battles.engine.steps.magic.spellbook import Casting, Spell, closest_enemy, one_enemy, other_model, spell
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.forced.pushes import push
from battles.engine.table.vectors import distance

LEAP = 600
"""Distance that lightning jumps, hundredths of an inch."""

bolt(
    "summon_squirrels",
    "Summon Squirrels",
    7,
    one_enemy,
    reach=1200,
    strength=1,
    dice="2D6",
    armour=False,
    is_prayer=True,
)
bolt("zzap", "Zzap!", 9, closest_enemy, reach=1200, strength=4, dice="D3", armour=False)
bolt("storm_of_magic", "Storm of Magic", 9, other_model, reach=1200, strength=5)
bolt("the_living_jungle", "The Living Jungle", 6, other_model, reach=1200, strength=2, dice="D6", armour=False)
bolt("gaze_of_mork_forest_goblin_magic", "Gaze of Mork", 8, one_enemy, reach=1200, strength=3, dice="D3")
bolt("bolt_of_dark_light", "Bolt of Dark Light", 7, one_enemy, reach=1200, strength=5)
bolt("wings_of_fate", "Wings of Fate", 6, one_enemy, reach=1800, strength=2, dice="D3")
bolt("elveks_cold_spear", "Elvek's Cold Spear", 7, one_enemy, reach=1800, strength=4, is_prayer=True)
blast("pestilence", "Pestilence", 10, an_enemy, reach=1200, strength=3, armour=False)


@spell("chotecs_wrath", "Chotec's Wrath", 8, closest_enemy, reach=1000, direct_damage=True, is_prayer=True)
def chotecs_wrath(ctx: Context, casting: Casting) -> None:
    """One hit at Strength 5. A model with armour is hit at Strength 6 and has a worse injury."""
    for target in casting.targets:
        more = int(ctx.fighter(target).armour < 7)
        strike = Attack(
            casting.who, target, "spell", NO_WEAPON, 5 + more, 5 + more, automatic=True, may_be_critical=False,
            magical=True, spell_damage=True, injury_bonus=more,
        )  # fmt: skip
        resolve(ctx, Group(casting.who, target, "spell", [strike]))


def _one_or_two(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    """The choices of targets: the nearest enemy alone, or the two nearest."""
    mine = body_of(game, state, model_id)
    seen = [choice[0] for choice in one_enemy(game, state, model_id, known)]
    seen.sort(key=lambda other: distance(mine, body_of(game, state, other)))
    return [choice for choice in (tuple(seen[:1]), tuple(seen[:2])) if choice][: len(seen)]


@spell("fire_of_gork", "Fire of Gork", 8, _one_or_two, reach=1200)
def fire_of_gork(ctx: Context, casting: Casting) -> None:
    """Two bolts of D3 hits at Strength 3: both at one enemy, or one each."""
    bolts = 1 if casting.is_split else 2
    for target in casting.targets:
        for _ in range(bolts):
            burn(ctx, casting, target, 3, d3(ctx.roll("count", casting.who).total))


def _by_a_wall(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [
        choice
        for choice in one_enemy(game, state, model_id, known)
        if stands_by_a_wall(game, body_of(game, state, choice[0]))
    ]


@spell("the_living_shadows", "The Living Shadows", 7, _by_a_wall, reach=1200)
def living_shadows(ctx: Context, casting: Casting) -> None:
    """A hit at Strength 4 without armour save on an enemy who is near a wall."""
    burn(ctx, casting, casting.targets[0], 4, armour=False)


@spell("doombolt", "Doombolt", 9, one_enemy, reach=1800)
def doombolt(ctx: Context, casting: Casting) -> None:
    """A hit at Strength 5. If it wounds, it jumps to the next model on a 4+, with 1 less Strength each time."""
    struck: list[str] = []
    target, strength = casting.targets[0], 5
    while target and strength > 0:
        struck.append(target)
        wounded = _scorch(ctx, casting, target, strength)
        strength -= 1
        near = [
            other for other in around(ctx.game, ctx.state, target, LEAP) if other not in (*struck, casting.who)
        ] if wounded and strength > 0 else []  # fmt: skip
        if not near or not ctx.roll("die", casting.who, need=4, rule="MAG-WHO-01", about="leap_on").passed:
            return
        here = body_of(ctx.game, ctx.state, target)
        target = min(near, key=lambda other: distance(here, body_of(ctx.game, ctx.state, other)))
        if not reaches(ctx, casting, target):
            return


def _scorch(ctx: Context, casting: Casting, target: str, strength: int) -> bool:
    group = hit_automatically(
        ctx, target, strength, how="spell", by=casting.who, magical=True, spell_damage=True
    )  # fmt: skip
    return bool(group.wounds_lost)


@spell("eadbanger_forest_goblin_magic", "'Eadbanger", 8, one_enemy, reach=600, direct_damage=True)
def eadbanger(ctx: Context, casting: Casting) -> None:
    """The shaman throws as many bolts as it has Attacks, with its Toughness as their Strength; on a 1 it hits
    itself.
    """
    model_id = casting.who
    strength = characteristic(ctx.game, ctx.state, model_id, "toughness")
    count = characteristic(ctx.game, ctx.state, model_id, "attacks")
    for target in casting.targets:
        burn(ctx, casting, target, strength, count)
    if not ctx.model(model_id).gone and not ctx.roll("die", model_id, need=2, rule="MAG-WHO-01", about="strain").passed:
        injuries.take_out(ctx, model_id)


@spell("hunters_fury", "Hunter's Fury", 9, one_enemy, reach=3600, direct_damage=True)
def hunters_fury(ctx: Context, casting: Casting) -> None:
    """D3+1 arrows at Strength 3, shot with the mage's own Ballistic Skill and without penalties."""
    loose_arrows(ctx, casting, d3(ctx.roll("count", casting.who).total) + 1)


@spell("buboes", "Buboes", 7, one_enemy, reach=800)
def buboes(ctx: Context, casting: Casting) -> None:
    """A model that fails a Toughness test loses a Wound without an armour save. Rule: CHAR-TEST-01"""
    target = casting.targets[0]
    if not resists(ctx, target, "toughness"):
        lose_wounds(ctx, target, how="spell", by=casting.who)


def resists(ctx: Context, model_id: str, name: str, harder: int = 0) -> bool:
    """Whether a model passes a characteristic test against a spell; `harder` is added to the die. Rule: CHAR-TEST-01"""
    value = characteristic(ctx.game, ctx.state, model_id, name) - harder
    return ctx.check("char", model_id, value, about=f"{name}:spell").passed


@spell("wind_of_gork_forest_goblin_magic", "Wind of Gork", 6, one_enemy, reach=1200)
def wind_of_gork(ctx: Context, casting: Casting) -> None:
    """A model that fails a Toughness test takes a hit at Strength 2 and is knocked down."""
    target = casting.targets[0]
    if resists(ctx, target, "toughness"):
        return
    burn(ctx, casting, target, 2)
    injuries.worsen(ctx, target, KNOCKED_DOWN, by=casting.who, why="spell")


def _free_enemy(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [choice for choice in one_enemy(game, state, model_id, known) if not state.models[choice[0]].engaged]


@spell("oi_gerroff", "Oi! Gerroff!", 7, _free_enemy, reach=800)
def oi_gerroff(ctx: Context, casting: Casting) -> None:
    """An enemy out of combat is pushed D6 inches away. Obstacles in its path hurt it, and models in its path are hurt
    too.

    Rule: MV-PUSH-01
    """
    target = casting.targets[0]
    mine, theirs = body_of(ctx.game, ctx.state, casting.who), body_of(ctx.game, ctx.state, target)
    far = distance(mine, theirs) + mine.radius + theirs.radius or 1.0
    length = 100 * ctx.roll("count", casting.who).total
    pushed = push(ctx, target, (theirs.x - mine.x) / far, (theirs.y - mine.y) / far, length)
    if pushed.fell or pushed.moved >= length:
        return
    hit_automatically(ctx, target, 3, how="collision", by=casting.who)
    if pushed.bumped and not ctx.model(pushed.bumped).gone:
        hit_automatically(ctx, pushed.bumped, 3, how="collision", by=casting.who, second=True)
