"""Animosity of greenskins at the start of their turn, bosses who stop it, and squigs without a herder.

Hook `turn_start`. Rules: TURN-START-01, MV-RAND-01
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

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
from battles.engine.traits import Flag, Values

BEHAVE, GREENSKINS = "oi_behave", ("orc", "goblin")
QUARRELS = Flag("animosity")
OFFENDED, CHARGES_ON = 1, 6
"""Scores of the second die. Up to the first score the model attacks a friend; from the second on it moves at the enemy.

"""
BLOWS = (1, 2, 3, 4, 5)
"""Strengths with which a boss may hit quarrelling models."""
declare_inner(BEHAVE)


class Calm(NamedTuple):
    """A trait that keeps models nearby from quarrelling."""

    reach: int
    """Range in hundredths of an inch."""
    kinds: tuple[str, ...]
    """The kinds of models that it affects; empty for all."""


CALMS = Values("calms_quarrels", lambda given: Calm(100 * int(given["distance"]), tuple(given.get("enemies", ()))))
"""Trait of models and weapons that keeps others from quarrelling."""


@on("turn_start", QUARRELS.code)
def quarrels(ctx: Context, model_id: str, *, groups: Sequence[str] = ()) -> None:
    """On a 1, a henchman out of combat quarrels: it attacks a friend, does nothing this turn, or runs at the enemy."""
    model = ctx.model(model_id)
    able = model.posture == STANDING and not model.engaged and not model.flags & FLEEING
    if not able or ctx.fighter(model_id).role != "henchman" or is_calmed(ctx.game, ctx.state, model_id):
        return
    if ctx.roll("die", model_id, need=2, rule="PSY-KEYS-01", about="animosity").passed:
        return
    mood = _set_straight(ctx, model_id)
    if not mood:
        return
    if mood <= OFFENDED:
        _attack_friend(ctx, model_id)
        ctx.flag(model_id, on=STUPID, why="animosity")
    elif mood < CHARGES_ON:
        ctx.note("quarrels", model_id)
        ctx.flag(model_id, on=STUPID, why="animosity")
    else:
        ctx.push(Frame("extra_move", "start", {"who": model_id}))


def is_calmed(game: Game, state: BattleState, model_id: str) -> bool:
    """Whether the model does not quarrel because of a friend nearby or a rule of its own (the trait
    `calms_quarrels`).
    """
    mine = body_of(game, state, model_id)
    for other in on_table(state, model_id[0]):
        if state.models[other].posture != STANDING:
            continue
        for calm in CALMS.among(_traits_of(game, other)):
            near = within(mine, body_of(game, state, other), calm.reach)
            if other == model_id or (near and is_against(game, model_id, calm.kinds)):
                return True
    return False


def _traits_of(game: Game, model_id: str) -> tuple[Trait, ...]:
    """The traits of the model and of its weapons."""
    fighter = game.fighters[model_id]
    return fighter.skills + tuple(trait for weapon in fighter.weapons for trait in weapon.traits)


def _set_straight(ctx: Context, model_id: str) -> int:
    """Roll for the quarrel. A boss nearby hits the model and adds the Strength of the hit; 0 if the hit took the model
    down.
    """
    mine = body_of(ctx.game, ctx.state, model_id)
    for other in on_table(ctx.state, model_id[0]):
        blow = next((effect.value for effect in ctx.model(other).effects if effect.code == BEHAVE), 0)
        near = within(mine, body_of(ctx.game, ctx.state, other), 600)
        if blow and near and ctx.model(other).posture == STANDING and other != model_id:
            hit_automatically(ctx, model_id, blow, how="collision", by=other)
            if ctx.model(model_id).gone or ctx.model(model_id).posture != STANDING:
                return 0
            return min(6, ctx.roll("die", model_id, rule="PSY-KEYS-01", about="quarrel").total + blow)
    return ctx.roll("die", model_id, rule="PSY-KEYS-01", about="quarrel").total


def _attack_friend(ctx: Context, model_id: str) -> None:
    """The model shoots at the nearest friendly greenskin in sight, or else attacks it if it is within charge range."""
    mine = body_of(ctx.game, ctx.state, model_id)
    friends = [
        other for other in on_table(ctx.state, model_id[0]) if other != model_id and _is_greenskin(ctx.game, other)
    ]
    if not friends:
        return
    friend = min(friends, key=lambda other: distance(mine, body_of(ctx.game, ctx.state, other)))
    theirs = body_of(ctx.game, ctx.state, friend)
    ctx.note("falls_upon", model_id, friend)
    for plan in plans_of(ctx.game, ctx.state, model_id):
        if within(mine, theirs, plan.reach) and sees(ctx.game, ctx.state, model_id, friend):
            from battles.engine.steps.shooting.firing import fire

            fire(ctx, model_id, friend, plan, 1, reaction=True)
            return
    if within(mine, theirs, 200 * characteristic(ctx.game, ctx.state, model_id, "movement")):
        strike(ctx, model_id, friend, attack_plan(ctx.game, ctx.state, model_id))


def _is_greenskin(game: Game, model_id: str) -> bool:
    return any(word.endswith(GREENSKINS) for word in game.fighters[model_id].tags | game.fighters[model_id].keywords)


def _how_hard(game: Game, state: BattleState, model_id: str, **_: Any) -> list[Choice]:
    quarrelsome = any(QUARRELS.of(game.fighters[other]) for other in on_table(state, model_id[0]))
    words = "{name} sets quarrellers straight at Strength {n}"
    return [
        Choice(str(n), words.format(name=game.name(model_id), n=n), "oi_behave", {"n": n})
        for n in (BLOWS if quarrelsome else ())
    ]


@offer(BEHAVE, BEFORE_BATTLE, _how_hard, bots_take=False)
def behave(ctx: Context, model_id: str, key: str, **_: Any) -> None:
    """In this battle, the boss hits quarrelling models nearby with this Strength."""
    ctx.emit(EffectAdded(model_id, Effect(BEHAVE, int(key))))


# -- squigs ------------------------------------------------------------------------------------------------------------

MINDS_SQUIGS = Values("minds_squigs", lambda given: int(given["distance"]))
"""Trait of models and prodders that control squigs within this many inches."""


@on("turn_start", "wild_without")
def goes_wild(ctx: Context, model_id: str, *, minders: Sequence[str], distance: int) -> None:
    """A squig without a herder nearby moves as a die decides this turn; a prodder increases the herder's range. Rule:
    MV-RAND-01
    """
    mine = body_of(ctx.game, ctx.state, model_id)
    for other in on_table(ctx.state, model_id[0]):
        minds = other != model_id and is_against(ctx.game, other, minders)
        reach = max([distance, *MINDS_SQUIGS.among(_traits_of(ctx.game, other))])
        standing = ctx.model(other).posture == STANDING
        if minds and standing and within(mine, body_of(ctx.game, ctx.state, other), 100 * reach):
            return
    ctx.note("goes_wild", model_id)
    ctx.emit(EffectAdded(model_id, Effect(WILD, 0, ctx.state.turn_number + 1, model_id[0])))
