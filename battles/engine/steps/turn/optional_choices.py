"""Optional choices of a side for its models at certain moments: a shape, a rune, a taunt, a trap, leaving a fight.

A trait registers an `Offer`. At its moment, the step prompts the side of every model with an option, in roster order,
and carries out the answer. "no" is always the first option and the default after a timeout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from battles.engine.flow import Choice, Context, Step, register
from battles.engine.game import Game
from battles.engine.hooks import INNER_CODES, Trait
from battles.engine.registry import Registry
from battles.engine.state import BattleState, Frame
from battles.engine.traits import ask_for

BEFORE_BATTLE, TURN_START, SHOOTING, AFTER_COMBAT = "before_battle", "turn_start", "shooting", "after_combat"
"""The moments: after deployment; at the start of the side's turn, after its tests; at the start of the side's shooting
phase; at the end of every combat phase.
"""
DECLINE = "no"
Options = Callable[..., list[Choice]]
Take = Callable[..., None]


class Offer(NamedTuple):
    """What a trait offers at a moment."""

    moment: str
    options: Options
    """Function (game, state, who, **parameters) that returns the options besides "no"; none if nothing can be chosen
    now.
    """
    take: Take
    """Function (ctx, who, key, **parameters) that carries out the chosen option."""
    bots_take: bool = True
    """Whether bots choose the first option."""


OFFERS: Registry[Offer] = Registry("offer")


def offer(code: str, moment: str, options: Options, *, bots_take: bool = True) -> Callable[[Take], Take]:
    """Decorator: register a function that carries out the chosen option of the trait `code`."""
    ask_for(code)

    def known(take: Take) -> Take:
        OFFERS.add(code, Offer(moment, options, take, bots_take))
        return take

    return known


def traits_of(game: Game, state: BattleState, model_id: str) -> Iterator[Trait]:
    """The traits of a model that offer a choice: its own, then those of lasting effects."""
    yield from ((code, given) for code, given in game.fighters[model_id].skills if code in OFFERS)
    yield from ((effect.code, {}) for effect in state.models[model_id].effects if effect.code in OFFERS)


def due(game: Game, state: BattleState, moment: str, side: str = "") -> list[list[str]]:
    """[model, trait] for every choice that may be made at this moment, of one side or of all."""
    found: list[list[str]] = []
    for model_id, model in state.models.items():
        if model.gone or (side and model_id[0] != side):
            continue
        for code, given in traits_of(game, state, model_id):
            if OFFERS[code].moment == moment and OFFERS[code].options(game, state, model_id, **given):
                found.append([model_id, code])
    return found


def begin(ctx: Context, moment: str, side: str = "") -> None:
    """Push the choices of a moment, if there are any."""
    queue = due(ctx.game, ctx.state, moment, side)
    if queue:
        ctx.push(Frame("choosing", moment, {"queue": queue}))


class ChoosingStep(Step):
    """Prompts for one choice after another. Data: `queue` of [model, trait], of which the first is prompted."""

    kind = "choosing"

    def enter(self, ctx: Context, frame: Frame) -> None:
        queue = list(frame.data["queue"])
        if ctx.answer is not None:
            model_id, code = queue.pop(0)
            ctx.replace(queue=queue)
            if ctx.answer != DECLINE:
                OFFERS[code].take(ctx, model_id, ctx.answer, **_trait(ctx, model_id, code)[1])
            return
        while queue:
            model_id, code = queue[0]
            options = _options(ctx, model_id, code)
            if options:
                ctx.replace(queue=queue)
                self._ask(ctx, model_id, code, options)
                return
            queue.pop(0)
        ctx.pop()

    @staticmethod
    def _ask(ctx: Context, model_id: str, code: str, options: list[Choice]) -> None:
        name = ctx.game.name(model_id)
        choices = [Choice(DECLINE, f"{name} does not", "decline"), *options]
        wanted = options[0].key if OFFERS[code].bots_take else DECLINE
        ctx.ask(model_id[0], "choose", choices, default=DECLINE, who=model_id, offer=code, wanted=wanted)


def _trait(ctx: Context, model_id: str, code: str) -> Trait:
    return next((trait for trait in traits_of(ctx.game, ctx.state, model_id) if trait[0] == code), (code, {}))


def _options(ctx: Context, model_id: str, code: str) -> list[Choice]:
    if ctx.model(model_id).gone or all(known != code for known, _ in traits_of(ctx.game, ctx.state, model_id)):
        return []
    return OFFERS[code].options(ctx.game, ctx.state, model_id, **_trait(ctx, model_id, code)[1])


def inner_offer(code: str) -> None:
    """Register the code of an offer that only a lasting effect of the engine gives."""
    INNER_CODES.add(code)


register(ChoosingStep())
