"""Roll-offs: dice decide the order of sides or models. Rule: DICE-ROLLOFF-01"""

from __future__ import annotations

from collections.abc import Mapping

from battles.engine.events import Modifier, Rolled
from battles.engine.flow import Context


def roll_off(
    ctx: Context, contestants: tuple[str, ...], bonus: Mapping[str, int] | None = None, *, about: str
) -> tuple[str, ...]:
    """Order contestants (sides or models) by one D6 each plus a bonus, highest first; ties are rolled again among the
    tied.

    `bonus` is a scenario's addition, such as the leader's Initiative; `about` says what is decided: a code, stored with
    each roll. With only one contestant no dice are rolled.
    """
    if len(contestants) < 2:
        return contestants
    scores: dict[str, int] = {}
    for model_id in contestants:
        face = ctx.dice.face("rolloff")
        plus = bonus.get(model_id, 0) if bonus else 0
        mods = (Modifier("scenario", plus),) if plus else ()
        ctx.emit(Rolled("rolloff", model_id, (face,), mods=mods, rule="DICE-ROLLOFF-01", about=about))
        scores[model_id] = face + plus
    order: list[str] = []
    for score in sorted(set(scores.values()), reverse=True):
        tied = tuple(model_id for model_id in contestants if scores[model_id] == score)
        order.extend(roll_off(ctx, tied, bonus, about=about))
    return tuple(order)
