"""Runs an aftermath, one step per call. The position is stored with the step's results in one transaction: a step that
was not committed is repeated with the same dice, and a committed step never runs twice. Rule: AF-ORDER-01"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from battles.aftermath.activities import belongings
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.stages import (
    advances,
    closing,
    experience,
    exploration,
    injuries,
    league,
    market,
    rerolls,
    rewards,
)
from battles.engine.aftermath.rolls import DiceWanted
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle

OVER = "over"


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the battle's aftermath as text and numbers."""

    is_over: bool
    done: int
    total: int
    sentence: str
    position: str = ""
    """A value that is different after every step that changed something."""


def _injuries(context: AftermathContext) -> bool:
    fallen = context.facts.fallen
    if context.row.place >= len(fallen):
        return False
    injuries.one_casualty(context, context.row.place)
    context.row.place += 1
    return True


def _once(act: Callable[[AftermathContext], None]) -> Callable[[AftermathContext], bool]:
    def stage(context: AftermathContext) -> bool:
        if context.row.place:
            return False
        act(context)
        context.row.place = 1
        return True

    return stage


def _advances(context: AftermathContext) -> bool:
    member = advances.next_due(context)
    if member is None:
        return False
    advances.roll_one(context, member)
    return True


def _upkeep(context: AftermathContext) -> bool:
    warrior = closing.next_to_pay(context)
    if not warrior:
        return False
    closing.ask_upkeep(context, warrior)
    return True


def _decide(context: AftermathContext) -> bool:
    """Answer a choice for a side without a human player. Returns whether there was one."""
    if context.row.side.has_player:
        return False
    return choices.decide_one(context.row, context.now)


STAGES: dict[str, Callable[[AftermathContext], bool]] = {
    "injuries": _injuries,
    "things": _once(belongings.apply_battle_effects),
    "experience": _once(experience.share_out),
    "advances": _advances,
    "rewards": _once(rewards.apply_rewards),
    "exploration": _once(exploration.explore),
    "late_advances": _advances,
    "sale": _once(closing.offer_sale),
    "upkeep": _upkeep,
    "veterans": _once(market.roll_veterans),
    "decide": _decide,
    "rating": _once(closing.close_battle),
}
"""Function of each stage. It does one step and returns whether there was anything to do."""
_ORDER = (*STAGES, OVER)


@transaction.atomic
def step(*, battle_id: int, now: datetime) -> Progress:
    """Do the next step of a battle's aftermath. Call repeatedly until `is_over`; further calls do nothing.

    A side whose player types dice in waits for them. If nothing else can be done, the run ends for now and continues
    when the dice are entered (`typed_dice.give_faces`).
    """
    battle = Battle.objects.select_for_update().get(pk=battle_id)
    rows = list(
        Aftermath.objects.filter(side__battle=battle)
        .exclude(status=AftermathStatus.BACK)
        .select_related("side__battle", "warband")
        .order_by("side__letter")
    )
    if battle.aftermath_done_at is not None or not rows:
        return Progress(True, len(rows), len(rows), _("The aftermath is done."))
    for row in rows:
        if row.stage != OVER and not _waits(row, now) and one_step(row, now):
            return _progress(rows, _sentence(row))
    total = _progress(rows, "").total
    league.report_result(battle, rows, now)
    if any(row.stage != OVER for row in rows):
        return Progress(True, total - 1, total, _("Waiting for a player's choice."))
    league.report_to_league(battle, rows, now)
    battle.aftermath_done_at = now
    battle.save(update_fields=["aftermath_done_at"])
    return Progress(True, total, total, _("The aftermath is done."))


def run(*, battle_id: int, now: datetime) -> int:
    """Run to the end at once, each step in its own transaction. Returns the number of steps."""
    count = 0
    while not step(battle_id=battle_id, now=now).is_over:
        count += 1
    return count


def _waits(row: Aftermath, now: datetime) -> bool:
    """Whether this side waits for typed dice or a choice about exploration dice."""
    if row.asked is None and row.place and _pauses(row):
        if not row.side.has_player:
            choices.decide_one(row, now)
            return _waits(row, now)
        row.status = AftermathStatus.WAITING
        row.save(update_fields=["status"])
        return True
    return row.asked is not None


def _pauses(row: Aftermath) -> bool:
    """Whether the run cannot continue before the player has answered: about exploration dice, or about an injury that
    may be re-rolled."""
    if row.stage == "exploration":
        return exploration.is_open(row)
    return row.stage == "injuries" and rerolls.is_open(row)


def continue_run(row: Aftermath, now: datetime) -> None:
    """Continue a run that was waiting for dice or an answer."""
    if _waits(row, now):
        return
    row.status = AftermathStatus.RUNNING
    row.save(update_fields=["status"])
    run(battle_id=row.side.battle_id, now=now)
    row.refresh_from_db()


choices.CONTINUATIONS.add("runner", continue_run)


def one_step(row: Aftermath, now: datetime) -> bool:
    """Do one step for one side. Returns False if the side is finished or waits for typed dice."""
    place = (row.stage, row.place)
    try:
        with transaction.atomic():
            return _next_step(row, now)
    except DiceWanted as wanted:
        row.stage, row.place = place
        dice_requests.ask(row, wanted)
        return False


def _next_step(row: Aftermath, now: datetime) -> bool:
    context = AftermathContext(row, now)
    while row.stage != OVER:
        did = STAGES[row.stage](context)
        if did:
            break
        row.stage, row.place = _ORDER[_ORDER.index(row.stage) + 1], 0
    else:
        did = False
    row.faces = []
    row.save(update_fields=["stage", "place", "faces"])
    context.close()
    choices.settle_status(row, now)
    return did


def _progress(rows: list[Aftermath], sentence: str) -> Progress:
    done = total = 0
    for row in rows:
        casualties = len(row.battle_facts.fallen)
        total += casualties + len(STAGES)
        place = _ORDER.index(row.stage)
        done += min(row.place, casualties) if place == 0 else casualties + place
    return Progress(False, done, total + 1, sentence, _position(rows))


def _position(rows: list[Aftermath]) -> str:
    lines = AftermathLine.objects.filter(aftermath__in=rows).aggregate(written=Count("pk"), answered=Max("turn"))
    walks = [f"{row.stage} {row.place} {row.dice_position}" for row in rows]
    return "; ".join([*walks, f"{lines['written']} {lines['answered'] or 0}"])


def _sentence(row: Aftermath) -> str:
    name, fallen = row.side.name, len(row.battle_facts.fallen)
    return {
        "injuries": _("%(name)s: injuries, %(n)d of %(all)d.") % {"name": name, "n": row.place, "all": fallen},
        "things": _("%(name)s: checking items.") % {"name": name},
        "experience": _("%(name)s: counting experience.") % {"name": name},
        "advances": _("%(name)s: rolling advances.") % {"name": name},
        "rewards": _("%(name)s: scenario rewards.") % {"name": name},
        "exploration": _("%(name)s: exploring the ruins.") % {"name": name},
        "late_advances": _("%(name)s: rolling advances.") % {"name": name},
        "sale": _("%(name)s: selling wyrdstone.") % {"name": name},
        "upkeep": _("%(name)s: upkeep of hired swords.") % {"name": name},
        "veterans": _("%(name)s: looking for veterans.") % {"name": name},
        "decide": _("%(name)s: making choices.") % {"name": name},
    }.get(row.stage, _("%(name)s: calculating the new rating.") % {"name": name})
