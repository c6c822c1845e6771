"""Spells of the list Magic of the Horned Rat.

Children of the Horned Rat is cast before the battle (steps/turn/companions.py).
"""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.flow import Context
from battles.engine.state import STANDING
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.magic.casting import reaches
from battles.engine.steps.magic.spell_parts import around, beside_an_enemy, bless, burn, fly
from battles.engine.steps.magic.spellbook import Casting, enemy_in_contact, one_enemy, other_model, spell
from battles.engine.steps.nerve.leaders import take_test

NEAR = 200


@spell("warpfire", "Warpfire", 8, one_enemy, reach=800, direct_damage=True)
def warpfire(ctx: Context, casting: Casting) -> None:
    """D3 hits at Strength 4 on the target, and one at Strength 3 on each model within 2 inches of it."""
    count = d3(ctx.roll("count", casting.who).total)
    splashed = around(ctx.game, ctx.state, casting.targets[0], NEAR)
    for target in casting.targets:
        burn(ctx, casting, target, 4, count)
    for other in splashed:
        if other not in casting.targets and reaches(ctx, casting, other):
            burn(ctx, casting, other, 3)


@spell("gnawdoom", "Gnawdoom", 7, other_model, reach=800, direct_damage=True)
def gnawdoom(ctx: Context, casting: Casting) -> None:
    """2D6 hits at Strength 1."""
    count = ctx.sum_of("count", casting.who).total
    for target in casting.targets:
        burn(ctx, casting, target, 1, count)


@spell("black_fury", "Black Fury", 8, beside_an_enemy, from_combat=False)
def black_fury(ctx: Context, casting: Casting) -> None:
    """The caster charges over everything in the way, with more Attacks and Strength this turn."""
    if fly(ctx, casting):
        bless(ctx, casting.who, casting.who, "black_fury", 1)


@spell("eye_of_the_warp", "Eye of the Warp", 8, enemy_in_contact)
def eye_of_the_warp(ctx: Context, casting: Casting) -> None:
    """Enemies in contact take a Leadership test; those who fail are hit and flee."""
    for other in ctx.model(casting.who).engaged:
        if ctx.model(other).posture != STANDING or not reaches(ctx, casting, other):
            continue
        if take_test(ctx, other, "spell", "CHAR-LD-01", against=casting.who):
            continue
        burn(ctx, casting, other, 3)
        if not ctx.model(other).gone and ctx.model(other).posture == STANDING:
            take_flight(ctx, other, "panic")


@spell("sorcerers_curse", "Sorcerer's Curse", 6, other_model, reach=1200)
def sorcerers_curse(ctx: Context, casting: Casting) -> None:
    """One model must re-roll its successful rolls."""
    bless(ctx, casting.who, casting.targets[0], "sorcerers_curse")
