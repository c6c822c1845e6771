"""Hiring, dismissing, buying, selling, transferring."""

import pytest

from accounts.models import User
from catalogue.packs.installed import book
from warbands.builder import founding, recruiting
from warbands.core import ledger
from warbands.core.tests.factories import NOON, assert_reconciled, by, draft, founded, look
from warbands.models import Warband
from warbands.roster import advances, casualties
from warbands.rules.counts import headcount_of, models_of, sellers
from warbands.rules.violations import AgainstRules
from warbands.trading import services as trading_services
from warbands.trading import stash, treasury, upkeep


def hero(warband: Warband, entry: str) -> str:
    return next(member.key for member in look(warband).active() if member.warrior_type_code == entry)


def test_a_third_champion_is_refused(owner: User) -> None:
    warband = draft(owner)
    for _turn in range(2):
        recruiting.hire(warband_id=warband.pk, warrior_type="reiklanders_champion", by=by(owner))
    with pytest.raises(AgainstRules) as refused:
        recruiting.hire(warband_id=warband.pk, warrior_type="reiklanders_champion", by=by(owner))
    assert refused.value.rule_id == "RO-ENTRY-MAX-01"
    assert_reconciled(warband)


def test_pressing_plus_fills_a_group_and_then_starts_another(owner: User) -> None:
    warband = draft(owner)
    for _turn in range(6):
        recruiting.hire(warband_id=warband.pk, warrior_type="reiklanders_warrior", by=by(owner))
    assert [member.headcount for member in look(warband).active("henchman_group")] == [5, 1]


def test_a_sixth_henchman_does_not_fit_in_a_group(owner: User) -> None:
    warband = draft(owner)
    made = recruiting.hire_henchmen(
        warband_id=warband.pk, warrior_type="reiklanders_warrior", headcount=5, by=by(owner)
    )
    with pytest.raises(AgainstRules) as refused:
        recruiting.reinforce(warband_id=warband.pk, warrior=made.subject, by=by(owner))
    assert refused.value.rule_id == "RO-GROUP-SIZE-01"


def test_a_purchase_without_enough_gold_states_price_and_gold(owner: User) -> None:
    started = founding.start_draft(owner_id=owner.pk, warband_type="reiklanders", at=NOON, founding_gold_gc=70)
    warband = Warband.objects.get(pk=started.warband_id)
    left = look(warband).treasury_gc
    with pytest.raises(ledger.NotEnoughGold) as refused:
        recruiting.hire(warband_id=warband.pk, warrior_type="reiklanders_champion", by=by(owner))
    assert str(left) in str(refused.value.message)
    assert_reconciled(warband)


def test_a_group_pays_for_each_of_its_models_and_shares_its_kit(owner: User) -> None:
    warband = draft(owner)
    made = recruiting.hire_henchmen(
        warband_id=warband.pk, warrior_type="reiklanders_warrior", headcount=4, by=by(owner)
    )
    before = look(warband).treasury_gc
    trading_services.buy(warband_id=warband.pk, item="sword", warrior=made.subject, by=by(owner))
    assert before - look(warband).treasury_gc == 40
    recruiting.reinforce(warband_id=warband.pk, warrior=made.subject, by=by(owner))
    assert before - look(warband).treasury_gc == 40 + 25 + 10
    recruiting.dismiss(warband_id=warband.pk, warrior=made.subject, whole_group=False, by=by(owner))
    assert before - look(warband).treasury_gc == 40
    assert_reconciled(warband)


def test_a_recruit_beside_veterans_pays_for_their_experience(owner: User) -> None:
    warband = founded(owner)
    group = look(warband).active("henchman_group")[0]
    advances.grant_experience(warband_id=warband.pk, warrior=group.key, points=3, by=by(owner))
    recruiting.dismiss(warband_id=warband.pk, warrior=group.key, whole_group=False, by=by(owner))
    treasury.gain(warband_id=warband.pk, gold_gc=200, by=by(owner))
    before = look(warband).treasury_gc
    kit = sum(line.paid_gc // 4 for line in look(warband).held_by(group.key))
    recruiting.reinforce(warband_id=warband.pk, warrior=group.key, by=by(owner))
    assert before - look(warband).treasury_gc == 25 + 2 * 3 + kit
    assert_reconciled(warband)


def test_a_draft_sells_at_what_was_paid_and_a_warband_at_half(owner: User) -> None:
    warband = draft(owner)
    leader = hero(warband, "reiklanders_mercenary_captain")
    trading_services.buy(warband_id=warband.pk, item="sword", warrior=leader, by=by(owner))
    line = look(warband).line(leader, "sword")
    assert line is not None
    assert trading_services.sell(warband_id=warband.pk, kit=line.key, by=by(owner)).gold_delta_gc == 10
    warband = founded(owner, seed="other")
    leader = hero(warband, "reiklanders_mercenary_captain")
    line = next(line for line in look(warband).held_by(leader) if line.item_code == "crossbow")
    assert trading_services.sell(warband_id=warband.pk, kit=line.key, by=by(owner)).gold_delta_gc == 12
    assert_reconciled(warband)


def test_the_free_dagger_is_not_sold(owner: User) -> None:
    warband = draft(owner)
    leader = hero(warband, "reiklanders_mercenary_captain")
    line = look(warband).line(leader, "dagger")
    assert line is not None
    with pytest.raises(trading_services.FreeDaggerStays):
        trading_services.sell(warband_id=warband.pk, kit=line.key, by=by(owner))


def test_kit_goes_to_the_stash_and_to_somebody_else(owner: User) -> None:
    warband = founded(owner)
    captain = hero(warband, "reiklanders_mercenary_captain")
    young = hero(warband, "reiklanders_youngblood")
    stash.add(warband_id=warband.pk, item="light_armour", warrior=captain, by=by(owner))
    line = look(warband).line(captain, "light_armour")
    assert line is not None
    trading_services.hand_over(warband_id=warband.pk, kit=line.key, to="", by=by(owner))
    stashed = look(warband).line("", "light_armour")
    assert stashed is not None
    trading_services.hand_over(warband_id=warband.pk, kit=stashed.key, to=young, by=by(owner))
    assert look(warband).line(young, "light_armour") is not None
    assert_reconciled(warband)


def test_a_rare_thing_waits_for_a_search(owner: User) -> None:
    warband = founded(owner)
    treasury.gain(warband_id=warband.pk, gold_gc=200, by=by(owner))
    captain = hero(warband, "reiklanders_mercenary_captain")
    with pytest.raises(trading_services.NotForSale):
        trading_services.buy(warband_id=warband.pk, item="lucky_charm", warrior=captain, by=by(owner))
    trading_services.buy(warband_id=warband.pk, item="lucky_charm", warrior=captain, is_found=True, by=by(owner))
    assert look(warband).line(captain, "lucky_charm") is not None


def test_copying_the_equipment_of_another_buys_what_is_missing(owner: User) -> None:
    warband = draft(owner)
    captain = hero(warband, "reiklanders_mercenary_captain")
    recruiting.hire(warband_id=warband.pk, warrior_type="reiklanders_champion", by=by(owner))
    champion = hero(warband, "reiklanders_champion")
    for item in ("sword", "shield"):
        trading_services.buy(warband_id=warband.pk, item=item, warrior=captain, by=by(owner))
    trading_services.copy_kit(warband_id=warband.pk, source=captain, warrior=champion, by=by(owner))
    assert {line.item_code for line in look(warband).held_by(champion)} == {"dagger", "sword", "shield"}
    assert_reconciled(warband)


def test_a_hired_sword_is_paid_or_leaves(owner: User) -> None:
    warband = founded(owner)
    treasury.gain(warband_id=warband.pk, gold_gc=100, by=by(owner))
    hired = recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type="pit_fighter", by=by(owner))
    gold = look(warband).treasury_gc
    upkeep.pay(warband_id=warband.pk, warrior=hired.subject, by=by(owner))
    assert gold - look(warband).treasury_gc == 15
    upkeep.leave_unpaid(warband_id=warband.pk, warrior=hired.subject, by=by(owner))
    assert look(warband).members[hired.subject].status == "retired"
    assert_reconciled(warband)


def test_a_hired_sword_brings_the_arms_chosen_until_their_first_battle(owner: User) -> None:
    warband = founded(owner)
    treasury.gain(warband_id=warband.pk, gold_gc=100, by=by(owner))
    ogre = recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type="ogre_bodyguard", by=by(owner)).subject
    assert {line.item_code: line.count for line in look(warband).held_by(ogre)}["sword"] == 2
    recruiting.choose_arms(warband_id=warband.pk, warrior=ogre, choice=6, by=by(owner))
    assert "double_handed_weapon" in {line.item_code for line in look(warband).held_by(ogre)}
    assert "sword" not in {line.item_code for line in look(warband).held_by(ogre)}
    with pytest.raises(recruiting.NoSuchChoice):
        recruiting.choose_arms(warband_id=warband.pk, warrior=ogre, choice=9, by=by(owner))
    casualties.battle_fought(warband_id=warband.pk, fighters=[ogre], kills={ogre: 1}, by=by(owner))
    with pytest.raises(recruiting.NoSuchChoice):
        recruiting.choose_arms(warband_id=warband.pk, warrior=ogre, choice=0, by=by(owner))
    assert_reconciled(warband)


def test_a_wardog_takes_a_place_in_the_warband(owner: User) -> None:
    warband = founded(owner)
    captain = hero(warband, "reiklanders_mercenary_captain")
    stash.add(warband_id=warband.pk, item="wardog", warrior=captain, by=by(owner))
    state = look(warband)
    assert models_of(state, book()) == state.models_count() + 1


def test_no_pit_fighter_serves_skaven(owner: User) -> None:
    warband = draft(owner, "skaven")
    with pytest.raises(AgainstRules) as refused:
        recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type="pit_fighter", by=by(owner))
    assert refused.value.rule_id == "RO-HIRE-01"


def test_a_dead_leader_is_followed(owner: User) -> None:
    warband = founded(owner)
    leader = look(warband).leader()
    assert leader is not None
    casualties.kill(warband_id=warband.pk, warrior=leader.key, by=by(owner))
    state = look(warband)
    heir = state.leader()
    assert state.members[leader.key].status == "dead"
    assert heir is not None
    assert heir.kind == "hero"
    assert state.held_by(leader.key) == []
    assert_reconciled(warband)


def test_an_advance_is_taken_once_for_each_line_crossed(owner: User) -> None:
    warband = founded(owner)
    young = hero(warband, "reiklanders_youngblood")
    advances.grant_experience(warband_id=warband.pk, warrior=young, points=2, by=by(owner))
    advances.take_advance(warband_id=warband.pk, warrior=young, characteristic="weapon_skill", by=by(owner))
    with pytest.raises(advances.NoAdvance):
        advances.take_advance(warband_id=warband.pk, warrior=young, characteristic="weapon_skill", by=by(owner))
    advances.grant_experience(warband_id=warband.pk, warrior=young, points=2, by=by(owner))
    with pytest.raises(advances.NotOpen):
        advances.take_advance(warband_id=warband.pk, warrior=young, skill="sorcery", by=by(owner))
    advances.take_advance(warband_id=warband.pk, warrior=young, skill="step_aside", by=by(owner))
    assert look(warband).members[young].skills == ["step_aside"]
    assert_reconciled(warband)


def test_a_henchman_raises_a_characteristic_once(owner: User) -> None:
    warband = founded(owner)
    group = look(warband).active("henchman_group")[0].key
    advances.grant_experience(warband_id=warband.pk, warrior=group, points=5, by=by(owner))
    advances.take_advance(warband_id=warband.pk, warrior=group, characteristic="initiative", by=by(owner))
    with pytest.raises(advances.AtMaximum):
        advances.take_advance(warband_id=warband.pk, warrior=group, characteristic="initiative", by=by(owner))


def test_a_promoted_henchman_is_a_hero_with_their_kit(owner: User) -> None:
    warband = founded(owner)
    group = look(warband).active("henchman_group")[0]
    advances.grant_experience(warband_id=warband.pk, warrior=group.key, points=2, by=by(owner))
    made = advances.promote(warband_id=warband.pk, warrior=group.key, skill_lists=["combat", "speed"], by=by(owner))
    state = look(warband)
    raised = state.members[made.subject]
    assert raised.kind == "hero"
    assert state.members[group.key].headcount == group.headcount - 1
    assert headcount_of(state, raised.warrior_type_code, book()) == group.headcount - 1
    assert {line.item_code for line in state.held_by(raised.key)} == {
        line.item_code for line in state.held_by(group.key)
    }
    assert_reconciled(warband)


def test_an_ogre_who_becomes_a_hero_chooses_from_the_lists_of_their_own_entry(owner: User) -> None:
    warband = draft(owner, "pit_fighters")
    recruiting.hire(warband_id=warband.pk, warrior_type="pit_fighters_ogre_pit_fighter", by=by(owner))
    group = look(warband).of_type("pit_fighters_ogre_pit_fighter")[0]
    assert advances.talent_lists(look(warband), group, book()) == ["combat", "strength", "pit_fighter_special"]
    advances.grant_experience(warband_id=warband.pk, warrior=group.key, points=5, by=by(owner))
    with pytest.raises(advances.CannotPromote):
        advances.promote(warband_id=warband.pk, warrior=group.key, skill_lists=["combat", "speed"], by=by(owner))
    chosen = ["strength", "pit_fighter_special"]
    made = advances.promote(warband_id=warband.pk, warrior=group.key, skill_lists=chosen, by=by(owner))
    assert set(chosen) <= set(look(warband).members[made.subject].skill_lists)


def test_foragers_sell_as_a_smaller_warband_and_others_as_many_as_they_are(owner: User) -> None:
    foragers = look(founded(owner, "hochland_bandits"))
    plain = look(founded(owner, "reiklanders"))
    sizes = book().tables.sale_sizes
    real = next(at for at, band in enumerate(sizes) if band.holds(models_of(foragers, book())))
    assert real > 0
    assert sizes[real - 1].holds(sellers(foragers, book()))
    assert sellers(plain, book()) == models_of(plain, book())
