"""The target of a bounty hunter: named after deployment, easier for the hunter to hit. Hooks `deploy`, `to_hit`.

The hunter's casualties, and whether the target is among them, are facts for the aftermath. Rule: AF-BOUNTY-01
"""

from __future__ import annotations

from battles.engine.events import Marked, Modifier
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.gear.conditions import is_mine
from battles.engine.hooks import on
from battles.engine.state import BattleState, Frame
from battles.engine.steps.harm.attacks import Attack

QUARRY = "quarry:"
"""Mark of a battle that stores, with the hunter's id, the id of the target."""
MARK = "mark"
BETTER = 1
"""Bonus to hit the target."""


def quarry_of(state: BattleState, model_id: str) -> str:
    """The target of `model_id`, or ""."""
    return str(state.marks.get(QUARRY + model_id, ""))


def quarries_for(game: Game, model_id: str) -> list[str]:
    """Enemy heroes, leaders first."""
    enemies = [
        other
        for other, fighter in game.fighters.items()
        if fighter.role == "hero" and game.are_enemies(model_id, other)
    ]
    return sorted(enemies, key=lambda other: not game.fighters[other].is_leader)


@on("deploy", "bounty")
def take_the_contract(ctx: Context, model_id: str, **_: object) -> None:
    """The hunter's side names one enemy hero; with only one there is no prompt."""
    found = quarries_for(ctx.game, model_id)
    if len(found) == 1:
        _name(ctx, model_id, found[0])
    elif found:
        ctx.push(Frame(MARK, "start", {"who": model_id}))


@on("to_hit", "bounty")
def bonus_against_quarry(game: Game, state: BattleState, model_id: str, attack: Attack, **_: object) -> None:
    """The hunter hits the target more easily, in combat and with shots."""
    if is_mine(attack, model_id) and quarry_of(state, model_id) == attack.whom:
        attack.hit_mods.append(Modifier("skill", BETTER))


def _name(ctx: Context, model_id: str, quarry: str) -> None:
    ctx.emit(Marked(QUARRY + model_id, quarry))
    ctx.note("hunts", model_id, quarry, rule="AF-BOUNTY-01")


class MarkStep(Step):
    """Prompt for a bounty hunter's target. Frame data: `who`."""

    kind = MARK

    def enter(self, ctx: Context, frame: Frame) -> None:
        model_id = frame.data["who"]
        if ctx.answer is not None:
            ctx.pop()
            _name(ctx, model_id, ctx.answer)
            return
        options = [Choice(quarry, ctx.game.name(quarry), MARK) for quarry in quarries_for(ctx.game, model_id)]
        ctx.ask(model_id[0], MARK, options, default=options[0].key, who=model_id)


register(MarkStep())
