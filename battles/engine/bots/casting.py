"""Spells and prayers that a bot casts. Each legal one is valued by the exact odds of its roll and of its effect.

The value of a spell is the chance to cast it times the expected change of the position: damage to enemies and friends,
healing, warriors who get up again, fights it begins, and the effect of its charms on fights nearby.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from battles.engine.bots import available_commands
from battles.engine.bots.base import Chosen
from battles.engine.bots.reasons import because, percent
from battles.engine.bots.values import attacks
from battles.engine.bots.values.positions import BRANCHES, SAMPLES, gain_between
from battles.engine.commands import Cast, Command, EndStep
from battles.engine.dice import PlainDice
from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.odds.branching_dice import outcomes
from battles.engine.odds.budget import Budget, OverBudget
from battles.engine.state import BattleState
from battles.engine.steps.magic.casting import aim, take_effect, try_to_cast

if TYPE_CHECKING:
    from battles.engine.battle import Battle

LEAST = 0.005
"""A spell with a smaller expected value than this is not cast."""
CHARMED = 0.03
"""Value of a charm that does not change the odds of any fight, if an enemy is near."""
NEAR, NEAREST = 1200, 3
"""Maximum distance and number of the opponents whose fights with the model are considered for a charm."""
NOT_YET = 0.4
"""Weight of a charm for a fight that has not begun."""


class Weighed(NamedTuple):
    """A spell with its expected value and the chance to cast it."""

    command: Cast
    value: float
    chance: float


def cast_or_end(battle: Battle, legal: list[Command]) -> Chosen:
    """The best spell, or the end of the phase when no spell is worth casting."""
    found = best_cast(battle, legal)
    if found is not None:
        return found[0]
    end = available_commands.first_of(legal, lambda command: isinstance(command, EndStep))
    return Chosen(end or legal[0], because("no_spell"))


def best_cast(battle: Battle, legal: list[Command]) -> tuple[Chosen, float] | None:
    """The spell with the highest expected value, and that value; None when no spell is worth casting."""
    casts = [command for command in legal if isinstance(command, Cast)]
    best: Weighed | None = None
    for command in casts:
        weighed = weigh(battle.game, battle.state, command, casts)
        if weighed.value >= LEAST and (best is None or weighed.value > best.value):
            best = weighed
    if best is None:
        return None
    command = best.command
    why = because("casts", who=command.who, spell=command.spell, chance=percent(best.chance))
    return Chosen(command, why), best.value


def weigh(game: Game, state: BattleState, command: Cast, casts: list[Cast]) -> Weighed:
    """The expected value of a spell for the caster's side. `casts` are all legal ones."""
    tried: dict[tuple[bool, float], float] = outcomes(
        game,
        state,
        lambda ctx: (try_to_cast(ctx, command) is not None, gain_between(game, state, ctx.state, command.who[0])),
    )
    chance = sum(share for (works, _gain), share in tried.items() if works)
    price = sum(gain * share for (_works, gain), share in tried.items())
    if not chance:
        return Weighed(command, price, chance)
    targets = {target for other in casts if other.spell == command.spell for target in other.targets}
    at_enemies = any(game.are_enemies(command.who, target) for target in targets)
    at_friends = any(target[0] == command.who[0] for target in targets)
    intent = _Intent(harms=not at_friends, helps=not at_enemies)
    return Weighed(command, price + chance * _effect(game, state, command, intent), chance)


class _Intent(NamedTuple):
    """Assumed purpose of a charm without measurable effect.

    It harms if it cannot be aimed at friends, helps if it cannot be aimed at enemies.
    """

    harms: bool
    helps: bool


def _effect(game: Game, state: BattleState, command: Cast, intent: _Intent) -> float:
    """The expected value of a spell that was cast."""
    side = command.who[0]
    budget = Budget(BRANCHES)

    def gain(ctx: Context) -> float:
        budget.spend()
        take_effect(ctx, aim(ctx, command))
        return round(gain_between(game, state, ctx.state, side) + _charms(game, state, ctx.state, side, intent), 6)

    try:
        found = outcomes(game, state, gain)
    except OverBudget:
        budget = Budget(SAMPLES)
        seed = crc32(repr((state.turn_number, state.dice_position, command)).encode())
        dice = PlainDice(seed)
        return sum(gain(Context(game, state.fork(), dice)) for _ in range(SAMPLES)) / SAMPLES
    return sum(value * share for value, share in found.items())


def _charms(game: Game, before: BattleState, after: BattleState, side: str, intent: _Intent) -> float:
    """How much a spell's lasting effects change the fights of the affected models, as seen by a side."""
    gain = 0.0
    for model_id, model in after.models.items():
        was = before.models.get(model_id)
        if model is was or was is None or model.gone or model.effects == was.effects:
            continue
        sign = -1 if game.are_enemies(side, model_id) else 1
        opponents = _opponents(game, after, model_id)
        changed = sum(_changed(game, before, after, model_id, enemy) for enemy in opponents)
        if opponents and abs(changed) < 1e-6:
            meant = intent.helps if sign > 0 else intent.harms
            gain += CHARMED if meant else 0.0
        gain += sign * changed
    return gain


def _opponents(game: Game, state: BattleState, model_id: str) -> list[str]:
    """The nearest enemies that a model is fighting or may fight soon."""
    here = state.models[model_id]
    rows = []
    for other, model in state.models.items():
        if model.gone or not game.are_enemies(model_id, other):
            continue
        far = 0.0 if other in here.engaged else hypot(model.x - here.x, model.y - here.y)
        if far <= NEAR:
            rows.append((far, other))
    return [other for _far, other in sorted(rows)[:NEAREST]]


def _changed(game: Game, before: BattleState, after: BattleState, model_id: str, enemy: str) -> float:
    """How much a charm changes one round of attacks between a model and an opponent, as seen by the model."""
    weight = 1.0 if enemy in after.models[model_id].engaged else NOT_YET
    given = attacks.wounds_share(game, after, model_id, enemy) - attacks.wounds_share(game, before, model_id, enemy)
    taken = attacks.wounds_share(game, after, enemy, model_id) - attacks.wounds_share(game, before, enemy, model_id)
    worth, own = attacks.worth(game, before, enemy), attacks.worth(game, before, model_id)
    return weight * (given * worth - taken * own)
