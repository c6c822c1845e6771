"""Animosity of greenskins at the start of their turn, bosses who prevent it, and squigs without a herder.

Hook `turn_start`. Rules: TURN-START-01, MV-RAND-01
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles.engine.events import EffectAdded
from battles.engine.flow import Choice, Context
from battles.engine.game import Game
from battles.engine.gear.conditions import is_against
from battles.engine.hooks import Trait, declare_inner, on
from battles.engine.state import FLEEING, STANDING, STUPID, BattleState, Effect, Frame
from battles.engine.steps.combat.phase import strike
from battles.engine.steps.combat.strikers import attack_plan
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.models.bodies import body_of, on_table
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.movement.forced.compulsory import WILD
from battles.engine.steps.movement.hiding.visibility import sees
from battles.engine.steps.shooting.rate_of_fire import plans_of
from battles.engine.steps.turn.optional_choices import BEFORE_BATTLE, offer
from battles.engine.table.vectors import distance, within
from battles.engine.traits import declare_passive

CALMS, BEHAVE, GREENSKINS = "calms_quarrels", "oi_behave", ("orc", "goblin")
OFFENDED, CHARGES_ON = 1, 6
"""Scores of the second die: from the first on the model attacks a friend, from the second on it moves at the enemy."""
BLOWS = (1, 2, 3, 4, 5)
"""Strengths with which a boss may hit quarrelling models."""
declare_passive(CALMS)
declare_inner(BEHAVE)


@on("turn_start", "animosity")
def quarrels(ctx: Context, who: str, *, groups: Sequence[str] = ()) -> None:
    """On a 1 a henchman out of combat quarrels: it attacks a friend, does nothing for the turn, or runs ahead."""
    model = ctx.model(who)
    able = model.posture == STANDING and not model.engaged and not model.flags & FLEEING
    if not able or ctx.fighter(who).role != "henchman" or is_calmed(ctx.game, ctx.state, who):
        return
    if ctx.roll("die", who, need=2, rule="PSY-KEYS-01", about="animosity").passed:
        return
    mood = _set_straight(ctx, who)
    if not mood:
        return
    if mood <= OFFENDED:
        _falls_upon_a_friend(ctx, who)
        ctx.flag(who, on=STUPID, why="animosity")
    elif mood < CHARGES_ON:
        ctx.note("quarrels", who)
        ctx.flag(who, on=STUPID, why="animosity")
    else:
        ctx.push(Frame("extra_move", "start", {"who": who}))


def is_calmed(game: Game, state: BattleState, who: str) -> bool:
    """Whether a nearby friend, or a rule of its own, keeps the model from quarrelling: the trait `calms_quarrels`."""
    mine = body_of(game, state, who)
    for other in on_table(state, who[0]):
        for code, about in game.fighters[other].skills + _held(game, other):
            if code != CALMS or state.models[other].posture != STANDING:
                continue
            near = within(mine, body_of(game, state, other), 100 * int(about["distance"]))
            if other == who or (near and is_against(game, who, about.get("enemies", ()))):
                return True
    return False


def _held(game: Game, who: str) -> tuple[Trait, ...]:
    return tuple(trait for weapon in game.fighters[who].weapons for trait in weapon.traits)


def _set_straight(ctx: Context, who: str) -> int:
    """The score of the quarrel, increased by the Strength of a boss's hit; 0 when the hit took the model down."""
    mine = body_of(ctx.game, ctx.state, who)
    for other in on_table(ctx.state, who[0]):
        blow = next((effect.value for effect in ctx.model(other).effects if effect.code == BEHAVE), 0)
        near = within(mine, body_of(ctx.game, ctx.state, other), 600)
        if blow and near and ctx.model(other).posture == STANDING and other != who:
            hit_automatically(ctx, who, blow, how="collision", by=other)
            if ctx.model(who).gone or ctx.model(who).posture != STANDING:
                return 0
            return min(6, ctx.roll("die", who, rule="PSY-KEYS-01", about="quarrel").total + blow)
    return ctx.roll("die", who, rule="PSY-KEYS-01", about="quarrel").total


def _falls_upon_a_friend(ctx: Context, who: str) -> None:
    """The model shoots at the nearest friendly greenskin in sight, or else attacks it, if within charge range."""
    mine = body_of(ctx.game, ctx.state, who)
    friends = [other for other in on_table(ctx.state, who[0]) if other != who and _is_greenskin(ctx.game, other)]
    if not friends:
        return
    friend = min(friends, key=lambda other: distance(mine, body_of(ctx.game, ctx.state, other)))
    his = body_of(ctx.game, ctx.state, friend)
    ctx.note("falls_upon", who, friend)
    for plan in plans_of(ctx.game, ctx.state, who):
        if within(mine, his, plan.reach) and sees(ctx.game, ctx.state, who, friend):
            from battles.engine.steps.shooting.firing import fire

            fire(ctx, who, friend, plan, 1, reaction=True)
            return
    if within(mine, his, 200 * characteristic(ctx.game, ctx.state, who, "movement")):
        strike(ctx, who, friend, attack_plan(ctx.game, ctx.state, who))


def _is_greenskin(game: Game, who: str) -> bool:
    return any(word.endswith(GREENSKINS) for word in game.fighters[who].tags | game.fighters[who].keywords)


def _how_hard(game: Game, state: BattleState, who: str, **_: Any) -> list[Choice]:
    quarrelsome = any(game.fighters[other].has_skill("animosity") for other in on_table(state, who[0]))
    words = "{name} sets quarrellers straight at Strength {n}"
    return [
        Choice(str(n), words.format(name=game.name(who), n=n), "oi_behave", {"n": n})
        for n in (BLOWS if quarrelsome else ())
    ]


@offer(BEHAVE, BEFORE_BATTLE, _how_hard, bots_take=False)
def behave(ctx: Context, who: str, key: str, **_: Any) -> None:
    """In this battle the boss hits nearby quarrelling models with this Strength."""
    ctx.emit(EffectAdded(who, Effect(BEHAVE, int(key))))


# -- squigs ------------------------------------------------------------------------------------------------------------


@on("turn_start", "wild_without")
def goes_wild(ctx: Context, who: str, *, minders: Sequence[str], distance: int) -> None:
    """Without a herder nearby it moves as a die says this turn; prodders reach farther. Rule: MV-RAND-01"""
    mine = body_of(ctx.game, ctx.state, who)
    for other in on_table(ctx.state, who[0]):
        minds = other != who and is_against(ctx.game, other, minders)
        reach = max([distance, *(int(about["distance"]) for code, about in _reaches(ctx.game, other))])
        standing = ctx.model(other).posture == STANDING
        if minds and standing and within(mine, body_of(ctx.game, ctx.state, other), 100 * reach):
            return
    ctx.note("goes_wild", who)
    ctx.emit(EffectAdded(who, Effect(WILD, 0, ctx.state.turn_number + 1, who[0])))


def _reaches(game: Game, who: str) -> list[Trait]:
    return [trait for trait in (*game.fighters[who].skills, *_held(game, who)) if trait[0] == "minds_squigs"]


declare_passive("minds_squigs")
