"""Hero sold to the pits: a duel on the engine, and its results."""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.aftermath.captives import fighting_pits
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.stages import injuries
from battles.aftermath.tests.world import ended
from battles.aftermath.text import sentence_of
from battles.engine.aftermath.injuries import InjuryResult
from battles.models import Aftermath
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.trading import stash

pytestmark = pytest.mark.django_db
PITS = InjuryResult(
    "sold_to_the_pits", "Sold to the Pits", 65, effects=(("pit_duel", {"warrior_type": "pit_fighter"}),)
)


def row_of(owner: User, rival: User) -> Aftermath:
    battle = ended(owner, rival)
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def test_the_same_dice_fight_the_same_duel(owner: User, rival: User) -> None:
    row = row_of(owner, rival)
    hero = AftermathContext(row, NOON).state().active(HERO)[0]
    assert fighting_pits.fight(AftermathContext(row, NOON), hero) == fighting_pits.fight(
        AftermathContext(row, NOON), hero
    )


@pytest.mark.parametrize("won", [True, False])
def test_the_winner_comes_home_richer_and_the_loser_without_gear(
    owner: User, rival: User, won: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = row_of(owner, rival)
    context = AftermathContext(row, NOON)
    hero = context.state().active(HERO)[1]
    by = ActionContext(actor_id=None, at=NOON)
    stash.add(warband_id=row.warband_id, item="lucky_charm", count=1, warrior=hero.key, by=by)
    stash.add(warband_id=row.warband_id, item="shield", count=1, warrior=hero.key, by=by)
    gold = context.state().treasury_gc
    monkeypatch.setattr(fighting_pits, "fight", lambda _account, _member, _foe: fighting_pits.Duel(won, 3))
    injuries._settle(context, "0.0", hero, row.battle_facts.fallen[0], PITS)
    state = AftermathContext(row, NOON).state()
    after = state.members[hero.key]
    if won:
        assert state.treasury_gc == gold + 50
        assert after.experience == hero.experience + 2
    elif after.is_active or after.misses_battles:
        assert {line.item_code for line in state.held_by(hero.key)} <= {"dagger", "lucky_charm"}
    line = row.lines.filter(kind="serious_injury").order_by("number").last()
    assert line is not None
    assert line.data["pits"]["won"] is won
    assert ("50 gc" if won else "pit") in sentence_of(line)
    assert_reconciled(row.warband)


def test_equals_are_equal_in_the_pit_and_no_one_waits(owner: User, rival: User) -> None:
    """With equal profiles both fighters win sometimes, and the first turn brings them into contact."""
    row = row_of(owner, rival)
    state = AftermathContext(row, NOON).state()
    hero = state.active(HERO)[1]
    fought = []
    for _number in range(12):
        line = write_line(row, "injuries", "serious_injury", subject=hero.key)
        fought.append(fighting_pits.duel(AftermathContext(row, NOON, line), (state, hero), (state, hero)))
    assert {duel.won for duel in fought} == {True, False}
    assert max(duel.turns for duel in fought) < 20
