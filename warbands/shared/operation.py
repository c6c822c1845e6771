"""Base classes of the operations that change one warband with a ledger entry, and of those that start one."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from accounts.models import User
from mordheim_site.operations.base import Call, Operation
from mordheim_site.operations.types import Version
from warbands.core.drafts import Started, TooManyForGuest
from warbands.core.ledger import ActionContext, LedgerResult, StalePage, WarbandArchived
from warbands.core.ledger_text import sentence_for
from warbands.core.permissions import ReadOnly, warband_to_act_on, warband_to_read
from warbands.models import Warband
from warbands.shared.serializers import ActionOut, RosterOut, roster_json
from warbands.shared.sheet import roster_of


class WarbandOperation(
    Operation, who="the owner of the warband", response=ActionOut, errors=(ReadOnly, StalePage, WarbandArchived)
):
    """An action on a warband. The response is the ledger entry and the roster after it."""

    version: Annotated[
        Version | None,
        Field(description="The version of the roster that you read. Refused when the roster has changed since."),
    ] = None

    @classmethod
    def target_for(cls, actor: User, **address: Any) -> Warband:
        """The warband. Raises Http404, ReadOnly."""
        return warband_to_act_on(actor, address["pid"])

    def carry_out(self, target: Warband, call: Call) -> LedgerResult:
        """Write the ledger entry."""
        context = ActionContext(
            actor_id=call.actor.pk,
            at=call.at,
            source_key=call.source_key,
            version=self.version,
            is_exact=call.scopes is not None,
        )
        return self.perform(target.pk, context)

    def perform(self, warband_id: int, context: ActionContext) -> LedgerResult:
        """Change the warband."""
        raise NotImplementedError

    @classmethod
    def response_of(cls, target: Warband, result: LedgerResult, call: Call) -> dict[str, Any]:
        """The entry as text, and the roster after it."""
        target.refresh_from_db()
        return {
            "entry": result.entry,
            "sentence": sentence_for(result.kind, result.arguments),
            "subject": result.subject,
            "gold_delta_gc": result.gold_delta_gc,
            "was_there": result.was_there,
            "roster": roster_json(roster_of(target)),
        }


class StartOperation(
    Operation, who="every player", limit="warbands", status=201, response=RosterOut, errors=(TooManyForGuest,)
):
    """Creates a draft of the caller. The response is its roster."""

    @classmethod
    def response_of(cls, target: Any, result: Started, call: Call) -> dict[str, Any]:
        """The roster of the draft."""
        return roster_json(roster_of(warband_to_read(call.actor, result.public_id)))

    @classmethod
    def status_of(cls, result: Started) -> int:
        """200 if an earlier request with the same key started the draft, otherwise 201."""
        return 200 if result.was_there else 201
