"""Necromancy. Two of its spells work outside a battle's steps: awakening belongs to the aftermath."""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.spells.helping import bless, heal, is_unliving
from battles.engine.state import BattleState
from battles.engine.steps import injuries
from battles.engine.steps.attacks import NO_WEAPON, Attack, Group
from battles.engine.steps.magic import Casting, Spell, no_target, one_enemy, other_model, spell
from battles.engine.steps.pipeline import lose_wounds
from battles.engine.steps.values import characteristic


def _living(game: Game, state: BattleState, who: str, known: Spell) -> list[tuple[str, ...]]:
    return [choice for choice in other_model(game, state, who, known) if not is_unliving(game, choice[0])]


@spell("lifestealer", "Lifestealer", 10, _living, reach=600)
def lifestealer(ctx: Context, casting: Casting) -> None:
    """A living model loses a Wound without a save; the caster gains it."""
    lose_wounds(ctx, casting.targets[0], 1, how="spell", by=casting.who, ward=False)
    heal(ctx, casting.who, 1, above=True)


@spell("death_vision", "Death Vision", 6, no_target)
def death_vision(ctx: Context, casting: Casting) -> None:
    """The caster causes fear for the rest of the battle."""
    bless(ctx, casting.who, casting.who, "death_vision", lasts=True)


@spell("spell_of_doom", "Spell of Doom", 9, one_enemy, reach=1200)
def spell_of_doom(ctx: Context, casting: Casting) -> None:
    """A D6 above the enemy's Strength means an injury roll."""
    target = casting.targets[0]
    strength = characteristic(ctx.game, ctx.state, target, "strength")
    if ctx.roll("die", target, need=strength + 1, against=casting.who).total > strength:
        hurt(ctx, casting.who, target)


def hurt(ctx: Context, by: str, target: str, worst: int = 3) -> None:
    """One injury roll without a wound; nothing worse than `worst`."""
    attack = Attack(by, target, "spell", NO_WEAPON, automatic=True)
    group = Group(by, target, "spell", [attack], posture_before=ctx.model(target).posture)
    result = injuries.roll_injury(ctx, attack, group).result
    injuries.worsen(ctx, target, min(result, worst), by=by, why="spell")
