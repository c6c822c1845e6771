"""What players do with a battle before and after it is played."""

from __future__ import annotations

from typing import Any

from battles.core import selectors
from battles.core.operation import BattleOperation
from battles.core.refusals import DidNotPlay
from battles.models import Battle
from battles.play.serializers import CardSerializer
from battles.setup.muster import CannotBegin
from battles.setup.new_battle import NotYourWarband
from battles.setup.rematch import rematch
from mordheim_site.operations.base import Call


class Rematch(
    BattleOperation,
    name="battles_rematch",
    who="its players, outside leagues",
    limit="battles",
    status=201,
    response=CardSerializer,
    errors=(DidNotPlay, NotYourWarband, CannotBegin),
):
    """Play a finished battle again: same sides, table and rules.

    Warbands take part as they are now. Against a person, the new battle is an invitation.
    """

    def carry_out(self, target: Battle, call: Call) -> Battle:
        return rematch(battle_id=target.pk, actor_id=call.actor.pk, now=call.at)

    @classmethod
    def response_of(cls, target: Battle, result: Battle, call: Call) -> Any:
        return CardSerializer(selectors.card_of(result, call.actor.pk)).data


OPERATIONS = (Rematch,)
