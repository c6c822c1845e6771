"""Spells of the list Lesser Magic."""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.game import Game
from battles.engine.state import STANDING, BattleState
from battles.engine.steps.combat.breaking import take_flight
from battles.engine.steps.harm.attacks import NO_WEAPON, Attack, Group
from battles.engine.steps.harm.pipeline import resolve
from battles.engine.steps.magic.spell_parts import beside_an_enemy, bless, burn, fly, is_unliving
from battles.engine.steps.magic.spellbook import Casting, Spell, no_target, one_enemy, other_model, spell
from battles.engine.steps.models.characteristics import characteristic
from battles.engine.steps.nerve.leaders import take_test

ARROW = NO_WEAPON._replace(code="magic_arrow", name="magic arrow", chart="missile")


@spell("fires_of_uzhul", "Fires of U'Zhul", 7, one_enemy, reach=1800, direct_damage=True)
def fires_of_uzhul(ctx: Context, casting: Casting) -> None:
    """One hit at Strength 4."""
    for target in casting.targets:
        burn(ctx, casting, target, 4)


@spell("flight_of_zimmeran", "Flight of Zimmeran", 7, beside_an_enemy, places=True, from_combat=False)
def flight_of_zimmeran(ctx: Context, casting: Casting) -> None:
    """The wizard flies up to 12 inches, optionally into contact."""
    fly(ctx, casting)


def _nervous(game: Game, state: BattleState, model_id: str, known: Spell) -> list[tuple[str, ...]]:
    return [choice for choice in other_model(game, state, model_id, known) if not is_unliving(game, choice[0])]


@spell("dread_of_aramar", "Dread of Aramar", 7, _nervous, reach=1200)
def dread_of_aramar(ctx: Context, casting: Casting) -> None:
    """One model takes a Leadership test, and flees if it fails."""
    target = casting.targets[0]
    if ctx.model(target).posture != STANDING or take_test(ctx, target, "fear", "CHAR-LD-01", against=casting.who):
        return
    take_flight(ctx, target, "panic")


@spell(
    "silver_arrows_of_arha", "Silver Arrows of Arha", 7, one_enemy, reach=2400, direct_damage=True, from_combat=False
)
def silver_arrows(ctx: Context, casting: Casting) -> None:
    """D6+2 arrows, shot with the wizard's own Ballistic Skill and without penalties."""
    loose_arrows(ctx, casting, ctx.roll("count", casting.who).total + 2)


def loose_arrows(ctx: Context, casting: Casting, count: int) -> None:
    """Shoot this many arrows at Strength 3, with the caster's own Ballistic Skill and without penalties."""
    model_id = casting.who
    need = max(2, 7 - characteristic(ctx.game, ctx.state, model_id, "ballistic_skill"))
    for target in casting.targets[:1]:
        arrows = [
            Attack(
                model_id,
                target,
                "spell",
                ARROW,
                3,
                3,
                need_hit=need,
                raw_need_hit=need,
                magical=True,
                spell_damage=True,
            )
            for _ in range(count)
        ]
        resolve(ctx, Group(model_id, target, "spell", arrows))


@spell("luck_of_shemtek", "Luck of Shemtek", 6, no_target)
def luck_of_shemtek(ctx: Context, casting: Casting) -> None:
    """Re-roll the wizard's failed dice until the wizard's next turn."""
    bless(ctx, casting.who, casting.who, "luck_of_shemtek")


@spell("sword_of_rezhebel", "Sword of Rezhebel", 8, no_target)
def sword_of_rezhebel(ctx: Context, casting: Casting) -> None:
    """The wizard has a burning sword while a Leadership test each turn keeps it."""
    bless(ctx, casting.who, casting.who, "sword_of_rezhebel", 2, lasts=True)
