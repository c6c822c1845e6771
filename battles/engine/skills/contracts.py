"""The target of a bounty hunter: chosen after deployment, easier for the hunter to hit. Hooks `deploy`, `to_hit`.

Enemies that the hunter takes out of action, and whether the target is one, are facts for the aftermath. Rule:
AF-BOUNTY-01
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
"""Prefix of the mark that stores the target's id; the hunter's id follows."""
MARK = "mark"
BETTER = 1
"""Bonus to hit the target."""


def quarry_of(state: BattleState, model_id: str) -> str:
    """The id of the hunter's target; "" for none."""
    return str(state.marks.get(QUARRY + model_id, ""))


def quarries_for(game: Game, model_id: str) -> list[str]:
    """Ids of enemy heroes who may be the target, leaders first."""
    enemies = [
        other
        for other, fighter in game.fighters.items()
        if fighter.role == "hero" and game.are_enemies(model_id, other)
    ]
    return sorted(enemies, key=lambda other: not game.fighters[other].is_leader)


@on("deploy", "bounty")
def take_the_contract(ctx: Context, model_id: str, **_: object) -> None:
    """The hunter's side chooses an enemy hero as the target; if there is only one, without a prompt."""
    found = quarries_for(ctx.game, model_id)
    if len(found) == 1:
        _name(ctx, model_id, found[0])
    elif found:
        ctx.push(Frame(MARK, "start", {"who": model_id}))


@on("to_hit", "bounty")
def bonus_against_quarry(game: Game, state: BattleState, model_id: str, attack: Attack, **_: object) -> None:
    """Add to the hunter's rolls to hit the target, in combat and with shots."""
    if is_mine(attack, model_id) and quarry_of(state, model_id) == attack.whom:
        attack.hit_mods.append(Modifier("skill", BETTER))


def _name(ctx: Context, model_id: str, quarry: str) -> None:
    ctx.emit(Marked(QUARRY + model_id, quarry))
    ctx.note("hunts", model_id, quarry, rule="AF-BOUNTY-01")


class MarkStep(Step):
    """Asks for a bounty hunter's target. Frame data: `who`."""

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
