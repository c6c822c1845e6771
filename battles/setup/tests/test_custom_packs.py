"""Custom packs in battles: their items and skills have the effects they name, and the aftermath works as usual."""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_stages import decide_all
from battles.aftermath.tests.world import ended
from battles.core.bridge.fighters import fighters_of
from battles.models import Aftermath
from catalogue.custom_packs.tests.factories import released
from catalogue.packs.installed import book
from warbands.core.books import book_of
from warbands.core.tests.factories import NOON, assert_reconciled, founded, look
from warbands.rules import roster_changes

pytestmark = pytest.mark.django_db


def test_a_weapon_and_a_skill_of_an_own_pack_reach_the_engine(owner: User) -> None:
    release = released(owner).code
    warband = founded(owner, f"{release}_sewer_watch")
    state, facts = look(warband), book_of(warband)
    leader = state.leader()
    assert leader is not None
    roster_changes.buy(state, facts, leader.key, f"{release}_drain_hook", price_gc=0)
    leader.skills = [*leader.skills, f"{release}_knows_the_drains"]
    row = next(fighter for fighter in fighters_of(state, book()) if fighter["roster_id"] == leader.key)
    hook = next(weapon for weapon in row["weapons"] if weapon["code"] == f"{release}_drain_hook")
    assert ["parry", {}] in hook["traits"]
    assert ["strength_bonus", {"amount": 1, "turn": "charging", "phase": "combat"}] in row["skills"]


def test_the_aftermath_of_a_band_of_an_own_pack_is_walked_and_reconciles(owner: User, rival: User) -> None:
    founded(owner, f"{released(owner).code}_sewer_watch")
    battle = ended(owner, rival)
    while not runner.step(battle_id=battle.pk, now=NOON).is_over:
        pass
    decide_all(battle)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        assert_reconciled(row.warband)
