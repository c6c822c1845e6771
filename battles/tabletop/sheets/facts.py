"""Conversion of a sheet to facts for the aftermath. Rules: AF-PAPER-01, AF-FACT-02"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from battles.aftermath.stored.facts import Casualty, StoredFacts
from battles.core.bridge.fighters import ROLE_OF_KIND
from battles.engine.scenarios.loot import Loot
from battles.engine.skills.contracts import MARK
from battles.models import BattleSide
from battles.tabletop.sheets.occasions import occasions_on
from battles.tabletop.sheets.sheet import Fall, Sheet
from campaigns.standings.outcomes import DRAW, WIN
from warbands.core.state import Member, WarbandState
from warbands.core.state_storage import load_state

KILLING_BLOW: Final = "killing_blow"
"""The fact of a casualty by a killing blow."""


def facts_from(sheet: Sheet, sides: Sequence[BattleSide], side: BattleSide, results: Mapping[str, str]) -> StoredFacts:
    """The facts of one side, as `aftermath.start.side_facts` returns them for a battle on the board. `results` has win,
    tie or loss by letter."""
    mine = sheet.sides[side.letter]
    assert side.warband is not None
    own = load_state(side.warband)
    enemies = {other.letter: other for other in sides if other.letter in sheet.enemies(side.letter)}
    companies = {letter: load_state(enemy.warband) for letter, enemy in enemies.items() if enemy.warband is not None}
    leader = own.leader()
    return StoredFacts(
        won=results[side.letter] == WIN,
        drawn=results[side.letter] == DRAW,
        shared=sum(1 for result in results.values() if result == WIN) > 1,
        fought=list(mine.fought),
        kills={warrior: count for warrior, count in sheet.kills(side.letter).items() if warrior in own.members},
        leader=leader.key if leader is not None and leader.key in mine.fought else "",
        routed=mine.routed,
        score=0,
        deeds=mine.deeds,
        loot=_loot(sheet, side.letter, results, {**companies, side.letter: own}),
        rating=side.rating,
        enemy_rating=max((enemy.rating for enemy in enemies.values()), default=side.rating),
        enemies=[enemy.name for enemy in enemies.values()],
        fallen=tuple(_fallen(fall, companies, enemies, sheet) for fall in mine.falls),
        things=mine.used,
    )


def _loot(sheet: Sheet, letter: str, results: Mapping[str, str], companies: Mapping[str, WarbandState]) -> Loot:
    """What one side brings home. The `companies` are its own warband and those of its enemies, by letter."""
    side = sheet.sides[letter]
    return {
        "shards": side.shards,
        "chest": side.has_prize,
        "occasions": occasions_on(sheet, letter, results[letter], companies),
    }


def _fallen(
    fall: Fall, companies: Mapping[str, WarbandState], enemies: Mapping[str, BattleSide], sheet: Sheet
) -> Casualty:
    """A casualty with its attacker. Without an attacker it is assigned to the first enemy side, which could capture the
    warrior."""
    letter = next((other for other, state in companies.items() if fall.by in state.members), next(iter(enemies)))
    enemy: Member | None = companies[letter].members.get(fall.by)
    other = enemies[letter]
    assert other.warband is not None
    facts = [KILLING_BLOW] if fall.killing_blow else []
    if sheet.sides[letter].marks.get(fall.by) == fall.who:
        facts.append(MARK)
    return Casualty(
        model="",
        roster_id=fall.who,
        facts=facts,
        by_name=enemy.name if enemy is not None else "",
        by_roster=enemy.key if enemy is not None else "",
        by_role=ROLE_OF_KIND[enemy.kind] if enemy is not None else "",
        by_warband=other.name,
        by_warband_id=other.warband.public_id,
        by_type=other.warband.warband_type_code,
        by_side=other.letter,
    )
