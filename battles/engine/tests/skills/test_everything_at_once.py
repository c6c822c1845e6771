"""Companies with every skill and belonging that acts outside the single blow play whole battles, in every ruleset."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.events import apply_all
from battles.engine.game import opening
from battles.engine.steps.magic.spellbook import SPELLS
from battles.engine.tests.builder import BOW, RULESETS, SWORD, weapon
from battles.engine.tests.gates.checks import agree
from battles.engine.tests.movement.terrain import block, floor
from battles.engine.tests.setups import begin, play_out, setup

HUNGER = [
    ["characteristic_bonus", {"characteristic": "attacks", "amount": 1, "declared": True}],
    ["movement_bonus", {"dice": "D3", "declared": True}],
    ["hits_on_self", {"dice": "D3", "strength": 3, "no_save": True, "declared": True}],
]
COMPANY: list[dict[str, Any]] = [
    {"name": "Necromancer", "role": "hero", "is_leader": True, "weapons": [SWORD],
     "spells": ["call_of_vanhel", "lure_of_chaos"],
     "skills": [["leader_range", {"amount": 12}], ["passes_first_leadership", {}], ["reroll_rout", {}]]},
    {"name": "Zombie", "weapons": [SWORD], "tags": ["undead_zombie"], "skills": [["no_running", {}]]},
    {"name": "Hungry", "weapons": [SWORD], "skills": HUNGER},
    {"name": "Nimble", "weapons": [SWORD], "skills": [
        ["leap", {"dice": "D6"}], ["run_multiplier", {"amount": 3}], ["safe_fall", {"height": 12}],
        ["climb_multiplier", {"amount": 2}], ["climb_without_check", {}], ["reroll_diving_charge", {}]]},
    {"name": "Spy", "weapons": [weapon("steel_whip", traits=["whipcrack"])],
     "skills": [["infiltrate", {"distance": 12}], ["sees_everything", {}], ["spot_hidden", {"bonus": 4}]]},
    {"name": "Booted", "weapons": [BOW], "skills": [
        ["moves_anywhere", {}], ["enemies_gain", {"effect": "frenzy", "enemies": []}], ["frenzy", {"never_lost": True}],
        ["characteristic_bonus", {"characteristic": "initiative", "dice": "D3"}], ["never_leaves_combat", {}]]},
]  # fmt: skip
TOWN = {"width": 3000, "length": 3000, "pieces": [
    block(10, 20, 14, 15, 4), floor(4, 8, 10, 20, 3), floor(9, 12, 10, 13, 3), block(22, 26, 8, 22, 6),
]}  # fmt: skip


@pytest.mark.parametrize("bots", ["random", "tactician"])
@pytest.mark.parametrize("rules", RULESETS)
def test_whole_battles(rules: str, bots: str) -> None:
    assert {"call_of_vanhel", "lure_of_chaos"} <= set(SPELLS)
    battle = begin(setup(rules, fighters=COMPANY, table=TOWN, max_turns=3), 11)
    play_out(battle, bots)
    assert battle.outcome is not None
    assert apply_all(opening(battle.game), battle.log).digest() == battle.state.digest()


def test_everything_offered_is_accepted() -> None:
    battle = begin(setup("mordheim", fighters=COMPANY, table=TOWN, max_turns=2), 5)
    for _ in range(120):
        if not battle.awaiting():
            break
        agree(battle)
        side = battle.awaiting()[0]
        legal = battle.legal(side)
        battle.play(side, legal[len(legal) // 2])
