"""Sold to the pits: a duel on the engine, and what it brings."""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.engine.aftermath.injuries import InjuryResult
from battles.models import Aftermath
from battles.services.aftermath import injuries, pits
from battles.services.aftermath.account import Account
from battles.tests.aftermath_world import ended
from warbands.company import HERO
from warbands.tests.factories import NOON, assert_reconciled

pytestmark = pytest.mark.django_db
PITS = InjuryResult(
    "sold_to_the_pits", "Sold to the Pits", 65, effects=(("pit_duel", {"warrior_type": "pit_fighter"}),)
)


def row_of(owner: User, rival: User) -> Aftermath:
    battle = ended(owner, rival)
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def test_the_same_dice_fight_the_same_duel(owner: User, rival: User) -> None:
    row = row_of(owner, rival)
    hero = Account(row, NOON).company().active(HERO)[0]
    assert pits.fight(Account(row, NOON), hero) == pits.fight(Account(row, NOON), hero)


@pytest.mark.parametrize("won", [True, False])
def test_the_winner_comes_home_richer_and_the_loser_without_gear(
    owner: User, rival: User, won: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = row_of(owner, rival)
    account = Account(row, NOON)
    hero = account.company().active(HERO)[1]
    gold = account.company().treasury_gc
    monkeypatch.setattr(pits, "fight", lambda _account, _member: pits.Duel(won, 3))
    injuries._settle(account, "0.0", hero, row.facts["fallen"][0], PITS)
    company = Account(row, NOON).company()
    after = company.members[hero.key]
    if won:
        assert company.treasury_gc == gold + 50
        assert after.experience == hero.experience + 2
    else:
        assert {line.item_code for line in company.held_by(hero.key)} <= {"dagger"}
    line = row.lines.get(kind="serious_injury")
    assert line.data["pits"]["won"] is won
    assert_reconciled(row.warband)
