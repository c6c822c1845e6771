"""Rivals: if one of them fights, the other may join the enemy. Rule: AF-PERSONA-04"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime

from battles.engine.dice import StreamDice
from catalogue.packs.book import Book, WarriorType
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.books import book_of
from warbands.core.ledger import ActionContext
from warbands.core.state import WarbandState
from warbands.core.state_storage import load_state
from warbands.models import Warband
from warbands.rules.counts import rules_of


def answer(warbands: Sequence[Warband], *, seed: bytes, now: datetime, match_id: int) -> list[str]:
    """Roll, for each warrior who fights and has a rival, whether the rival joins an enemy who may have them.

    The rival joins for free and leaves after the battle like other members without upkeep. The same seed gives the same
    rolls, and a second call changes nothing. Returns the public ids of the warbands that were joined.
    """
    states = [(warband, load_state(warband)) for warband in warbands]
    joined = []
    for number, (warband, state) in enumerate(states):
        facts = book_of(warband)
        dice = StreamDice(hmac.digest(seed, f"rival:{number}".encode(), "sha256"))
        for rival, needs in _called(state, facts):
            for other, theirs in states:
                if other.pk == warband.pk or not _may_join(theirs, rival, facts) or dice.face("rival") < needs:
                    continue
                by = ActionContext(actor_id=None, at=now, source_key=f"rival:{match_id}:{rival.code}")
                try:
                    recruiting.hire_hired_sword(warband_id=other.pk, warrior_type=rival.code, by=by, price_gc=0)
                except Refusal:
                    continue
                joined.append(other.public_id)
    return joined


def _called(state: WarbandState, facts: Book) -> list[tuple[WarriorType, int]]:
    found = []
    for member in state.active():
        entry = facts.warrior_types.get(member.warrior_type_code)
        if entry is None or member.misses_battles:
            continue
        for effect in rules_of(entry, facts, "calls_rival"):
            found.append((facts.warrior_types[str(effect.get("warrior_type"))], int(effect.get("needs"))))
    return found


def _may_join(state: WarbandState, rival: WarriorType, facts: Book) -> bool:
    if rival.hire is None or state.of_type(rival.code):
        return False
    return rival.hire.may_hire.allows(facts.warband_tags(state.warband_type_code))
