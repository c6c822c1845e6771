"""Requests for dice that a player rolls and types in. Rule: AF-DICE-02

If a step needs dice that are missing, its changes are rolled back and the dice are requested. When they are entered,
the step runs again from its beginning, so it is never carried out in part.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.dashboard.lines import clear_count
from battles.aftermath.stored.requests import DiceRequest
from battles.engine.aftermath.rolls import DiceWanted
from battles.models import Aftermath, AftermathLine, AftermathStatus
from campaigns.matches.references import references
from campaigns.notices import delivery
from mordheim_site.refusals import Refusal


class InvalidDice(Refusal):
    """The number of dice is wrong, or a face is not on a D6."""

    code = "not_these_dice"
    about = ("faces",)
    rule_id = "AF-DICE-02"


class DiceStillRequested(Refusal):
    """Dice of this player are still requested."""

    code = "dice_first"
    message = _("Enter the requested dice first, or let the site roll them.")
    rule_id = "AF-DICE-02"
    status = 409


class NoDiceRequested(Refusal):
    """No dice are requested: they were already entered, perhaps in another tab, or none are needed."""

    code = "nothing_asked"
    message = _(
        "No dice are requested now: they were already entered, or none are needed. "
        "Reload the page to see the aftermath."
    )
    rule_id = "AF-DICE-02"
    status = 409


class OtherDiceRequested(NoDiceRequested):
    """`given` is not that of the requested dice, so other dice are requested than the caller has seen."""

    code = "other_dice_asked"
    about = ("given",)
    message = _("Other dice are requested now. Read what the aftermath asks for, and send its number of dice.")


def ask(row: Aftermath, wanted: DiceWanted, *, line: str = "", option: str = "") -> None:
    """Store which dice a locked aftermath waits for, and for which option of which line."""
    dice_request: DiceRequest = {
        "purpose": wanted.purpose,
        "who": wanted.who,
        "dice": wanted.notation,
        "count": wanted.count,
        "given": _dice_so_far(row),
        "made": wanted.made,
        "line": line,
        "option": option,
    }
    row.asked = dice_request
    row.status = AftermathStatus.WAITING
    row.save(update_fields=["asked", "status", "stage", "place"])
    _notify_player(row)


def _dice_so_far(row: Aftermath) -> int:
    """How many dice this aftermath has used: it grows with every answer, so that dice sent twice do not answer the next
    request too."""
    rolls = AftermathLine.objects.filter(aftermath=row).values_list("rolls", flat=True)
    return len(row.faces) + sum(len(roll[1]) for line in rolls for roll in line)


def _notify_player(row: Aftermath) -> None:
    """Notify the player that their dice are needed, once for each run of an aftermath. The dashboard counts each
    roll."""
    side = row.side
    battle, player_id = side.battle, side.player_id or row.warband.owner_id
    words = _("%(name)s: the aftermath waits for dice that you roll at your table. Enter them.") % {"name": side.name}
    delivery.write_notices(
        [player_id],
        campaign=battle.match.campaign if battle.match is not None else None,
        kind="answer",
        sentence=str(words)[:400],
        url=reverse("battles:aftermath", args=[battle.public_id]),
        source=f"aftermath-dice:{row.pk}:{battle.aftermath_run}",
        now=timezone.now(),
        about=references(match=battle.match, battle=battle.public_id, warbands=[row.warband]),
    )
    transaction.on_commit(partial(clear_count, player_id))


def faces_of(text: str, count: int) -> list[int]:
    """The faces in a text such as "3 5" or "35". Raises InvalidDice."""
    digits = [sign for sign in text if not sign.isspace() and sign not in ",;+-/"]
    if len(digits) != count or any(digit not in "123456" for digit in digits):
        message = ngettext_lazy(
            "Nothing was saved: enter one number from 1 to 6.",
            "Nothing was saved: enter %(count)d dice, each from 1 to 6, for example 3 5.",
            count,
        )
        raise InvalidDice(message=message % {"count": count})
    return [int(digit) for digit in digits]
