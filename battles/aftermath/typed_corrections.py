"""Correction of dice that a player typed wrongly, while the aftermath asks for the next ones. Rule: AF-BACK-01

The request for dice carries what is needed to return to the one before: `previous`, itself a request, with the faces,
the place in the run and the undo point of that moment. Dice rolled by the site end the chain: nothing before them can
be corrected, so that nobody sees a roll twice.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.context import ledger_prefix
from battles.aftermath.decisions import choices
from battles.aftermath.decisions.undo_points import undo_point
from battles.engine.aftermath.rolls import TYPED
from battles.models import Aftermath, AftermathLine, AftermathStatus
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext
from warbands.core.undo import unwind


class NoTypedDice(Refusal):
    """The dice before were not typed in, or others have already seen their result."""

    code = "no_typed_dice"
    message = _(
        "The dice before these cannot be corrected: the site rolled since, or their result concerns another warband. "
        "An arbitrator can correct the roster with a reason."
    )
    rule_id = "AF-BACK-01"
    status = 409


def moment_before(row: Aftermath, asked: dict[str, Any], faces: str) -> dict[str, Any]:
    """What the next request remembers of this one, before the typed `faces` are used."""
    return {
        **asked,
        "typed": faces[:40],
        "faces": row.faces,
        "stage": row.stage,
        "place": row.place,
        "dice_position": row.dice_position,
        "concerns": _concerns(row),
        **undo_point(row),
    }


def _concerns(row: Aftermath) -> int:
    """Number of lines by which this aftermath has changed something outside of its warband."""
    captives = AftermathLine.objects.filter(aftermath__side__battle_id=row.side.battle_id, stage="captives").count()
    return captives + AftermathLine.objects.filter(kind="kept", data__used_by=row.public_id).count()


@transaction.atomic
def correct(*, aftermath_id: str, actor_id: int | None, now: datetime) -> Aftermath:
    """Return to the request before the present one, as if its dice had not been typed. Raises NotYourChoice, Confirmed,
    NoTypedDice and LaterChangesDepend."""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    choices.must_own(row, actor_id)
    previous = (row.asked or {}).get("previous")
    if not previous or previous["concerns"] != _concerns(row):
        raise NoTypedDice
    later = AftermathLine.objects.filter(aftermath=row, number__gt=previous["last"])
    if any(roll[3] != TYPED for line in later for roll in line.rolls):
        raise NoTypedDice
    by = ActionContext(actor_id=actor_id, at=now)
    unwind(warband_id=row.warband_id, prefixes=[ledger_prefix(row)], by=by, after=int(previous["version"]))
    later.delete()
    row.asked = {name: previous[name] for name in ("purpose", "who", "dice", "count", "given", "line", "option")}
    if previous.get("previous"):
        row.asked["previous"] = previous["previous"]
    row.faces, row.stage, row.place = previous["faces"], previous["stage"], previous["place"]
    row.dice_position, row.status = previous["dice_position"], AftermathStatus.WAITING
    row.attempt += 1
    row.save(update_fields=["asked", "faces", "stage", "place", "dice_position", "status", "attempt"])
    return row
