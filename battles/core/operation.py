"""Base classes of the operations on one battle: for users who may view it, and for its players."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from battles.core.permissions import battle_to_read, sides_of
from battles.core.refusals import NotYourSide
from battles.models import Battle
from mordheim_site.api.fields import LARGEST
from mordheim_site.operations.base import Operation
from mordheim_site.operations.types import whole

Sequence = Annotated[
    int, *whole(0, LARGEST), Field(description="Sequence number of the last event that the caller knows.")
]
CommandId = Annotated[
    str, Field(min_length=1, max_length=64, description="Sending the same id again returns the first result.")
]
Side = Annotated[str, Field(pattern="^[a-f]$")]
OptionalSide = Annotated[str, Field(pattern="^[a-f]?$", description="Your side; empty for the one that may act.")]


class BattleOperation(Operation, who="everyone who may view the battle"):
    """An operation on a battle for users who may view it. The service decides which of them may do it."""

    @classmethod
    def target_for(cls, actor: User | None, **address: Any) -> Battle:
        """The battle. Raises Http404 if the user may not view it, and the errors of `check_actor`."""
        battle = battle_to_read(actor, address["pid"], with_names=False)
        cls.check_actor(actor, battle)
        return battle

    @classmethod
    def check_actor(cls, actor: User | None, battle: Battle) -> None:
        """Refuse users who can never do this in this battle, before their input is parsed. Raises a Refusal."""


class PlayerOperation(BattleOperation, who="the players of the battle", errors=(NotYourSide,)):
    """An operation for the players of a battle."""

    @classmethod
    def check_actor(cls, actor: User | None, battle: Battle) -> None:
        """Raise NotYourSide for users without a side."""
        if not sides_of(actor, battle):
            raise NotYourSide
