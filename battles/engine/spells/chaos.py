"""Chaos Rituals."""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.flow import Context
from battles.engine.profile import CHARACTERISTICS
from battles.engine.spells.helping import around, beside_an_enemy, bless, burn, fly
from battles.engine.spells.necromancy import hurt
from battles.engine.state import STUNNED
from battles.engine.steps import injuries
from battles.engine.steps.magic import Casting, closest_enemy, no_target, one_enemy, one_model, reaches, spell


@spell("vision_of_torment", "Vision of Torment", 10, closest_enemy, reach=600)
def vision_of_torment(ctx: Context, casting: Casting) -> None:
    """The nearest enemy is stunned."""
    injuries.worsen(ctx, casting.targets[0], STUNNED, by=casting.who, why="spell")


@spell("eye_of_god", "Eye of God", 7, one_model, reach=600, once=True)
def eye_of_god(ctx: Context, casting: Casting) -> None:
    """A die: 1 ruins, 6 raises everything, the rest raise one characteristic, picked by a second die."""
    target = casting.targets[0]
    face = ctx.roll("die", target, against=casting.who).total
    if face == 1:
        injuries.take_out(ctx, target, by=casting.who)
    elif face == 6:
        for name in CHARACTERISTICS:
            bless(ctx, casting.who, target, f"raised_{name}", 1, lasts=True)
    else:
        name = CHARACTERISTICS[(face - 2) * 2 + (1 if ctx.roll("die", target).total > 3 else 0)]
        bless(ctx, casting.who, target, f"raised_{name}", 1, lasts=True)


@spell("dark_blood", "Dark Blood", 8, one_enemy, reach=800, direct_damage=True)
def dark_blood(ctx: Context, casting: Casting) -> None:
    """D3 hits at Strength 5; then the caster's own blood takes its toll, stunning at worst."""
    count = d3(ctx.roll("count", casting.who).total)
    for target in casting.targets:
        burn(ctx, casting, target, 5, count)
    hurt(ctx, "", casting.who, STUNNED)


@spell("wings_of_darkness", "Wings of Darkness", 7, beside_an_enemy, places=True, from_combat=False)
def wings_of_darkness(ctx: Context, casting: Casting) -> None:
    """The caster flies up to 12 inches, into contact if he likes."""
    fly(ctx, casting)


@spell("word_of_pain", "Word of Pain", 7, no_target, reach=300, direct_damage=True)
def word_of_pain(ctx: Context, casting: Casting) -> None:
    """Everybody else within 3 inches is hit; armour does not help."""
    for other in around(ctx.game, ctx.state, casting.who, casting.spell.reach):
        if reaches(ctx, casting, other):
            burn(ctx, casting, other, 3, armour=False)
