"""The ledger: idempotency, stale pages, undo, replay."""

import pytest

from accounts.models import User
from catalogue.packs.installed import book
from warbands.builder import recruiting, renaming
from warbands.core import ledger, undo
from warbands.core.reconcile import reconcile, roster_on
from warbands.core.tests.factories import assert_reconciled, by, draft, founded, look
from warbands.models import LedgerEntry
from warbands.trading import services as trading_services
from warbands.trading import treasury


def test_the_same_idempotency_key_writes_once(owner: User) -> None:
    warband = founded(owner)
    press = by(owner, source_key="job:7")
    first = treasury.gain(warband_id=warband.pk, gold_gc=30, by=press)
    again = treasury.gain(warband_id=warband.pk, gold_gc=30, by=press)
    assert not first.was_there
    assert again.was_there
    assert first.entry == again.entry
    assert LedgerEntry.objects.filter(warband=warband, source_key="job:7").count() == 1
    assert_reconciled(warband)


def test_somebody_elses_change_makes_a_page_stale_and_your_own_does_not(owner: User, arbitrator: User) -> None:
    warband = founded(owner)
    version = warband.version
    renaming.rename(warband_id=warband.pk, name="New name", by=by(owner, version=version))
    renaming.rename(warband_id=warband.pk, name="Newer name", by=by(owner, version=version))
    treasury.gain(warband_id=warband.pk, gold_gc=5, by=by(arbitrator))
    with pytest.raises(ledger.StalePage):
        renaming.rename(warband_id=warband.pk, name="Newest", by=by(owner, version=version))


def test_buying_is_taken_back_to_the_last_crown(owner: User) -> None:
    warband = draft(owner)
    leader = look(warband).leader()
    assert leader is not None
    before = look(warband)
    trading_services.buy(warband_id=warband.pk, item="sword", warrior=leader.key, by=by(owner))
    assert look(warband).treasury_gc == before.treasury_gc - 10
    undo.undo(warband_id=warband.pk, by=by(owner))
    after = look(warband)
    assert after.treasury_gc == before.treasury_gc
    assert after.kit == before.kit
    assert_reconciled(warband)


def test_undo_goes_back_step_by_step_to_the_beginning(owner: User) -> None:
    warband = draft(owner)
    start = look(warband)
    written = recruiting.hire_henchmen(
        warband_id=warband.pk, warrior_type="reiklanders_warrior", headcount=3, by=by(owner)
    )
    trading_services.buy(warband_id=warband.pk, item="axe", warrior=written.subject, by=by(owner))
    recruiting.reinforce(warband_id=warband.pk, warrior=written.subject, by=by(owner))
    for _turn in range(3):
        undo.undo(warband_id=warband.pk, by=by(owner))
    end = look(warband)
    assert (end.members, end.kit, end.treasury_gc) == (start.members, start.kit, start.treasury_gc)
    with pytest.raises(undo.NothingToUndo):
        undo.undo(warband_id=warband.pk, by=by(owner))
    assert_reconciled(warband)


def test_a_hire_is_not_taken_back_while_the_warrior_carries_something(owner: User) -> None:
    warband = draft(owner)
    hired = recruiting.hire_hero(warband_id=warband.pk, warrior_type="reiklanders_champion", by=by(owner))
    trading_services.buy(warband_id=warband.pk, item="sword", warrior=hired.subject, by=by(owner))
    with pytest.raises(undo.CannotUndo):
        undo.undo(warband_id=warband.pk, entry=hired.entry, by=by(owner))
    assert hired.subject in look(warband).members


def test_gold_that_was_spent_cannot_be_taken_back(owner: User) -> None:
    warband = founded(owner)
    gained = treasury.gain(warband_id=warband.pk, gold_gc=500, by=by(owner), is_reversible=True)
    treasury.spend(warband_id=warband.pk, gold_gc=490, by=by(owner))
    with pytest.raises(undo.CannotUndo):
        undo.undo(warband_id=warband.pk, entry=gained.entry, by=by(owner))


def test_the_roster_of_any_day_is_the_fold_up_to_it(owner: User) -> None:
    warband = draft(owner)
    before = look(warband)
    number = warband.version
    recruiting.hire_hero(warband_id=warband.pk, warrior_type="reiklanders_champion", by=by(owner))
    then = roster_on(warband, number=number)
    assert then.members == before.members
    assert then.treasury_gc == before.treasury_gc
    assert len(roster_on(warband).members) == 2


def test_reconcile_finds_a_crown_that_the_ledger_does_not_know(owner: User) -> None:
    warband = founded(owner)
    warband.treasury_gc += 1
    warband.save(update_fields=["treasury_gc"])
    assert any("treasury" in line for line in reconcile(warband))


def test_gold_and_shards_never_become_negative(owner: User) -> None:
    warband = founded(owner)
    with pytest.raises(ledger.NotEnoughGold):
        treasury.spend(warband_id=warband.pk, gold_gc=10_000, by=by(owner))
    with pytest.raises(ledger.NotEnoughShards):
        treasury.gain_shards(warband_id=warband.pk, shards=-1, by=by(owner))
    assert_reconciled(warband)


def test_shards_sell_at_the_price_for_the_size_of_the_warband(owner: User) -> None:
    warband = founded(owner)
    treasury.gain_shards(warband_id=warband.pk, shards=3, by=by(owner))
    gold = look(warband).treasury_gc
    treasury.sell_shards(warband_id=warband.pk, shards=2, by=by(owner))
    state = look(warband)
    assert state.treasury_gc - gold == book().sale_price_gc(2, state.models_count())
    assert state.shards == 1
    assert_reconciled(warband)
