"""Bases of the operations on one battle: for those who may view it, and for its players."""

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
CommandId = Annotated[str, Field(min_length=1, max_length=64, description="The same id again gets the first result.")]
Side = Annotated[str, Field(pattern="^[a-f]$")]
OptionalSide = Annotated[str, Field(pattern="^[a-f]?$", description="Your side; empty for the one that may act.")]


class BattleOperation(Operation, who="everyone who may view the battle"):
    """The service decides who of them may do it."""

    @classmethod
    def target_for(cls, actor: User | None, **address: Any) -> Battle:
        """The battle. Raises Http404 for a private one of others, and what `check_actor` raises."""
        battle = battle_to_read(actor, address["pid"], with_names=False)
        cls.check_actor(actor, battle)
        return battle

    @classmethod
    def check_actor(cls, actor: User | None, battle: Battle) -> None:
        """Refuse those who can never do this in this battle, before their input is read."""


class PlayerOperation(BattleOperation, who="the players of the battle", errors=(NotYourSide,)):
    """For those who command a side."""

    @classmethod
    def check_actor(cls, actor: User | None, battle: Battle) -> None:
        """Raises NotYourSide."""
        if not sides_of(actor, battle):
            raise NotYourSide
