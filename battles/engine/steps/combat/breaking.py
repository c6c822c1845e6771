"""Breaking from combat: parting blows, then flight. Rules: CC-BREAK-01 to CC-BREAK-03, PSY-ALONE-01, PSY-PANIC-01"""

from __future__ import annotations

from battles.engine.flow import Context
from battles.engine.state import FLEEING, FRENZIED, Frame


def take_flight(ctx: Context, model_id: str, cause: str) -> None:
    """Let a model break from combat: each of its opponents attacks it once, then it flees if it still can.

    Pushes the frames for this. `cause` is "all_alone" or "panic". Rules: CC-BREAK-01, MV-FLEE-01, PSY-FRENZY-03
    """
    ctx.note("breaks", model_id, detail=cause, rule="CC-BREAK-01")
    engaged = ctx.state.models[model_id].engaged
    ctx.flag(model_id, on=FLEEING, off=FRENZIED if ctx.rules.frenzy_ends_when_fleeing else 0, why=cause)
    frames = [Frame("flight", "start", {"who": model_id, "cause": cause})]
    if engaged:
        frames.append(Frame("parting", "start", {"who": model_id}))
    ctx.push(*frames)
