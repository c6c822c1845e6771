"""Offers for captives: a ransom, or an exchange. Rules: AF-CAP-02, AF-CAP-03"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.dice import seeds
from battles.aftermath.finds.searchers import list_tags
from battles.aftermath.stored.captive_lines import CaptiveLine, ExchangeLine, RansomLine
from battles.aftermath.stored.options import LineOption
from battles.models import Aftermath, AftermathLine, AftermathStatus
from catalogue.packs.book import Book
from warbands.core.state import CAPTURED
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import casualties
from warbands.rules.member_facts import rules_of_list
from warbands.trading import treasury

STAGE = "captives"
RANSOMS_GC = (10, 25, 50, 75, 100)


def open_captive(
    captor: Aftermath, loser: Aftermath, warrior: str, name: str, book: Book, *, again: bool = False
) -> None:
    """Ask the player of the captors to decide about a captive. `again`: an offer was refused and cannot be repeated."""
    state = load_state(captor.warband)
    tags = list_tags(state, book)
    sells = not any(effect.code == "never_sells_captives" for effect in rules_of_list(state, book))
    options: list[LineOption] = [{"key": "free"}]
    if sells:
        options.insert(0, {"key": "slavers"})
    if any(effect.code == "captive_may_fight" for effect in rules_of_list(state, book)):
        options.insert(0, {"key": "pit"})
    if "undead" in tags:
        options.insert(0, {"key": "zombie"})
    if "cult_of_the_possessed" in tags:
        options.insert(0, {"key": "sacrifice"})
    if not again:
        options += [{"key": f"ransom:{gold}", "gold": gold} for gold in RANSOMS_GC]
        options += [
            {"key": f"exchange:{held.public_id}", "label": held.subject_name} for held in _held_of(captor, loser)
        ]
    write_line(
        captor,
        STAGE,
        CaptiveLine(warband_id=loser.warband_id, of=loser.side.name, loser=loser.pk),
        subject=warrior,
        name=name,
        options=options,
    )


def _held_of(captor: Aftermath, loser: Aftermath) -> list[AftermathLine]:
    """Warriors of the captors' warband whom the loser's warband holds captive and has not decided about yet."""
    lines = AftermathLine.objects.filter(aftermath__warband_id=loser.warband_id, kind="captive", answer="")
    return [line for line in lines.order_by("pk") if CaptiveLine.read(line).warband_id == captor.warband_id]


def offer(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Show the captors' offer to the other player, whose aftermath is reopened for it."""
    kind, _colon, what = key.partition(":")
    loser = Aftermath.objects.select_related("side", "warband").get(pk=CaptiveLine.read(line).loser)
    captor, by = context.row.pk, context.row.side.name
    contents: RansomLine | ExchangeLine
    if kind == RansomLine.kind:
        contents = RansomLine(captor=captor, by=by, gold=int(what))
        options: list[LineOption] = [{"key": "pay", "gold": contents.gold}, {"key": "refuse"}]
    else:
        held = AftermathLine.objects.get(public_id=what)
        contents = ExchangeLine(captor=captor, by=by, held=held.public_id, other=held.subject_name)
        options = [{"key": "agree"}, {"key": "refuse"}]
    write_line(loser, STAGE, contents, subject=line.subject, name=line.subject_name, options=options)
    reopen(loser, context.now)
    context.answered(line, key)


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the answer of the captive's player to the offer. Raises NotEnoughGold."""
    offered = RansomLine.read(line) if line.kind == RansomLine.kind else ExchangeLine.read(line)
    captor = Aftermath.objects.select_related("side", "warband").get(pk=offered.captor)
    own, number = context.row.warband_id, line.number
    member = load_state(Warband.objects.select_for_update().get(pk=own)).members.get(line.subject)
    if member is None or member.status != CAPTURED:
        context.answered(line, key, replace(offered, gone=True))
        return
    if key == "refuse" or (isinstance(offered, ExchangeLine) and not _swap(context, line, offered)):
        open_captive(captor, context.row, line.subject, line.subject_name, context.book, again=True)
        reopen(captor, context.now)
        context.answered(line, key, replace(offered, refused=True))
        return
    if isinstance(offered, RansomLine):
        gold = offered.gold
        treasury.spend(warband_id=own, gold_gc=gold, by=context.by(f"ransom:{number}"), because="ransom")
        treasury.gain(
            warband_id=captor.warband_id, gold_gc=gold, by=context.by(f"ransom-paid:{number}"), because="ransom"
        )
    casualties.release(warband_id=own, warrior=line.subject, by=context.by(f"home:{number}"))
    context.answered(line, key)


def _swap(context: AftermathContext, line: AftermathLine, offered: ExchangeLine) -> bool:
    """Release the captive for whom this one is exchanged. Returns False if they are no longer a captive."""
    held = AftermathLine.objects.select_for_update().get(public_id=offered.held)
    warband_id = CaptiveLine.read(held).warband_id
    theirs = load_state(Warband.objects.select_for_update().get(pk=warband_id))
    member = theirs.members.get(held.subject)
    if held.answer or member is None or member.status != CAPTURED:
        return False
    casualties.release(warband_id=warband_id, warrior=held.subject, by=context.by(f"exchanged:{line.number}"))
    held.answer, held.answered_at = "exchanged", context.now
    held.save(update_fields=["answer", "answered_at"])
    return True


def reopen(row: Aftermath, now: datetime) -> None:
    """Reopen a finished aftermath. If it was confirmed, it rolls from a new seed from now on. Rule: AF-DICE-03"""
    if row.confirmed_at is not None:
        seeds.take_next(row, now)
    row.confirmed_at = None
    if row.stage == "over":
        row.status, row.done_at = AftermathStatus.WAITING, None
    row.save(update_fields=["status", "done_at", "confirmed_at"])
