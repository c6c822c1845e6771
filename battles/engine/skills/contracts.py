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


def quarry_of(state: BattleState, who: str) -> str:
    """The target of `who`, or ""."""
    return str(state.marks.get(QUARRY + who, ""))


def quarries_for(game: Game, who: str) -> list[str]:
    """Enemy heroes, leaders first."""
    foes = [other for other, one in game.fighters.items() if one.role == "hero" and game.are_enemies(who, other)]
    return sorted(foes, key=lambda other: not game.fighters[other].is_leader)


@on("deploy", "bounty")
def take_the_contract(ctx: Context, who: str, **_: object) -> None:
    """The hunter's side names one enemy hero; with only one there is no prompt."""
    found = quarries_for(ctx.game, who)
    if len(found) == 1:
        _name(ctx, who, found[0])
    elif found:
        ctx.push(Frame(MARK, "start", {"who": who}))


@on("to_hit", "bounty")
def after_him(game: Game, state: BattleState, who: str, attack: Attack, **_: object) -> None:
    """The hunter hits the target more easily, in combat and with shots."""
    if is_mine(attack, who) and quarry_of(state, who) == attack.whom:
        attack.hit_mods.append(Modifier("skill", BETTER))


def _name(ctx: Context, who: str, quarry: str) -> None:
    ctx.emit(Marked(QUARRY + who, quarry))
    ctx.note("hunts", who, quarry, rule="AF-BOUNTY-01")


class MarkStep(Step):
    """Prompt for a bounty hunter's target. Frame data: `who`."""

    kind = MARK

    def enter(self, ctx: Context, frame: Frame) -> None:
        who = frame.data["who"]
        if ctx.answer is not None:
            ctx.pop()
            _name(ctx, who, ctx.answer)
            return
        options = [Choice(one, ctx.game.name(one), MARK) for one in quarries_for(ctx.game, who)]
        ctx.ask(who[0], MARK, options, default=options[0].key, who=who)


register(MarkStep())
