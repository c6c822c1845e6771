"""What a shot is worth, from the exact outcomes under the rules, including hits on models in the way.

Where measuring is not allowed, short, long and out of range are weighted by how likely each appears.
"""

from __future__ import annotations

from typing import NamedTuple

from battles.engine.bots.values import attacks, guessed_distances
from battles.engine.bots.values.positions import expected_gain, gain_between
from battles.engine.commands import Shoot
from battles.engine.flow import STEPS, Context
from battles.engine.game import Game
from battles.engine.odds.attack_odds import odds_from
from battles.engine.odds.branching_dice import outcomes
from battles.engine.odds.pair_odds import condition_of, out_of_action_share, table_of
from battles.engine.state import COMBAT_FLAGS, OUT_OF_ACTION, BattleState
from battles.engine.steps.shooting.cover import screen_of, view
from battles.engine.steps.shooting.firing import aim, fire
from battles.engine.steps.shooting.rate_of_fire import ShotPlan, plan_of, shots_at
from battles.engine.table.vectors import distance
from battles.engine.terrain.buildings.garrisons import bodies_between, garrison_of

ENDLESS = 10**7
"""A range at which no shot counts as long range."""


class ShotWorth(NamedTuple):
    """The value of a volley: the gain for the shooter's side, the share of Wounds it takes, the chance to take the
    target out.
    """

    gain: float = 0.0
    felled: float = 0.0
    out: float = 0.0

    def times(self, share: float) -> ShotWorth:
        """This value weighted by a probability."""
        return ShotWorth(self.gain * share, self.felled * share, self.out * share)


NOTHING = ShotWorth()


def shot_worth(game: Game, state: BattleState, command: Shoot) -> ShotWorth:
    """The worth of a volley at its target from the current positions, as the shooter's side judges it."""
    weapons = game.fighters[command.who].weapons
    if not 0 <= command.weapon < len(weapons):
        return ShotWorth(_thrown(game, state, command))
    plan = plan_of(game, state, command.who, command.weapon)
    if plan.line or garrison_of(state, command.target):
        return ShotWorth(expected_gain(game, state, lambda ctx: _fired(ctx, command, plan), command.who[0], command))
    length = distance(*bodies_between(game, state, command.who, command.target))
    seen = guessed_distances.guess(game, state, command.who[0], (command.who, command.target), length)
    hits = guessed_distances.chance_within(game, seen, plan.reach)
    near = min(hits, guessed_distances.chance_within(game, seen, plan.reach // 2))
    worth = NOTHING
    for share, reach, is_near in ((near, ENDLESS, True), (hits - near, int(length) + 1, False)):
        if share > 0:
            found = _worth_at(game, state, command, plan._replace(reach=reach), shots_at(plan, short=is_near))
            worth = ShotWorth(*(a + share * b for a, b in zip(worth, found, strict=True)))
    return worth


def _worth_at(game: Game, state: BattleState, command: Shoot, plan: ShotPlan, count: int) -> ShotWorth:
    """The exact worth of a volley at a known range, cached by everything that affects it."""
    model_id, target = command.who, command.target
    seen = view(game, state, model_id, target)
    if not seen.seen:
        return NOTHING
    attack = aim(game, state, model_id, target, plan, count, seen)[0]
    screen = screen_of(game, state, model_id, target) if seen.cover else ""
    near = (target, screen) if screen else (target,)
    key = (
        "shot", condition_of(game, state, model_id), command.weapon, count, attack.raw_need_hit, attack.need_hit,
        attack.strength, tuple(modifier[:2] for modifier in attack.hit_mods),
        tuple((condition_of(game, state, other), attacks.worth(game, state, other)) for other in near),
        bool(screen) and game.are_enemies(model_id, screen),
    )  # fmt: skip
    table = table_of(game)
    found = table.shots.get(key)
    if found is None:
        found = table.shots[key] = tuple(_computed(game, state, command, plan, count))
    return ShotWorth(*found)


def _computed(game: Game, state: BattleState, command: Shoot, plan: ShotPlan, count: int) -> ShotWorth:
    model_id, target = command.who, command.target
    before = state.models[target].wounds

    def volley(ctx: Context) -> tuple[bool, int, int, float]:
        group = fire(ctx, model_id, target, plan, count)
        model = ctx.model(target)
        posture = OUT_OF_ACTION if model.gone else model.posture
        hit = group is not None and group.hits > 0
        return hit, before - model.wounds, posture, round(gain_between(game, state, ctx.state, model_id[0]), 6)

    found = outcomes(game, state, volley, indifferent=COMBAT_FLAGS)
    rows: dict[tuple[bool, int, int], float] = {}
    for (hit, lost, posture, _gain), chance in found.items():
        rows[hit, lost, posture] = rows.get((hit, lost, posture), 0.0) + chance
    odds = odds_from(rows)
    gain = sum(row[3] * chance for row, chance in found.items())
    return ShotWorth(gain, out_of_action_share(odds, state.models[target]), odds.out_of_action)


def _fired(ctx: Context, command: Shoot, plan: ShotPlan) -> BattleState:
    fire(ctx, command.who, command.target, plan, plan.shots)
    return ctx.state


def _thrown(game: Game, state: BattleState, command: Shoot) -> float:
    """The gain of a breath attack or a thrown item, resolved as in the shooting phase."""

    def act(ctx: Context) -> BattleState:
        frame = ctx.state.flow[-1]
        STEPS[frame.kind].decide(ctx, frame, command.who[0], command)
        return ctx.state

    return expected_gain(game, state, act, command.who[0], command)
