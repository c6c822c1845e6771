"""Spells of the list Chaos Rituals."""

from __future__ import annotations

from battles.engine.dice import d3
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.profile import CHARACTERISTICS
from battles.engine.state import STUNNED, Frame
from battles.engine.steps.harm import injuries
from battles.engine.steps.magic.casting import reaches
from battles.engine.steps.magic.spell_parts import around, beside_an_enemy, bless, burn, fly, heal, injure_without_wound
from battles.engine.steps.magic.spellbook import Casting, closest_enemy, no_target, one_enemy, one_model, spell

GIFT = "eye_of_god"


@spell("vision_of_torment", "Vision of Torment", 10, closest_enemy, reach=600)
def vision_of_torment(ctx: Context, casting: Casting) -> None:
    """The nearest enemy is stunned."""
    injuries.worsen(ctx, casting.targets[0], STUNNED, by=casting.who, why="spell")


@spell("eye_of_god", "Eye of God", 7, one_model, reach=600, once=True)
def eye_of_god(ctx: Context, casting: Casting) -> None:
    """Roll a die: on a 1 the caster is ruined, on a 6 all characteristics increase, otherwise one of them.

    The published texts differ on who chooses the characteristic; here it is the caster's side.
    """
    target = casting.targets[0]
    face = ctx.roll("die", target, against=casting.who, rule="MAG-WHO-01", about="eye").total
    if face == 1:
        injuries.take_out(ctx, target, by=casting.who)
    elif face == 6:
        for name in CHARACTERISTICS:
            _raise(ctx, casting.who, target, name)
    else:
        ctx.push(Frame(GIFT, "start", {"by": casting.who, "who": target}))


def _raise(ctx: Context, by: str, model_id: str, name: str) -> None:
    bless(ctx, by, model_id, f"raised_{name}", 1, lasts=True)
    if name == "wounds":
        heal(ctx, model_id, 1, above=True)


class GiftStep(Step):
    """Asks which characteristic the Eye of God raises for the rest of the battle."""

    kind = GIFT

    def enter(self, ctx: Context, frame: Frame) -> None:
        by, model_id = frame.data["by"], frame.data["who"]
        if ctx.answer is not None:
            ctx.pop()
            _raise(ctx, by, model_id, ctx.answer)
            return
        options = [Choice(name, name.replace("_", " ").capitalize(), "characteristic") for name in CHARACTERISTICS]
        ctx.ask(by[0], GIFT, options, default="attacks", who=model_id, by=by)


register(GiftStep())


@spell("dark_blood", "Dark Blood", 8, one_enemy, reach=800, direct_damage=True)
def dark_blood(ctx: Context, casting: Casting) -> None:
    """D3 hits at Strength 5; then the caster makes an injury roll, with stunned as the worst result."""
    count = d3(ctx.roll("count", casting.who).total)
    for target in casting.targets:
        burn(ctx, casting, target, 5, count)
    injure_without_wound(ctx, "", casting.who, STUNNED)


@spell("wings_of_darkness", "Wings of Darkness", 7, beside_an_enemy, places=True, from_combat=False)
def wings_of_darkness(ctx: Context, casting: Casting) -> None:
    """The caster flies up to 12 inches, optionally into contact."""
    fly(ctx, casting)


@spell("word_of_pain", "Word of Pain", 7, no_target, reach=300, direct_damage=True)
def word_of_pain(ctx: Context, casting: Casting) -> None:
    """All other models within 3 inches are hit, without armour saves."""
    for other in around(ctx.game, ctx.state, casting.who, casting.spell.reach):
        if reaches(ctx, casting, other):
            burn(ctx, casting, other, 3, armour=False)
