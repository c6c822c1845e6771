"""Fights of captives for their freedom, against one of the captors. Rule: AF-CAP-04"""

from __future__ import annotations

from dataclasses import dataclass

from battles.aftermath.captives import fighting_pits
from battles.aftermath.context import AftermathContext
from battles.aftermath.stages import injuries
from battles.engine.aftermath.injuries import serious_injuries
from battles.models import AftermathLine
from warbands.core.state import HERO, Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.roster import advances, casualties
from warbands.rules.member_facts import characteristics_of
from warbands.trading import treasury

PRIZE_GC, LEARNED = 50, 2
CAPTIVE_FROM, CAPTIVE_TO = 11, 35
"""First and last D66 number of the serious injuries for a captor who loses, as in the fighting pits. Rule: AF-INJ-04"""


def champion(context: AftermathContext, state: WarbandState) -> Member | None:
    """The hero who fights for the captors: their best in close combat; None if no hero can fight."""

    def worth(member: Member) -> tuple[int, int]:
        now = characteristics_of(member, context.book)
        return now.weapon_skill + 2 * now.attacks + now.strength, -member.position

    return max(state.active(HERO), key=worth, default=None)


@dataclass(frozen=True, slots=True)
class CaptivesDuel:
    """Result of the fight: whether the captive won, and the name of the captor they fought ("" if no captor could
    fight)."""

    won: bool
    against: str


def fight(context: AftermathContext, line: AftermathLine, theirs: Warband) -> CaptivesDuel:
    """Fight the duel on the engine and apply its results: gold and experience for the winner, and what happens to the
    loser. A captive who wins goes home with their equipment. One who loses is dead, and the caller moves the
    equipment."""
    state, other = context.state(), load_state(theirs)
    captive, ours = other.members[line.subject], champion(context, state)
    if ours is None:
        return CaptivesDuel(won=True, against="")
    duel = fighting_pits.duel(context, (other, captive), (state, ours))
    winner, warband_id = (captive, theirs.pk) if duel.won else (ours, context.row.warband_id)
    if duel.won:
        casualties.release(warband_id=theirs.pk, warrior=captive.key, by=context.by(f"pit-free:{line.number}"))
    by = context.by(f"pit-gold:{line.number}")
    treasury.gain(warband_id=warband_id, gold_gc=PRIZE_GC, by=by, because="sold_to_the_pits")
    by = context.by(f"pit-xp:{line.number}")
    advances.grant_experience(
        warband_id=warband_id, warrior=winner.key, points=LEARNED, by=by, because="sold_to_the_pits"
    )
    if duel.won:
        _hurt(context, line, ours)
    return CaptivesDuel(duel.won, ours.name)


def _hurt(context: AftermathContext, line: AftermathLine, ours: Member) -> None:
    between = (CAPTIVE_FROM, CAPTIVE_TO)
    found = serious_injuries(context.roller, context.tables.injuries, ours.name, between=between)[:1]
    injuries.apply_injuries(context, f"pit{line.number}", ours, found)
