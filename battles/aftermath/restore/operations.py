"""The operation that restores a warband to its state after an earlier entry of its ledger."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from battles.aftermath.restore import services
from mordheim_site.api.fields import LARGEST
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import text, whole
from warbands.core.ledger import LedgerResult
from warbands.core.permissions import warband_to_read
from warbands.core.undo import NoSuchState
from warbands.models import Warband
from warbands.shared.serializers import RosterOut, roster_json
from warbands.shared.sheet import roster_of


class RestoreRoster(
    Operation,
    name="warband_restore_roster",
    who="the owner of the warband; in a league, the arbitrator",
    response=RosterOut,
    example={"number": 12, "reason": "The wrong warrior was dismissed."},
    errors=(services.NotYoursToRestore, services.ReasonMissing, services.InBattle, NoSuchState),
):
    """Restore a roster to its state after an entry of its ledger.

    No history is lost: the restoration is an entry too.
    """

    number: Annotated[int, *whole(0, LARGEST), Field(description="The number of the entry in the ledger.")]
    reason: Annotated[str, *text(200), Field(description="Everyone who may view the warband can read it.")] = ""

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Warband:
        """The warband. Raises Http404."""
        return warband_to_read(actor, address["pid"])

    def carry_out(self, target: Warband, call: Call) -> LedgerResult:
        return services.restore(
            warband_id=target.pk,
            number=self.number,
            actor_id=call.actor.pk,
            reason=self.reason,
            key=call.source_key,
            now=call.at,
        )

    @classmethod
    def response_of(cls, target: Warband, result: LedgerResult, call: Call) -> Any:
        target.refresh_from_db()
        return roster_json(roster_of(target))


OPERATIONS = (RestoreRoster,)
