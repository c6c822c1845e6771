"""Captured heroes: the player of the warband that captured one decides what happens. Rule: AF-CAP-01

Ransom and exchange are offers: the other player accepts or refuses, and after a refusal the captor chooses again.
Rules: AF-CAP-02, AF-CAP-03
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from battles.aftermath.captives import pit_fights, ransom
from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.captive_lines import CaptiveLine, ExchangeLine, RansomLine
from battles.aftermath.warriors import raised_heroes
from battles.models import AftermathLine
from warbands.builder import recruiting
from warbands.core.state import CAPTURED
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import advances, casualties
from warbands.trading import stash, treasury

SLAVERS_DICE = "D6x5"
ZOMBIE = "undead_zombie"


def settle(context: AftermathContext, line: AftermathLine, key: str) -> None:
    """Carry out the captor's decision, or the answer to an offer."""
    if line.kind == raised_heroes.KIND:
        raised_heroes.settle(context, line, key)
        return
    if line.kind in (RansomLine.kind, ExchangeLine.kind):
        ransom.settle(context, line, key)
        return
    captive = CaptiveLine.read(line)
    theirs = Warband.objects.select_for_update().get(pk=captive.warband_id)
    member = load_state(theirs).members.get(line.subject)
    if member is None or member.status != CAPTURED:
        context.answered(line, key, replace(captive, gone=True))
    elif key.startswith(("ransom", "exchange")):
        ransom.offer(context, line, key)
    elif key == "free":
        casualties.release(warband_id=theirs.pk, warrior=line.subject, by=context.by(f"freed:{line.number}"))
        context.answered(line, key)
    else:
        _give_up(context, line, key, theirs)


def _give_up(context: AftermathContext, line: AftermathLine, key: str, theirs: Warband) -> None:
    """Sell, raise or sacrifice a captive, or let them fight for freedom. Their equipment goes to the captors unless
    they win."""
    duel = pit_fights.fight(context, line, theirs) if key == "pit" else None
    captive = CaptiveLine.read(line)
    if duel is not None and duel.won:
        context.answered(line, key, replace(captive, won=True, against=duel.against))
        return
    taken = _take_gear(context, line, theirs)
    casualties.release(
        warband_id=theirs.pk, warrior=line.subject, by=context.by(f"given-up:{line.number}"), keep_kit=False
    )
    casualties.kill(
        warband_id=theirs.pk, warrior=line.subject, by=context.by(f"lost:{line.number}"), because=f"captive_{key}"
    )
    captive = replace(captive, gear=taken)
    if duel is not None:
        captive = replace(captive, won=duel.won, against=duel.against)
    if key in GAINS:
        captive = GAINS[key](context, line, captive)
    context.answered(line, key, captive)


def _sell_to_slavers(context: AftermathContext, line: AftermathLine, captive: CaptiveLine) -> CaptiveLine:
    gold = context.roller.roll(SLAVERS_DICE, "slavers", line.subject_name)
    by = context.by(f"captive:{line.number}")
    treasury.gain(warband_id=context.row.warband_id, gold_gc=gold, by=by, because="captive")
    return replace(captive, gold=gold)


def _raise_as_zombie(context: AftermathContext, line: AftermathLine, captive: CaptiveLine) -> CaptiveLine:
    by = context.by(f"captive:{line.number}")
    recruiting.hire_free(warband_id=context.row.warband_id, warrior_type=ZOMBIE, by=by, because="captive")
    return captive


def _sacrifice(context: AftermathContext, line: AftermathLine, captive: CaptiveLine) -> CaptiveLine:
    """Sacrifice the captive. The leader of the captors, if they have one, gains 1 experience."""
    leader = context.state().leader()
    if leader is not None:
        by = context.by(f"captive:{line.number}")
        advances.grant_experience(
            warband_id=context.row.warband_id, warrior=leader.key, points=1, by=by, because="captive"
        )
    return captive


GAINS: Final[Mapping[str, Callable[[AftermathContext, AftermathLine, CaptiveLine], CaptiveLine]]] = {
    "slavers": _sell_to_slavers,
    "zombie": _raise_as_zombie,
    "sacrifice": _sacrifice,
}
"""Functions for what the captors gain from a captive whom they do not release. Each returns the line with the
result."""


def _take_gear(context: AftermathContext, line: AftermathLine, theirs: Warband) -> list[str]:
    names = []
    for number, held in enumerate(load_state(theirs).held_by(line.subject)):
        if held.item_code == "dagger" and not held.paid_gc:
            continue
        stash.add(
            warband_id=context.row.warband_id,
            item=held.item_code,
            count=held.count,
            material=held.material_code,
            by=context.by(f"gear:{line.number}:{number}"),
            because="captive",
        )
        names.append(context.book.items[held.item_code].name)
    return names
