"""Undo of one answer of an aftermath, and reverting the whole aftermath of a battle. Rules: AF-BACK-01, AF-BACK-02

A player can undo the latest answer until the aftermath is confirmed, if the server rolled no dice for it. The whole
aftermath can be reverted as long as no later battle used its results (`reverts.py` decides by whom). When it is started
again, it rolls new dice from seeds that were committed at the revert.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.aftermath.context import ledger_prefix, open_lines
from battles.aftermath.decisions import choices
from battles.aftermath.decisions.permissions import later_battle, may_rule, players_of
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.dice import seeds
from battles.aftermath.stages import league
from battles.aftermath.start import ask_for_aftermath
from battles.aftermath.stored.line import dice_taken, restore
from battles.engine.aftermath.rolls import TYPED
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle, BattleStatus
from mordheim_site.refusals import Refusal
from warbands.core.ledger import ActionContext
from warbands.core.undo import unwind


class NoAnswerToUndo(Refusal):
    """There is no answer to undo in this aftermath, or this one is not the latest."""

    code = "nothing_to_take_back"
    message = _("This answer cannot be undone: it was already undone, or you gave another answer after it.")
    rule_id = "AF-BACK-01"
    status = 409


class AlreadyRolled(Refusal):
    """The server rolled dice for the answer, so it cannot be undone."""

    code = "dice_fell"
    message = _("This choice rolled dice, so it cannot be undone. An arbitrator can correct the roster with a reason.")
    rule_id = "AF-BACK-01"
    status = 409


class OtherPlayersAffected(Refusal):
    """The captive's own warband has already seen the decision."""

    code = "others_concerned"
    message = _("The other player has already seen this decision, so it cannot be undone.")
    rule_id = "AF-BACK-01"
    status = 409


class NotYoursToRevert(Refusal):
    """In a league only the arbitrator may revert an aftermath; otherwise only its players may."""

    code = "not_for_you"
    message = _("In a league only the arbitrator can do this. Outside of leagues players can, for their own warbands.")
    rule_id = "AF-BACK-02"
    status = 403


class NoAftermathYet(Refusal):
    code = "no_aftermath_yet"
    message = _("This battle has no aftermath yet, so there is nothing to revert or to roll again.")
    status = 409


class SecondPlayerNeeded(Refusal):
    """Another player has to agree to new dice.

    Otherwise a single player could roll for a battle as often as they want.
    """

    code = "nobody_agreed"
    message = _(
        "A reverted aftermath is rolled again only after another player or an arbitrator has agreed. "
        "Correct the roster instead, or restore it to an earlier day."
    )
    rule_id = "AF-BACK-03"
    status = 409


class NotReverted(Refusal):
    """The aftermath was never reverted, so it is not rolled again."""

    code = "not_reverted"
    message = _("This aftermath was not reverted, so it cannot be rolled again. Revert it first.")
    rule_id = "AF-BACK-02"
    status = 409


class UsedByLaterBattle(Refusal):
    """A later battle has used the results of this aftermath."""

    code = "stood_upon"
    message = _("A later battle used the results of this aftermath. Revert that one first, or correct the roster.")
    rule_id = "AF-BACK-02"
    status = 409


class StillRunning(Refusal):
    """The job is still running."""

    code = "still_running"
    message = _("The aftermath is still being rolled. Wait until it is done.")
    rule_id = "AF-BACK-02"
    status = 409


class ReasonMissing(Refusal):
    """The reason is missing. Other players can read it."""

    code = "reason_wanted"
    about = ("reason",)
    message = _("A reason is required. Both sides will read it.")
    fields = {"reason": [_("Enter a short reason.")]}


def latest_answer(row: Aftermath) -> AftermathLine | None:
    """The answer that was given last, or None."""
    return AftermathLine.objects.filter(aftermath=row, turn__gt=0).order_by("-turn").first()


def why_not_undone(line: AftermathLine, later: list[AftermathLine]) -> Refusal | None:
    """Why the latest answer cannot be undone; None if it can. `later` are the lines that it caused. Rule: AF-BACK-01"""
    if line.stage == "captives" or any(other.stage == "captives" for other in later):
        return OtherPlayersAffected()
    known = int(line.before.get("rolls", 0))
    fallen = [roll for part in (line, *later) for roll in (part.rolls[known:] if part is line else part.rolls)]
    # A fight in the pits lists its own dice; only its place in the stream is known here.
    place = int(line.before.get("data", {}).get("dice", 0))
    taken = dice_taken(line)
    if any(roll[3] != TYPED for roll in fallen) or (taken is not None and taken > place):
        return AlreadyRolled()
    return None


def lines_after(row: Aftermath, line: AftermathLine) -> list[AftermathLine]:
    """Lines that were written because of this answer, or after it."""
    return list(AftermathLine.objects.filter(aftermath=row, number__gt=int(line.before.get("last", 0))))


@transaction.atomic
def undo_answer(*, line_id: str, actor_id: int | None, now: datetime) -> AftermathLine:
    """Undo the latest answer of an aftermath: the roster returns to its state before it and the choice reopens.

    For an action in the market (a hired sword, a veteran), its line is removed.

    Raises NotYourChoice, Confirmed, DiceStillRequested, NoAnswerToUndo, AlreadyRolled, OtherPlayersAffected and
    LaterChangesDepend.
    """
    row = choices.locked(AftermathLine.objects.values_list("aftermath_id", flat=True).get(public_id=line_id))
    choices.must_own(row, actor_id)
    if row.asked is not None:
        raise dice_requests.DiceStillRequested
    line = AftermathLine.objects.get(public_id=line_id)
    latest = latest_answer(row)
    if not line.answer or latest is None or latest.pk != line.pk or "version" not in line.before:
        raise NoAnswerToUndo
    later = lines_after(row, line)
    refusal = why_not_undone(line, later)
    if refusal is not None:
        raise refusal
    by = ActionContext(actor_id=actor_id, at=now)
    unwind(warband_id=row.warband_id, prefixes=[ledger_prefix(row)], by=by, after=int(line.before["version"]))
    AftermathLine.objects.filter(pk__in=[other.pk for other in later]).delete()
    is_act = line.number > int(line.before["last"])
    if is_act:
        row.attempt += 1
        row.save(update_fields=["attempt"])
        choices.settle_status(row, now)
        return line
    restore(line, line.before.get("data", {}))
    line.rolls = line.rolls[: int(line.before.get("rolls", 0))]
    line.answer, line.answered_at, line.answered_by, line.turn, line.before = "", None, None, 0, {}
    line.save(update_fields=["data", "rolls", "answer", "answered_at", "answered_by", "turn", "before"])
    row.attempt += 1
    row.save(update_fields=["attempt"])
    choices.settle_status(row, now)
    return line


def must_be_revertible(rows: list[Aftermath]) -> None:
    """Raise StillRunning while the job runs, ChoicesLeft while it waits for a player's choice, UsedByLaterBattle if a
    later battle used the results."""
    for row in rows:
        if row.stage != "over" and row.asked is None:
            raise choices.ChoicesLeft if open_lines(row) and row.status == AftermathStatus.WAITING else StillRunning
    if any(later_battle(row) for row in rows):
        raise UsedByLaterBattle


def revert(battle: Battle, rows: list[Aftermath], *, actor_id: int, reason: str, now: datetime) -> list[list[Any]]:
    """Revert the aftermath of a locked battle on every roster, and commit new seeds. Returns the discarded rolls.
    `reverts.py` decides whose consent is needed. Raises the errors of `must_be_revertible` and LaterChangesDepend.
    Rules: AF-BACK-02, AF-DICE-03"""
    must_be_revertible(rows)
    league.remove_events(battle, rows)
    prefixes = [ledger_prefix(row) for row in rows]
    by = ActionContext(actor_id=actor_id, at=now, reason=reason[:200])
    for row in rows:
        unwind(warband_id=row.warband_id, prefixes=prefixes, by=by)
    lines = AftermathLine.objects.filter(aftermath__in=rows).exclude(kind="old_wound").order_by("aftermath", "number")
    rolls = [roll for line in lines for roll in line.rolls]
    lines.delete()
    for kept in AftermathLine.objects.filter(kind="kept", answer="used", data__used_by__in=[r.public_id for r in rows]):
        kept.answer, kept.answered_at = "", None
        kept.save(update_fields=["answer", "answered_at"])
    for row in rows:
        row.status, row.stage, row.place = AftermathStatus.BACK, "injuries", 0
        row.asked, row.faces, row.last_typed, row.rating_after = None, [], None, 0
        row.done_at, row.confirmed_at, row.confirmed_by = None, None, None
        row.attempt += 1
        row.save()
        seeds.take_next(row, now)
    battle.aftermath_done_at = None
    battle.save(update_fields=["aftermath_done_at"])
    return rolls


@transaction.atomic
def roll_again(*, battle_id: int, actor_id: int, now: datetime) -> Battle:
    """Roll a reverted aftermath again, with new dice whose seeds were committed at the revert.

    A repeated request changes nothing. If there is no other player who could agree, no new dice are rolled. A sheet
    that one player has amended needs the agreement of the others. Raises NotYoursToRevert, NoAftermathYet,
    NotReverted, SecondPlayerNeeded. Rules: AF-BACK-02, AF-BACK-03
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    rows = list(Aftermath.objects.filter(side__battle=battle).select_related("side__battle", "warband"))
    if not may_rule(battle, rows, actor_id):
        raise NotYoursToRevert
    if not rows:
        raise NoAftermathYet
    if battle.status != BattleStatus.FINISHED or any(row.status != AftermathStatus.BACK for row in rows):
        if not battle.aftermath_run:
            raise NotReverted
        return battle
    if not may_roll_again(battle, rows):
        raise SecondPlayerNeeded
    if not _sheet_is_agreed(battle, rows, actor_id):
        return battle
    for row in rows:
        row.status = AftermathStatus.RUNNING
        row.save(update_fields=["status"])
    battle.aftermath_run += 1
    battle.save(update_fields=["aftermath_run"])
    ask_for_aftermath(battle)
    return battle


def may_roll_again(battle: Battle, rows: list[Aftermath]) -> bool:
    """Whether an arbitrator or a second player has allowed new dice."""
    return battle.match_id is not None or len(players_of(rows)) > 1


def _sheet_is_agreed(battle: Battle, rows: list[Aftermath], actor_id: int) -> bool:
    """Record this player's consent to a sheet that was amended after the revert. Returns whether all players have
    agreed."""
    author = battle.setup.get("amended_by")
    if author is None or battle.match_id is not None:
        return True
    agreed = {*battle.setup.get("agreed_by", []), actor_id}
    battle.setup = {**battle.setup, "agreed_by": sorted(agreed)}
    battle.save(update_fields=["setup"])
    return {*players_of(rows)} <= {*agreed, author}
