"""The bot that does only what the rules demand: the opponent of the tutorial battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battles.engine.bots.base import BOTS, Chosen
from battles.engine.bots.reasons import because
from battles.engine.commands import Answer, EndStep

if TYPE_CHECKING:
    from battles.engine.battle import Battle


class IdleBot:
    """Ends every step, gives default answers, and fights when it is in combat."""

    def choose(self, battle: Battle, side: str) -> Chosen:
        """A legal command."""
        frame = battle.state.flow[-1]
        if frame.kind == "decision":
            return Chosen(Answer(str(frame.data["silence"])), because("default"))
        legal = battle.legal(side)
        return Chosen(EndStep() if EndStep() in legal else legal[0], because("holds"))


BOTS.add("idle", IdleBot())
