"""Base classes and field types of the operations on an aftermath."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from pydantic import Field

from accounts.models import User
from battles.aftermath.api_shapes import aftermath_shape
from battles.aftermath.decisions import choices
from battles.aftermath.serializers import AftermathShape
from battles.core.operation import BattleOperation
from battles.core.permissions import battle_to_read
from battles.models import Aftermath, Battle
from mordheim_site.operations.base import Call
from mordheim_site.operations.types import whole
from warbands.roster.corrections import MOST as LARGEST_CORRECTION

RosterKey = Annotated[str, Field(max_length=12, description="The key of a warrior or group on the roster.")]
FactCode = Annotated[str, Field(max_length=60, description="A code of the catalogue.")]
Change = Annotated[int, *whole(-LARGEST_CORRECTION, LARGEST_CORRECTION)]
MOST_DICE = 9999
"""More dice than an aftermath ever requests at once."""


class AftermathOperation(BattleOperation, knows_keys=False, response=AftermathShape):
    """Base of operations on the aftermath of a battle. The response is the aftermath of all sides."""

    @classmethod
    def response_of(cls, target: Battle, result: None, call: Call) -> dict[str, object]:
        return aftermath_shape(target, call.actor)


class SideOperation(
    AftermathOperation,
    who="the player of the warband",
    errors=(choices.NotYourChoice, choices.Confirmed, choices.AftermathReverted),
):
    """Base of operations on the aftermath of one warband, whose public id is in the address."""

    @classmethod
    def target_for(cls, actor: User | None, **address: Any) -> Any:
        """The aftermath of one side. Raises Http404."""
        return row_of(battle_to_read(actor, address["pid"]), address["aid"])

    @classmethod
    def response_of(cls, target: Any, result: None, call: Call) -> dict[str, object]:
        return aftermath_shape(Battle.objects.get(sides__aftermath=target), call.actor)


def key_of(call: Call) -> str:
    """The request key without its prefix, as the services store it."""
    return call.source_key.partition(":")[2]


def row_of(battle: Battle, public_id: str) -> Aftermath:
    """The aftermath of one side of this battle. Raises Http404."""
    row = Aftermath.objects.filter(side__battle=battle, public_id=public_id).first()
    if row is None:
        raise Http404
    return row
