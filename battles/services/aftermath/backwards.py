"""The way back: one answer, or the whole aftermath of a battle. Rules: AF-BACK-01, AF-BACK-02

An answer is taken back by its player until the aftermath is confirmed, the latest first, and only as long as no die
of the server fell for it: what was seen cannot be unseen. The whole is taken back by an arbitrator, or by the players
of a battle outside of leagues, while nothing later stands upon it; begun again, it rolls the same dice.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.engine.aftermath.rolls import TYPED
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle, BattleStatus
from battles.services.aftermath import choices, league
from battles.services.aftermath.account import ledger_prefix
from battles.services.aftermath.standing import later_battle, may_rule
from battles.services.finish import ask_for_aftermath
from mordheim_site.refusals import Refusal
from warbands.services.journal import By
from warbands.services.undoing import unwind


class NothingToTakeBack(Refusal):
    """No answer of this aftermath is left that could be taken back, or this one is not the latest."""

    code = "nothing_to_take_back"
    message = _("That answer cannot be taken back: it was taken back already, or another was given after it.")
    rule_id = "AF-BACK-01"
    status = 409


class DiceFell(Refusal):
    """Dice were rolled for it."""

    code = "dice_fell"
    message = _("Dice fell when this was chosen, so it stands. An arbitrator can correct the roster with a reason.")
    rule_id = "AF-BACK-01"
    status = 409


class OthersConcerned(Refusal):
    """What became of a captive is known to his own people."""

    code = "others_concerned"
    message = _("The other warband knows of this already, so it stands.")
    rule_id = "AF-BACK-01"
    status = 409


class NotForYou(Refusal):
    """Only who runs the league may do this; outside of one its players."""

    code = "not_for_you"
    message = _("That is for the arbitrator of the league. Outside of a league both players may.")
    rule_id = "AF-BACK-02"
    status = 403


class StoodUpon(Refusal):
    """A later battle was fought with what this aftermath gave."""

    code = "stood_upon"
    message = _("A later battle stands upon this aftermath: take that one back first, or correct the roster.")
    rule_id = "AF-BACK-02"
    status = 409


class StillRunning(Refusal):
    """The job is at work."""

    code = "still_running"
    message = _("The aftermath is still being rolled. Wait until it is done.")
    rule_id = "AF-BACK-02"
    status = 409


class ReasonWanted(Refusal):
    """Others read why."""

    code = "reason_wanted"
    message = _("Say why in a few words: both sides read it.")
    fields = {"reason": [_("Say why in a few words.")]}


def latest_answer(row: Aftermath) -> AftermathLine | None:
    """The answer that was given last, or None."""
    return AftermathLine.objects.filter(aftermath=row, turn__gt=0).order_by("-turn").first()


def why_not_back(line: AftermathLine, later: list[AftermathLine]) -> Refusal | None:
    """Why this answer, the latest, stands for good; `later` are the lines that came with it. Rule: AF-BACK-01"""
    if line.stage == "captives" or any(one.stage == "captives" for one in later):
        return OthersConcerned()
    known = int(line.before.get("rolls", 0))
    fallen = [roll for one in (line, *later) for roll in (one.rolls[known:] if one is line else one.rolls)]
    if any(roll[3] != TYPED for roll in fallen):
        return DiceFell()
    return None


def lines_after(row: Aftermath, line: AftermathLine) -> list[AftermathLine]:
    """Lines that were written because of this answer or after it."""
    return list(AftermathLine.objects.filter(aftermath=row, number__gt=int(line.before.get("last", 0))))


@transaction.atomic
def take_back(*, line_id: str, actor_id: int | None, now: datetime) -> AftermathLine:
    """Take back the latest answer of an aftermath: the roster is as before it and the choice is open again.

    What was no choice but an act of the market (a hired sword, a veteran) leaves the account with it.

    Raises NotYourChoice, Confirmed, NothingToTakeBack, DiceFell, OthersConcerned and Entangled.
    """
    row = choices.locked(AftermathLine.objects.values_list("aftermath_id", flat=True).get(public_id=line_id))
    choices.must_own(row, actor_id)
    line = AftermathLine.objects.get(public_id=line_id)
    latest = latest_answer(row)
    if not line.answer or latest is None or latest.pk != line.pk or "version" not in line.before:
        raise NothingToTakeBack
    later = lines_after(row, line)
    refusal = why_not_back(line, later)
    if refusal is not None:
        raise refusal
    by = By(actor_id=actor_id, at=now)
    unwind(warband_id=row.warband_id, prefixes=[ledger_prefix(row)], by=by, after=int(line.before["version"]))
    AftermathLine.objects.filter(pk__in=[one.pk for one in later]).delete()
    is_act = line.number > int(line.before["last"])
    if is_act:
        row.attempt += 1
        row.save(update_fields=["attempt"])
        choices.settle_status(row, now)
        return line
    line.data = line.before.get("data", {})
    line.rolls = line.rolls[: int(line.before.get("rolls", 0))]
    line.answer, line.answered_at, line.answered_by, line.turn, line.before = "", None, None, 0, {}
    line.save(update_fields=["data", "rolls", "answer", "answered_at", "answered_by", "turn", "before"])
    row.attempt += 1
    row.save(update_fields=["attempt"])
    choices.settle_status(row, now)
    return line


@transaction.atomic
def roll_back(*, battle_id: int, actor_id: int, reason: str, now: datetime) -> int:
    """Take the whole aftermath of a battle back from every roster; gives how many ledger entries that undid.

    A second press finds it taken back and changes nothing. Raises NotForYou, ReasonWanted, StillRunning, StoodUpon
    and Entangled. Rule: AF-BACK-02
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side__battle", "warband"))
    if not may_rule(battle, rows, actor_id):
        raise NotForYou
    if all(row.status == AftermathStatus.BACK for row in rows):
        return 0
    if not reason.strip():
        raise ReasonWanted
    if any(row.stage != "over" and row.asked is None for row in rows):
        raise StillRunning
    if any(later_battle(row) for row in rows):
        raise StoodUpon
    league.take_back_the_news(battle, rows)
    prefixes = [ledger_prefix(row) for row in rows]
    by = By(actor_id=actor_id, at=now, reason=reason.strip()[:200])
    count = sum(unwind(warband_id=row.warband_id, prefixes=prefixes, by=by) for row in rows)
    AftermathLine.objects.filter(aftermath__in=rows).exclude(kind="old_wound").delete()
    for kept in AftermathLine.objects.filter(kind="kept", answer="used", data__used_by__in=[r.public_id for r in rows]):
        kept.answer, kept.answered_at = "", None
        kept.save(update_fields=["answer", "answered_at"])
    for row in rows:
        row.status, row.stage, row.place, row.dice_position = AftermathStatus.BACK, "injuries", 0, 0
        row.asked, row.faces, row.rating_after = None, [], 0
        row.done_at, row.confirmed_at, row.confirmed_by = None, None, None
        row.attempt += 1
        row.save()
    battle.aftermath_done_at = None
    battle.save(update_fields=["aftermath_done_at"])
    return count


@transaction.atomic
def begin_again(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """Roll an aftermath that was taken back once more, with the same dice. A second press changes nothing.

    Raises NotForYou. Rule: AF-BACK-02
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side__battle", "warband"))
    if not may_rule(battle, rows, actor_id):
        raise NotForYou
    if battle.status != BattleStatus.FINISHED or any(row.status != AftermathStatus.BACK for row in rows):
        return battle
    for row in rows:
        row.status = AftermathStatus.RUNNING
        row.save(update_fields=["status"])
    battle.aftermath_run += 1
    battle.save(update_fields=["aftermath_run"])
    ask_for_aftermath(battle)
    return battle
