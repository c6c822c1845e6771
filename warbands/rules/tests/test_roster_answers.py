"""Errata and answers about armour, leaders, cookbooks, mutations, leathers and found equipment."""

from __future__ import annotations

import pytest

from accounts.models import User
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.builder.hired_swords import hire_panel
from warbands.builder.offers import kit_offers
from warbands.core.ledger_text import sentence_for
from warbands.core.state import WarbandState
from warbands.core.tests.factories import by, draft, empty_draft, founded, look
from warbands.roster import casualties
from warbands.roster.panels import mutation_offers
from warbands.rules import roster_changes
from warbands.rules.check import check_roster
from warbands.rules.counts import size_max
from warbands.rules.kit import why_not_carry
from warbands.rules.limits import why_not_hire
from warbands.rules.member_facts import characteristics_of, own_metals
from warbands.rules.prices import price_for
from warbands.trading import services as trading_services
from warbands.trading import stash, treasury


def band(warband_type: str, *entries: str, gold: int = 2000, status: str = "active") -> WarbandState:
    """A warband with these warriors (without the code of the list), founded by default."""
    state = empty_draft(warband_type, gold)
    for entry in entries:
        roster_changes.hire(state, book(), f"{warband_type}_{entry}")
    state.status = status
    return state


def rules_broken(state: WarbandState) -> set[str]:
    return {violation.rule_id for violation in check_roster(state, book()) if not violation.is_lack}


@pytest.mark.parametrize("armour", ["gromril_armour", "ithilmar_armour"])
def test_whoever_has_heavy_armour_on_the_list_may_wear_better_armour(armour: str) -> None:
    state = band("reiklanders", "mercenary_captain", "youngblood", "marksman")
    captain, youngblood, marksman = state.active()
    assert why_not_carry(state, captain, armour, book()) is None
    swordsman = roster_changes.hire(state, book(), "reiklanders_swordsman")
    assert why_not_carry(state, swordsman, armour, book()) is None
    offers = kit_offers(state, captain, book(), book().items[armour].name)
    assert "armour" in offers
    roster_changes.buy(state, book(), captain.key, armour, price_gc=90)
    roster_changes.buy(state, book(), swordsman.key, armour, price_gc=90)
    assert rules_broken(state) == set()
    refused = why_not_carry(state, marksman, armour, book())
    assert refused is not None
    assert refused.rule_id == "RO-LIST-01"
    assert youngblood.kind == "hero"


def test_who_never_wears_armour_wears_no_better_armour() -> None:
    state = band("dwarf_rangers", "runesmith", "troll_slayer")
    slayer = state.active()[1]
    refused = why_not_carry(state, slayer, "ithilmar_armour", book())
    assert refused is not None
    assert refused.rule_id == "RO-ARMOUR-02"


@pytest.mark.parametrize("status", ["draft", "active"])
@pytest.mark.parametrize("entry", ["mercenary_captain", "youngblood"])
def test_every_hero_may_have_toughened_leathers(entry: str, status: str) -> None:
    state = band("reiklanders", entry, status=status)
    hero = state.active()[0]
    price = price_for(state, hero, "toughened_leathers", book())
    assert price is not None
    assert (price.gc, price.rarity, price.is_on_list) == (5, None, True)
    assert why_not_carry(state, hero, "toughened_leathers", book()) is None
    offers = kit_offers(state, hero, book(), "Toughened leathers")
    assert [offer.why_not for offer in offers["armour"]] == [None]
    roster_changes.buy(state, book(), hero.key, "toughened_leathers")
    assert "RO-LIST-01" not in rules_broken(state)


def test_henchmen_have_no_toughened_leathers() -> None:
    state = band("reiklanders", "warrior")
    refused = why_not_carry(state, state.active()[0], "toughened_leathers", book())
    assert refused is not None
    assert refused.rule_id == "RO-LIST-01"


def test_a_draft_sells_toughened_leathers_to_a_hero(owner: User) -> None:
    warband = draft(owner)
    leader = look(warband).active()[0]
    trading_services.buy(warband_id=warband.pk, item="toughened_leathers", warrior=leader.key, by=by(owner))
    assert "toughened_leathers" in {line.item_code for line in look(warband).held_by(leader.key)}


def test_one_cookbook_counts_and_the_carnival_has_none() -> None:
    state = band("reiklanders", "mercenary_captain", "champion")
    most = size_max(state, book())
    for member in state.active():
        roster_changes.buy(state, book(), member.key, "halfling_cookbook", price_gc=30)
    assert size_max(state, book()) == most + 1
    roster_changes.hire(state, book(), "halfling_scout")
    assert size_max(state, book()) == most + 2
    carnival = band("carnival_of_chaos", "carnival_master")
    refused = why_not_carry(carnival, carnival.active()[0], "halfling_cookbook", book())
    assert refused is not None
    assert refused.rule_id == "RO-WHO-03"


def test_a_repeatable_mutation_is_bought_twice_and_returned_once(owner: User) -> None:
    warband = draft(owner, "cult_of_the_possessed")
    treasury.gain(warband_id=warband.pk, gold_gc=500, by=by(owner))
    mutant = recruiting.hire(warband_id=warband.pk, warrior_type="cult_of_the_possessed_mutant", by=by(owner)).subject
    for _time in range(2):
        recruiting.mutate(warband_id=warband.pk, warrior=mutant, mutation="extra_arm", by=by(owner))
    state = look(warband)
    member = state.members[mutant]
    assert member.mutations == ["extra_arm", "extra_arm"]
    assert "RO-MUT-01" not in rules_broken(state)
    shown = [
        (offer.has, offer.why_not) for offer in mutation_offers(state, member, book()) if offer.code == "extra_arm"
    ]
    assert [has for has, _why in shown] == [True, False]
    before = state.treasury_gc
    recruiting.unmutate(warband_id=warband.pk, warrior=mutant, mutation="extra_arm", by=by(owner))
    assert look(warband).members[mutant].mutations == ["extra_arm"]
    assert look(warband).treasury_gc - before == 2 * book().mutations["extra_arm"].price_gc


def test_a_mark_cannot_be_taken_twice() -> None:
    state = band("carnival_of_chaos", "carnival_master", "tainted_one", status="draft")
    member = state.active()[1]
    member.mutations = ["mark_of_nurgle", "mark_of_nurgle"]
    assert "mutation_twice" in {violation.code for violation in check_roster(state, book())}


def test_found_arms_are_used_although_no_list_names_them(owner: User) -> None:
    warband = founded(owner, "skaven")
    state = look(warband)
    leader = state.leader()
    assert leader is not None
    bought = why_not_carry(state, leader, "crossbow", book())
    assert bought is not None
    assert bought.rule_id == "RO-LIST-01"
    stash.add(warband_id=warband.pk, item="crossbow", by=by(owner), because="exploration")
    line = next(line for line in look(warband).held_by("") if line.item_code == "crossbow")
    trading_services.hand_over(warband_id=warband.pk, kit=line.key, to=leader.key, by=by(owner))
    state = look(warband)
    assert "crossbow" in {line.item_code for line in state.held_by(leader.key)}
    assert "RO-LIST-01" not in rules_broken(state)


def test_what_a_rule_bars_stays_barred_when_found(owner: User) -> None:
    state = band("tomb_guardians", "liche_priest")
    refused = why_not_carry(state, state.active()[0], "blessed_water", book(), is_found=True)
    assert refused is not None
    assert refused.rule_id == "RO-WHO-01"


def test_a_wolf_priest_takes_the_place_of_a_champion() -> None:
    state = band("middenheimers", "mercenary_captain", "champion", "champion")
    priest = book().warrior_types["wolf_priest_of_ulric"]
    assert why_not_hire(state, priest, book()) is not None
    roster_changes.dismiss(state, state.active()[2])
    assert why_not_hire(state, priest, book()) is None
    roster_changes.hire(state, book(), priest.code)
    assert rules_broken(state) == set()
    assert why_not_hire(state, book().warrior_types["middenheimers_champion"], book()) is not None
    youngblood = book().warrior_types["middenheimers_youngblood"]
    assert why_not_hire(state, youngblood, book()) is None


def test_the_hero_with_the_highest_leadership_follows_and_the_ledger_says_why(owner: User) -> None:
    warband = founded(owner)
    treasury.gain(warband_id=warband.pk, gold_gc=300, by=by(owner))
    state = look(warband)
    leader = state.leader()
    assert leader is not None
    written = casualties.kill(warband_id=warband.pk, warrior=leader.key, by=by(owner))
    state = look(warband)
    heir = state.leader()
    assert heir is not None
    most = max(characteristics_of(member, book()).leadership for member in state.active("hero"))
    assert characteristics_of(heir, book()).leadership == most
    text = sentence_for(written.kind, written.arguments)
    assert f"{heir.name} is the new leader: highest Leadership among the heroes ({most})." in text
    with pytest.raises(recruiting.NoNewLeader):
        recruiting.hire(warband_id=warband.pk, warrior_type="reiklanders_mercenary_captain", by=by(owner))
    rows = {row.code: row for row in hire_panel(state, book()).refused}
    assert "Leadership" in str(rows["reiklanders_mercenary_captain"].why_not)


def test_leadership_lost_to_an_injury_counts_for_the_succession() -> None:
    state = band("reiklanders", "mercenary_captain", "champion", "champion")
    captain, first, second = state.active()
    first.experience = 40
    first.injuries = [
        {
            "code": "madness",
            "detail": "",
            "effects": [
                {"code": "characteristic_change", "params": {"characteristic": "leadership", "amount": -1}},
            ],
        }
    ]
    captain.status, captain.is_leader = "dead", False
    assert casualties.succeed(state, book(), captain) is second


def test_equal_leadership_goes_to_the_most_experienced() -> None:
    state = band("reiklanders", "mercenary_captain", "champion", "champion")
    captain, _first, second = state.active()
    second.experience += 1
    captain.status, captain.is_leader = "dead", False
    assert casualties.succeed(state, book(), captain) is second


def test_the_undead_still_buy_a_vampire_later() -> None:
    state = band("undead", "necromancer", gold=900)
    assert why_not_hire(state, book().warrior_types["undead_vampire"], book()) is None


def test_a_successor_buys_from_the_leaders_list() -> None:
    state = band("bretonnian_knights", "questing_knight", "squire")
    knight, squire = state.active()
    refused = why_not_carry(state, squire, "lance", book())
    assert refused is not None
    knight.status, knight.is_leader, squire.is_leader = "dead", False, True
    assert why_not_carry(state, squire, "lance", book()) is None
    price = price_for(state, squire, "lance", book())
    assert price is not None
    assert (price.gc, price.is_on_list) == (20, True)
    assert "lance" in {offer.item_code for group in kit_offers(state, squire, book(), "").values() for offer in group}
    roster_changes.buy(state, book(), squire.key, "lance")
    assert "RO-LIST-01" not in rules_broken(state)


def test_a_successor_has_the_metals_of_the_leaders_list() -> None:
    state = band("dark_elves", "high_born", "shade", status="draft")
    high_born, shade = state.active()
    assert "dark_elf_blade" not in own_metals(shade, book())
    high_born.status, high_born.is_leader, shade.is_leader = "dead", False, True
    assert "dark_elf_blade" in own_metals(shade, book())
