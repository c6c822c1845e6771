"""Shots: their dice, hits on cover, ricochets, reloading.

Rules: SHOOT-ONE-01, SHOOT-COVER-02, CRIT-MISSILE-RICO-01
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.events import EffectAdded, Used
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.hooks import listeners
from battles.engine.roll_offs import roll_off
from battles.engine.sentences import say
from battles.engine.state import SHOT, BattleState, Effect
from battles.engine.steps.combat.extra_attacks import HITS_TWICE
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.harm.automatic_hits import hit_automatically
from battles.engine.steps.harm.pipeline import resolve
from battles.engine.steps.models.bodies import body_of, enemies_of
from battles.engine.steps.movement.hiding import rules as hiding_rules
from battles.engine.steps.shooting.cover import View, screen_of, view
from battles.engine.steps.shooting.rate_of_fire import RELOADING, ShotPlan, shots_at
from battles.engine.steps.shooting.to_hit import shot
from battles.engine.table.vectors import distance, point_nearer_than, within
from battles.engine.terrain.buildings import hits
from battles.engine.terrain.buildings.garrisons import garrison_of, near

RICOCHET_REACH = 600
"""Distance from the target within which a ricochet can hit, in hundredths of an inch. Rule: CRIT-MISSILE-RICO-01"""
LINE_WIDTH = 100


def allowed_shots(game: Game, state: BattleState, model_id: str, target: str, plan: ShotPlan) -> int:
    """How many shots the weapon may fire at this target now."""
    return shots_at(plan, near(game, state, model_id, target, plan.reach // 2))


def refusal_of_target(game: Game, state: BattleState, model_id: str, target: str, plan: ShotPlan) -> IllegalAction:
    """Why an enemy may not be the target, with a sentence for the player."""
    shooter, name = game.name(model_id), game.name(target)
    if state.models[target].engaged:
        return IllegalAction(
            "target_engaged", say("{name} is in combat and may not be shot at.", name=name), "SHOOT-ENG-01"
        )
    if not view(game, state, model_id, target).seen:
        return IllegalAction(
            "not_seen", say("{shooter} does not see {name}.", shooter=shooter, name=name), "SHOOT-LOS-01"
        )
    if not game.rules.out_of_range_may_be_chosen and not near(game, state, model_id, target, plan.reach):
        return IllegalAction("out_of_range", say("{name} is out of range.", name=name), "SHOOT-RANGE-01")
    return IllegalAction(
        "not_nearest", say("{shooter} must shoot at a nearer enemy.", shooter=shooter), "SHOOT-CLOSE-01"
    )


def fire(
    ctx: Context,
    model_id: str,
    target: str,
    plan: ShotPlan,
    count: int,
    *,
    several: bool = False,
    reaction: bool = False,
) -> Group | None:
    """Fire `count` shots of a weapon at a target and resolve them. Returns None if the target was out of range.

    `several`: the penalty for several shots applies, although the shots have different targets.
    """
    game, state = ctx.game, ctx.state
    seen = view(game, state, model_id, target)
    if not reaction:
        ctx.flag(model_id, on=SHOT, why="shoots")
    _spend(ctx, model_id, plan, longer=int(plan.barrels and count > 1))
    if not plan.stays_hidden:
        hiding_rules.reveal(ctx, model_id, "shot")
    if plan.line:
        _fire_line(ctx, model_id, target, plan)
        return None
    if not near(game, state, model_id, target, plan.reach):
        ctx.note("out_of_range", model_id, target, plan.weapon.name, "SHOOT-RANGE-01")
        return None
    attacks = aim(game, state, model_id, target, plan, count, seen, several=several, reaction=reaction)
    if garrison_of(state, target):
        return hits.strike_inside(ctx, model_id, target, attacks)
    group = resolve(ctx, Group(model_id, target, "shot", attacks))
    for attack in attacks:
        if struck_cover(attack, ctx.rules.two_dice_past_six):
            _strike_cover(ctx, attack)
        if attack.on_contact == "ricochet":
            _ricochet(ctx, attack)
        for function, given in listeners(attack.weapon.hooks, (), "shot_landed"):
            function(ctx, model_id, attack, **given)
    return group


def aim(
    game: Game,
    state: BattleState,
    model_id: str,
    target: str,
    plan: ShotPlan,
    count: int,
    seen: View,
    *,
    several: bool = False,
    reaction: bool = False,
) -> list[Attack]:
    """The shots of `fire` with the score that each needs to hit. Nothing is rolled or changed.

    Rules: SHOOT-ONE-01, SHOOT-MOD-MULTI-01
    """
    penalty, weapon = 0, plan.weapon
    if plan.barrels and count > 1:
        count, weapon = 1, weapon._replace(traits=(*weapon.traits, (HITS_TWICE.code, {})))
    if count > 1 or several:
        penalty = plan.penalty or game.rules.several_shots_penalty
    return [
        shot(game, state, model_id, target, weapon, seen=seen, penalty=penalty, reaction=reaction, reach=plan.reach)
        for _ in range(count)
    ]


def struck_cover(attack: Attack, two_dice: bool) -> bool:
    """Whether the shot missed by exactly one at a target in cover. Rules: SHOOT-COVER-02, SHOOT-NEED7-01"""
    if attack.hit or not attack.face or attack.raw_need_hit < 2 or (two_dice and attack.need_hit > 6):
        return False
    return attack.face == attack.raw_need_hit - 1 and any(mod.reason.endswith("cover") for mod in attack.hit_mods)


def _strike_cover(ctx: Context, attack: Attack) -> None:
    """Hit the cover: a warrior who is the cover is wounded and saves as usual. Rule: SHOOT-COVER-02"""
    screen = screen_of(ctx.game, ctx.state, attack.who, attack.whom)
    ctx.note("cover_struck", attack.who, screen or attack.whom, "model" if screen else "terrain", "SHOOT-COVER-02")
    if not screen:
        return
    hit = Attack(
        attack.who, screen, "cover", attack.weapon, attack.strength, attack.save_strength,
        automatic=True, flaming=attack.flaming, magical=attack.magical,
    )  # fmt: skip
    resolve(ctx, Group(attack.who, screen, "cover", [hit]))


def _ricochet(ctx: Context, attack: Attack) -> None:
    """Hit the shooter's nearest other enemy within 6 inches of the target too. Rule: CRIT-MISSILE-RICO-01"""
    game, state = ctx.game, ctx.state
    start = body_of(game, state, attack.whom)
    near = [
        other
        for other in enemies_of(game, state, attack.who)
        if other != attack.whom and within(start, body_of(game, state, other), RICOCHET_REACH)
    ]
    if not near:
        return
    least = min(distance(start, body_of(game, state, other)) for other in near)
    tied = tuple(other for other in near if distance(start, body_of(game, state, other)) < least + 1e-6)
    struck = roll_off(ctx, tied, about="target")[0]
    ctx.note("ricochet", attack.who, struck, rule="CRIT-MISSILE-RICO-01")
    hit = Attack(
        attack.who, struck, "ricochet", attack.weapon, attack.strength, attack.save_strength,
        automatic=True, may_be_critical=False, flaming=attack.flaming, magical=attack.magical,
    )  # fmt: skip
    resolve(ctx, Group(attack.who, struck, "ricochet", [hit], second=True))


def _fire_line(ctx: Context, model_id: str, target: str, plan: ShotPlan) -> None:
    """Hit all models in a straight line towards the target."""
    game, state = ctx.game, ctx.state
    mine, aim = body_of(game, state, model_id), body_of(game, state, target)
    far = max(1.0, ((aim.x - mine.x) ** 2 + (aim.y - mine.y) ** 2) ** 0.5)
    reach = plan.line + mine.radius
    ex = mine.x + round((aim.x - mine.x) / far * reach)
    ey = mine.y + round((aim.y - mine.y) / far * reach)
    for other, model in list(state.models.items()):
        if other == model_id or model.gone:
            continue
        body = body_of(game, state, other)
        if abs(body.z - mine.z) < max(body.height, mine.height) and point_nearer_than(
            body.x, body.y, mine.x, mine.y, ex, ey, body.radius + LINE_WIDTH // 2
        ):
            hit_automatically(ctx, other, plan.weapon.strength, how="spray", by=model_id)


def _spend(ctx: Context, model_id: str, plan: ShotPlan, longer: int = 0) -> None:
    """Record the cost of the shot: a reload, `longer` turns more than usual, or the only charge of a weapon."""
    if plan.reloads:
        until = ctx.state.turn_number + 2 + longer
        ctx.emit(EffectAdded(model_id, Effect(f"{RELOADING}{plan.slot}", 0, until, model_id[0])))
    if plan.once:
        ctx.emit(Used(model_id, f"fired:{plan.slot}"))
