"""Which hired swords stay after a battle or join at all, and what hungry beasts eat."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.activities import named_people
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.stages import advances as stages_advances
from battles.aftermath.stages import closing, experience
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.aftermath.warriors import hirelings
from battles.models import Aftermath, AftermathLine, Battle
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO, HIRED, Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.roster import advances, casualties
from warbands.rules.prices import sale_value_gc
from warbands.rules.roster_changes import sell
from warbands.trading import stash, treasury, upkeep

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def hired(row: Aftermath, entry: str) -> str:
    """The key of a hired sword of this type who has fought."""
    treasury.gain(warband_id=row.warband_id, gold_gc=500, by=NOBODY)
    treasury.gain_shards(warband_id=row.warband_id, shards=5, by=NOBODY)
    key = recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type=entry, by=NOBODY).subject
    row.facts = {**row.facts, "fought": [*row.facts["fought"], key]}
    row.save(update_fields=["facts"])
    return key


def asked(row: Aftermath, warrior: str, faces: list[int] | None = None, **facts: Any) -> AftermathLine:
    """Answer the choice with these dice, and return the last resulting line."""
    row.facts = {**row.facts, **facts}
    row.faces = [[face, "typed", 0] for face in faces or []]
    row.save()
    closing.ask_upkeep(AftermathContext(row, NOON), warrior)
    assert_reconciled(row.warband)
    return row.lines.order_by("number").last()  # type: ignore[return-value]


def test_a_wanderer_leaves_and_comes_only_after_a_battle_without_them(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    aenur = hired(row, "aenur")
    line = asked(row, aenur)
    assert line.kind == "leaves"
    assert not state(row).members[aenur].is_active
    assert named_people.persona_of(AftermathContext(row, NOON), "aenur") is None
    later = side(at_rest(owner, rival))
    assert named_people.persona_of(AftermathContext(later, NOON), "aenur") is not None


@pytest.mark.parametrize(("face", "kind"), [(1, "walks_out"), (2, "upkeep")])
def test_some_hired_swords_leave_on_a_die_roll(owner: User, rival: User, face: int, kind: str) -> None:
    row = side(at_rest(owner, rival))
    assert asked(row, hired(row, "old_prospector"), [face]).kind == kind


@pytest.mark.parametrize(("face", "kind"), [(1, "robs"), (3, "upkeep"), (6, "unpaid")])
def test_an_uneasy_ally_robs_the_warband_or_asks_no_pay(owner: User, rival: User, face: int, kind: str) -> None:
    row = side(at_rest(owner, rival))
    thief = hired(row, "halfling_thief")
    line = asked(row, thief, [face])
    assert line.kind == kind
    after = state(row)
    assert (after.treasury_gc == 0) == (kind == "robs")
    assert (after.shards == 0) == (kind == "robs")
    assert after.members[thief].is_active == (kind != "robs")
    assert sentence_of(line)


def test_a_hired_sword_who_fought_an_old_enemy_asks_no_upkeep(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    shadow = hired(row, "shadow_warrior_hired")
    assert asked(row, shadow).kind == "upkeep"
    Warband.objects.filter(owner=rival).update(warband_type_code="dark_elves")
    assert asked(row, shadow).kind == "unpaid"


def test_a_shard_goes_missing_with_the_unscrupulous(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    keeper = hired(row, "highwayman")
    before = state(row).shards
    asked(row, keeper, [1])
    assert state(row).shards == before - 1
    assert row.lines.get(kind="pockets").data["lost"]


def test_the_crow_master_may_cost_a_henchman_after_a_defeat(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    master = hired(row, "crow_master")
    count = state(row).models_count()
    asked(row, master, [1], won=False, drawn=False)
    assert state(row).models_count() == count - 1
    assert row.lines.get(kind="blood_price").data["victim"]


def test_beside_a_priest_the_warrior_stays_in_camp_unpaid(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, first="witch_hunters"))
    brute = hired(row, "gaoler")
    line = asked(row, brute)
    assert [str(option["key"]) for option in line.options] == ["pay", "camp", "leave"]
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option="camp", now=NOON)
    member = state(row).members[brute]
    assert member.is_active
    assert member.misses_battles == 1
    assert "is not paid" in sentence_of(row.lines.get(pk=line.pk))


def test_a_hungry_troll_eats_gold_or_goblins_or_goes(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=400, first="orc_mob"))
    if not state(row).of_type("orc_mob_troll"):
        recruiting.hire_henchmen(warband_id=row.warband_id, warrior_type="orc_mob_troll", headcount=1, by=NOBODY)
    while sum(member.headcount for member in state(row).of_type("orc_mob_goblin_warrior")) < 2:
        recruiting.hire(warband_id=row.warband_id, warrior_type="orc_mob_goblin_warrior", by=NOBODY)
    troll = state(row).of_type("orc_mob_troll")[0].key
    assert troll in [member.key for member in hirelings.to_be_asked(AftermathContext(row, NOON))]
    for key, gold, models in (("feed_gold", 15, 0), ("feed_small", 0, 2), ("unfed", 0, 1)):
        before = state(row)
        row.lines.filter(kind="hungry").delete()
        line = asked(row, troll)
        choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=key, now=NOON)
        after = state(row)
        assert before.treasury_gc - after.treasury_gc == gold
        assert before.models_count() - after.models_count() == models
        assert sentence_of(row.lines.get(pk=line.pk))
    assert not state(row).of_type("orc_mob_troll")


def test_a_recluse_comes_on_a_die_and_says_no_once(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=500, first="averlanders"))
    entry = next(warrior_type for warrior_type in book().warrior_types.values() if "recluse" in warrior_type.rules)
    row.faces = [[1, "typed", 0]]
    row.save()
    line = named_people.hire(row, entry=entry.code, now=NOON, actor_id=owner.pk)
    assert "did not join" in sentence_of(line)
    with pytest.raises(named_people.NotAvailable):
        named_people.hire(row, entry=entry.code, now=NOON, actor_id=owner.pk)


def test_a_dwarf_and_an_elf_aboard_ask_for_more_once(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=500, first="pirates"))
    dwarf = hired(row, "dwarf_troll_slayer")
    alone = upkeep.upkeep_gc(state(row), state(row).members[dwarf], book())
    elf = hired(row, "elf_ranger")
    now = state(row)
    both = [upkeep.upkeep_gc(now, now.members[key], book()) for key in (dwarf, elf)]
    assert alone == 10
    assert both == [2 * 10, 2 * 20 + 20]  # Each asks double beside the other anyway.


def test_a_pawnbroker_gets_more_for_what_is_sold_up_to_its_price(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=500))
    stash.add(warband_id=row.warband_id, item="lantern", by=NOBODY)
    stash.add(warband_id=row.warband_id, item="elven_cloak", by=NOBODY)
    now = state(row)
    lines = {line.item_code: line for line in now.held_by("")}
    plain = {code: sale_value_gc(now, line, 1, 1, book()) for code, line in lines.items()}
    recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type="cathayan_merchant", by=NOBODY, price_gc=0)
    now = state(row)
    better = {code: sale_value_gc(now, line, 1, 1, book()) for code, line in lines.items()}
    assert 2 <= better["elven_cloak"] - plain["elven_cloak"] <= 12
    assert plain["lantern"] < better["lantern"] <= 10
    before = now.treasury_gc
    sell(now, book(), lines["elven_cloak"].key)
    assert now.treasury_gc - before == better["elven_cloak"]


def test_a_black_orc_leads_when_a_goblin_leader_falls(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=500, first="orc_mob"))
    entry = next(warrior_type for warrior_type in book().warrior_types.values() if "whos_da_man" in warrior_type.rules)
    now = state(row)
    boss = "overseer"
    now.members[boss] = Member(key=boss, kind=HIRED, warrior_type_code=entry.code, name="Urgat")
    goblin = Member(key="g", kind=HERO, warrior_type_code="orc_mob_goblin_warrior", name="Snik")
    heir = casualties.succeed(now, book(), goblin)
    assert heir is not None
    assert heir.key == boss
    other = casualties.succeed(now, book(), now.active(HERO)[0])
    assert other is not None
    assert other.key != boss


def test_a_hired_sword_earns_as_henchmen_do_and_rolls_as_a_hero(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    ogre = hired(row, "ogre_bodyguard")
    before = state(row).members[ogre].experience
    row.facts = {**row.facts, "kills": {ogre: 3}}
    experience.share_out(AftermathContext(row, NOON))
    gained = next(gain for gain in row.lines.get(kind="experience").data["gains"] if gain["who"] == ogre)
    assert not [part for part in gained["parts"] if part[0] == "enemy_out_of_action"]
    assert state(row).members[ogre].experience - before == sum(amount for _reason, amount in gained["parts"])
    advances.grant_experience(warband_id=row.warband_id, warrior=ogre, points=2, by=NOBODY, because="battle")
    line = rolled_by(row, ogre, [1, 1])
    offered = {option["key"].partition(":")[2] for option in line.options}
    own = book().warrior_types["ogre_bodyguard"].skill_lists
    assert offered <= {skill.code for code in own for skill in book().skills_of(code)}
    assert len(offered) > 3
    choices.answer(line_id=line.public_id, actor_id=owner.pk, option=line.options[0]["key"], now=NOON)
    assert state(row).members[ogre].skills == [line.options[0]["key"].partition(":")[2]]
    assert_reconciled(row.warband)


def test_a_warlock_may_take_a_spell_for_a_skill(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    warlock = hired(row, "warlock")
    advances.grant_experience(warband_id=row.warband_id, warrior=warlock, points=4, by=NOBODY, because="battle")
    line = rolled_by(row, warlock, [6, 6])
    assert "spell" in {option["key"] for option in line.options}
    known = len(state(row).members[warlock].spells)
    choices.answer(line_id=line.public_id, actor_id=owner.pk, option="spell", now=NOON)
    assert len(state(row).members[warlock].spells) == known + 1


def rolled_by(row: Aftermath, warrior: str, faces: list[int]) -> AftermathLine:
    """Roll an advance with these dice, and return its line."""
    row.faces = [[face, "typed", 0] for face in faces]
    row.save()
    stages_advances.roll_one(AftermathContext(row, NOON), state(row).members[warrior])
    return row.lines.get(kind="advance", subject=warrior)
