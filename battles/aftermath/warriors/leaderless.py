"""Undead warbands without a leader: only a named successor can control them. Rule: AF-LEADER-01"""

from __future__ import annotations

from battles.aftermath.context import AftermathContext
from battles.models import AftermathLine
from catalogue.packs.book import Book
from warbands.core.state import CAPTURED, WarbandState
from warbands.roster import casualties
from warbands.rules.member_facts import rules_of_list

STAGE = "rating"
KIND = "falls_apart"


def lost_all_leaders(state: WarbandState, book: Book) -> bool:
    """Whether the warband has no warrior who could lead it, not even as a captive."""
    if not any(
        effect.code == "leader_successor" and effect.get("or_falls_apart") for effect in rules_of_list(state, book)
    ):
        return False
    first = book.leader_of(state.warband_type_code).code
    held = any(member.status == CAPTURED and member.warrior_type_code == first for member in state.members.values())
    return state.leader() is None and not held and bool(state.active())


def disband_undead(context: AftermathContext) -> None:
    """Remove all members of a warband that no warrior can control any more. Running it again changes nothing."""
    state = context.state()
    if not lost_all_leaders(state, context.book):
        return
    for member in state.active():
        by = context.by(f"falls-apart:{member.key}")
        casualties.leave(warband_id=context.row.warband_id, warrior=member.key, by=by)
    if not AftermathLine.objects.filter(aftermath=context.row, kind=KIND).exists():
        context.line(STAGE, KIND)
