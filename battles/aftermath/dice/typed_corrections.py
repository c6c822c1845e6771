"""Correction of dice that a player typed wrongly; possible until the aftermath is confirmed. Rule: AF-BACK-01

`Aftermath.last_typed` is the request that was answered last with typed dice. It contains the typed text, the position
in the run and the undo point of that moment, and in `previous` the request before it. Dice rolled by the site end this
chain: nothing before them can be corrected, so that a player cannot see a roll and then repeat it.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from battles.aftermath.activities.searches import SEARCHES
from battles.aftermath.context import ledger_prefix
from battles.aftermath.decisions import choices
from battles.aftermath.decisions.undo import StillRunning
from battles.aftermath.decisions.undo_points import undo_point
from battles.aftermath.stages import league
from battles.aftermath.stored.requests import DiceRequest, TypedMoment
from battles.engine.aftermath.rolls import TYPED
from battles.models import Aftermath, AftermathLine, AftermathStatus
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext
from warbands.core.undo import unwind

REQUEST = ("purpose", "who", "dice", "count", "given", "made", "line", "option")
"""Keys of `Aftermath.asked`."""


class NoTypedDice(Refusal):
    """The last dice were not typed in."""

    code = "no_typed_dice"
    message = _(
        "No dice can be corrected: none were typed in, or the site has rolled dice since. "
        "An arbitrator can correct the roster with a reason."
    )
    rule_id = "AF-BACK-01"
    status = 409


class AnotherWarbandAffected(NoTypedDice):
    """The result of the last dice affects another warband."""

    code = "another_warband_affected"
    message = _(
        "The last dice cannot be corrected: their result affects another warband. "
        "An arbitrator can correct the roster with a reason."
    )


class DiceOfASearch(NoTypedDice):
    """The last dice were typed for a search, which cannot be repeated."""

    code = "dice_of_a_search"
    message = _(
        "The last dice were for a search, and a search cannot be repeated. "
        "An arbitrator can correct the roster with a reason."
    )


class ChoicesSince(Refusal):
    """After these dice, something was chosen, bought or corrected."""

    code = "choices_since"
    message = _(
        "The last dice cannot be corrected: a choice was made after them. Undo that choice first, "
        "or have the roster corrected with a reason."
    )
    rule_id = "AF-BACK-01"
    status = 409


def moment_before(row: Aftermath, dice_request: DiceRequest, faces: str) -> TypedMoment:
    """Everything needed to return to this request, recorded before the typed `faces` are used."""
    return {
        **dice_request,
        "typed": faces.strip()[:40],
        "faces": row.faces,
        "stage": row.stage,
        "place": row.place,
        "dice_position": row.dice_position,
        "concerns": _concerns(row),
        "previous": row.last_typed if row.last_typed and row.last_typed["after"] == _written(row) else None,
        **undo_point(row),
    }


def remember(row: Aftermath, moment: TypedMoment | None) -> None:
    """Once the run has continued with typed dice, store the moment before them; None after dice rolled by the site."""
    row.last_typed = None if moment is None else {**moment, "after": _written(row)}
    row.save(update_fields=["last_typed"])


def why_not_corrected(row: Aftermath) -> Refusal | None:
    """Why the last typed dice of an unconfirmed aftermath cannot be corrected; None if they can."""
    moment = row.last_typed
    if row.status == AftermathStatus.RUNNING:
        return StillRunning()
    if row.asked is None and _is_search(row):
        return DiceOfASearch()
    if not moment:
        return NoTypedDice()
    if moment["concerns"] != _concerns(row):
        return AnotherWarbandAffected()
    if (row.asked is not None and row.asked["line"]) or moment["after"] != _written(row):
        return ChoicesSince()
    if any(roll[3] != TYPED for line in _lines_since(row, moment) for roll in line.rolls):
        return NoTypedDice()
    return None


def typed_last(row: Aftermath) -> str:
    """The last typed dice as the player typed them, if they can be corrected; otherwise ""."""
    if row.last_typed is None or row.confirmed_at is not None or row.status == AftermathStatus.BACK:
        return ""
    return "" if why_not_corrected(row) else str(row.last_typed["typed"])


@transaction.atomic
def correct(*, aftermath_id: str, actor_id: int | None, now: datetime) -> Aftermath:
    """Return to the request that was answered last, as if its dice had not been typed. Raises NotYourChoice, Confirmed,
    AftermathReverted, StillRunning, NoTypedDice or a kind of it, ChoicesSince and LaterChangesDepend."""
    row = choices.locked(Aftermath.objects.values_list("pk", flat=True).get(public_id=aftermath_id))
    choices.must_own(row, actor_id)
    refusal = why_not_corrected(row)
    if refusal is not None or row.last_typed is None:
        raise refusal or NoTypedDice
    moment = row.last_typed
    lines = _lines_since(row, moment)
    battle = row.side.battle
    league.withdraw_report(battle, row, lines)
    if battle.aftermath_done_at is not None:
        battle.aftermath_done_at = None
        battle.save(update_fields=["aftermath_done_at"])
    by = ActionContext(actor_id=actor_id, at=now)
    unwind(warband_id=row.warband_id, prefixes=[ledger_prefix(row)], by=by, after=int(moment["version"]))
    AftermathLine.objects.filter(pk__in=[line.pk for line in lines]).delete()
    row.asked = {name: moment[name] for name in REQUEST if name in moment}
    row.last_typed = moment["previous"]
    row.faces, row.stage, row.place = moment["faces"], moment["stage"], moment["place"]
    row.dice_position, row.status, row.done_at = moment["dice_position"], AftermathStatus.WAITING, None
    row.attempt += 1
    row.save()
    return row


def _is_search(row: Aftermath) -> bool:
    """Whether the last line is a search for which dice were typed in."""
    last = AftermathLine.objects.filter(aftermath=row).order_by("-number").first()
    return last is not None and last.kind in SEARCHES and any(roll[3] == TYPED for roll in last.rolls)


def _lines_since(row: Aftermath, moment: TypedMoment) -> list[AftermathLine]:
    return list(AftermathLine.objects.filter(aftermath=row, number__gt=moment["last"]).order_by("number"))


def _written(row: Aftermath) -> list[int]:
    """Numbers of the last line and the last answer of this aftermath. They change as soon as anything else happens in
    it."""
    found = AftermathLine.objects.filter(aftermath=row).aggregate(line=Max("number"), turn=Max("turn"))
    return [found["line"] or 0, found["turn"] or 0]


def _concerns(row: Aftermath) -> int:
    """Number of lines with which this aftermath has changed something outside of its warband."""
    captives = AftermathLine.objects.filter(aftermath__side__battle_id=row.side.battle_id, stage="captives").count()
    return captives + AftermathLine.objects.filter(kind="kept", data__used_by=row.public_id).count()
