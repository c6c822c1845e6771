"""Injuries with special rules, looting the dead, fatal talent, scholars, captives of free men."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.captives.ransom import open_captive
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.finds.searchers import list_tags
from battles.aftermath.option_text import option_words
from battles.aftermath.stages import advances as stages_advances
from battles.aftermath.stages import injuries, runner
from battles.aftermath.stored.roster_lines import AdvanceLine
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.core.bridge.fighters import fighters_of
from battles.models import Aftermath, AftermathLine, Battle
from catalogue.packs.book import EffectData
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import GROUP, HERO, STASH, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.roster import advances, casualties, lasting_effects
from warbands.trading import treasury

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def given(row: Aftermath, warrior: str, code: str, **params: Any) -> None:
    """Give an effect of a skill or rule to one warrior."""
    lasting_effects.add_effects(
        warband_id=row.warband_id,
        warrior=warrior,
        source="scholar",
        effects=[EffectData(code=code, params=params)],
        detail="test",
        by=NOBODY,
    )


def fell(row: Aftermath, warrior: str, faces: list[int], *others: str) -> list[AftermathLine]:
    """Take the warrior out of action after others, with these dice; returns the resulting lines."""
    blow: dict[str, Any] = {
        "facts": [],
        "by_name": "",
        "by_role": "",
        "by_roster": "",
        "by_warband_id": "",
        "by_type": "",
    }
    row.facts = {**row.facts, "fallen": [{**blow, "roster_id": key} for key in (warrior, *others)]}
    row.faces = [[face, "typed", 0] for face in faces]
    row.save()
    before = set(row.lines.values_list("pk", flat=True))
    injuries.one_casualty(AftermathContext(row, NOON), 0)
    assert_reconciled(row.warband)
    return list(row.lines.exclude(pk__in=before).order_by("number"))


def answered(line: AftermathLine, option: str, faces: list[int] | None = None) -> AftermathLine:
    row = Aftermath.objects.select_related("warband").get(pk=line.aftermath_id)
    row.faces = [[face, "typed", 0] for face in faces or []]
    row.save(update_fields=["faces"])
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
    line.refresh_from_db()
    assert_reconciled(row.warband)
    return line


def test_the_hardy_may_have_one_injury_rolled_again_and_the_second_stands(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    hero = state(row).active(HERO)[1].key
    given(row, hero, "injury_reroll", times=1)
    (line,) = fell(row, hero, [1, 1])
    assert [option_words(line, option)[0] for option in line.options] == ["Accept the result", "Re-roll it"]
    assert "Re-roll it?" in sentence_of(line)
    assert state(row).members[hero].is_active
    answered(line, "again", [6, 6])
    assert state(row).members[hero].is_active
    assert row.lines.get(kind="serious_injury").data["d66"] == 66
    assert [line.kind for line in fell(row, hero, [4, 1])] == ["serious_injury"]  # Once an aftermath.


def test_an_injury_roll_can_be_accepted_without_a_reroll(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    hero = state(row).active(HERO)[1].key
    given(row, hero, "injury_reroll", times=1)
    (line,) = fell(row, hero, [1, 1])
    answered(line, "stand_injury")
    assert not state(row).members[hero].is_active


def test_the_aftermath_waits_for_the_decision_about_a_reroll(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival)
    row = side(battle)
    hero = state(row).active(HERO)[1].key
    given(row, hero, "injury_reroll", times=1)
    blow: dict[str, Any] = {
        "facts": [],
        "by_name": "",
        "by_role": "",
        "by_roster": "",
        "by_warband_id": "",
        "by_type": "",
    }
    row.facts = {**row.facts, "fallen": [{**blow, "roster_id": hero}]}
    row.stage, row.status, row.place = "injuries", "running", 0
    row.save()
    Battle.objects.filter(pk=battle.pk).update(aftermath_done_at=None)
    runner.run(battle_id=battle.pk, now=NOON)
    row.refresh_from_db()
    assert (row.stage, row.status) == ("injuries", "waiting")
    line = row.lines.get(kind="injury_again")
    choices.answer(line_id=line.public_id, actor_id=owner.pk, option="stand_injury", now=NOON)
    row.refresh_from_db()
    assert row.stage == "over"
    assert row.lines.filter(kind="serious_injury").exists()


def test_an_elixir_saves_a_henchman_once(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    now = state(row)
    given(row, now.active(HERO)[0].key, "injury_reroll", times=1, anybody=True)
    group = now.active(GROUP)[0].key
    lines = fell(row, group, [1, 6])
    assert [line.kind for line in lines] == ["elixir", "casualty"]
    assert not lines[1].data["dies"]
    assert fell(row, group, [1])[0].data["dies"]


def test_some_henchmen_skip_the_injury_roll_and_some_die_more_easily(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival)
    row, theirs = side(battle), side(battle, "b")
    first, second = state(row).active(GROUP)[0].key, state(theirs).active(GROUP)[0].key
    given(row, first, "no_casualty_roll")
    (line,) = fell(row, first, [])
    assert (line.data["dies"], line.rolls) == (False, [])
    given(theirs, second, "casualty_up_to", fails_up_to=3)
    assert fell(theirs, second, [3])[0].data["dies"]


def test_a_handler_is_not_robbed_while_their_bear_is_up(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=500, first="kislevites"))
    now = state(row)
    if not now.of_type("kislevites_bear_tamer"):
        recruiting.hire_hero(warband_id=row.warband_id, warrior_type="kislevites_bear_tamer", by=NOBODY)
    if not state(row).of_type("kislevites_trained_bear"):
        recruiting.hire_henchmen(
            warband_id=row.warband_id, warrior_type="kislevites_trained_bear", headcount=1, by=NOBODY
        )
    tamer = state(row).of_type("kislevites_bear_tamer")[0].key
    bear = state(row).of_type("kislevites_trained_bear")[0].key
    row.facts = {**row.facts, "fought": [tamer, bear]}
    robbed = next(injury for injury in book().injuries.values() if injury.code == "robbed")
    faces = [robbed.low // 10, robbed.low % 10]
    held = len(state(row).held_by(tamer))
    fell(row, tamer, faces)
    assert len(state(row).held_by(tamer)) == held
    fell(row, tamer, faces, bear)
    assert {line.item_code for line in state(row).held_by(tamer)} <= {"dagger"}


def test_looters_go_through_the_pockets_of_the_dead(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival)
    row, theirs = side(battle), side(battle, "b")
    looters = state(theirs).active(GROUP)[0]
    given(theirs, looters.key, "recovers_dead", needs=4)
    hero = state(row).active(HERO)[1]
    carried = {line.item_code for line in state(row).held_by(hero.key)} - {"dagger"}
    fell(row, hero.key, [1, 1, *[4] * looters.headcount])
    taken = {line.item_code for line in state(theirs).held_by(STASH)}
    assert carried
    assert carried <= taken
    assert hero.name in sentence_of(theirs.lines.get(kind="looted"))
    assert_reconciled(theirs.warband)


def test_a_captive_of_those_who_free_slaves_is_never_sold(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival, first="pit_fighters")
    row, theirs = side(battle), side(battle, "b")
    hero = state(theirs).active(HERO)[0]
    open_captive(row, theirs, hero.key, hero.name, book())
    keys = [str(option["key"]) for option in row.lines.get(kind="captive").options]
    assert "slavers" not in keys
    assert "free" in keys


def test_the_tainted_are_read_as_the_possessed_beside_their_own(owner: User, rival: User) -> None:
    listed = next(
        warband_type.code
        for warband_type in book().warband_types.values()
        if {"tainted_list", "sacrifice"} & set(warband_type.rules)
    )
    row = side(at_rest(owner, rival, first=listed))
    assert {"cult_of_the_possessed", listed} <= list_tags(state(row), book())
    open_captive(row, side(row.side.battle, "b"), "x", "X", book())
    assert "sacrifice" in [option["key"] for option in row.lines.get(kind="captive").options]


def test_talent_is_the_end_of_a_runt_and_the_others_roll_again(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    group = next(member for member in state(row).active(GROUP) if member.headcount > 1)
    given(row, group.key, "talent_dies")
    while not stages_advances.advances_due(state(row).members[group.key], book()):
        advances.grant_experience(warband_id=row.warband_id, warrior=group.key, points=1, by=NOBODY)
    row.faces = [[face, "typed", 0] for face in (6, 6, 1, 2, 3, 3)]
    stages_advances.roll_one(AftermathContext(row, NOON), state(row).members[group.key])
    assert state(row).members[group.key].headcount == group.headcount - 1
    assert "died because of it" in sentence_of(row.lines.get(kind="talent_dies"))
    assert row.lines.filter(kind="advance", subject=group.key).count() == 1


def test_a_scholar_chooses_their_spell_or_makes_one_easier(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, first="cult_of_the_possessed"))
    wizard = next(member for member in state(row).active(HERO) if member.spells)
    given(row, wizard.key, "chooses_spells")
    member = state(row).members[wizard.key]
    keys = [str(option["key"]) for option in stages_advances._spell_options(member, book())]
    assert f"easier:{wizard.spells[0]}" in keys
    assert sum(key.startswith("magic:") for key in keys) == len(stages_advances.unknown_spells(member, book()))
    while not stages_advances.advances_due(state(row).members[wizard.key], book()):
        advances.grant_experience(warband_id=row.warband_id, warrior=wizard.key, points=1, by=NOBODY)
    context = AftermathContext(row, NOON)
    options = [{"key": key} for key in keys]
    line = context.line("advances", AdvanceLine(band="x"), subject=wizard.key, name=wizard.name, options=options)
    answered(line, f"easier:{wizard.spells[0]}")
    assert "is now 1 lower" in sentence_of(line)
    fighter = next(fighter for fighter in fighters_of(state(row), book()) if fighter["roster_id"] == wizard.key)
    assert ["spell_easier", {"spell": wizard.spells[0]}] in fighter["skills"]
    assert not stages_advances.advances_due(state(row).members[wizard.key], book())


def test_a_flan_eater_learns_one_more_at_once(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    hero = state(row).active(HERO)[1].key
    context = AftermathContext(row, NOON)
    line = context.line("advances", "advance", subject=hero, name="X", options=[])
    stages_advances._one_more_skill(context, line, "flan_eater")
    more = row.lines.get(kind="extra_skill")
    groups = {str(option["group"]) for option in more.options}
    assert groups == {book().skill_lists["combat"].name, book().skill_lists["strength"].name}
    answered(more, str(more.options[0]["key"]))
    assert state(row).members[hero].skills[-1] == str(more.options[0]["key"]).partition(":")[2]


def test_a_looter_who_struck_somebody_down_brings_a_shard_more(owner: User, rival: User) -> None:
    from battles.aftermath.stages import exploration

    row = side(at_rest(owner, rival))
    hero, other = (member.key for member in state(row).active(HERO)[:2])
    given(row, hero, "gain_shards_if_took_out", amount=1)
    treasury.gain_shards(warband_id=row.warband_id, shards=1, by=NOBODY)
    found = []
    for kills in ({}, {hero: 2}):
        row.facts = {**row.facts, "won": False, "fought": [hero, other], "kills": kills}
        row.faces = [[1, "typed", 0], [4, "typed", 0]]
        exploration.explore(AftermathContext(row, NOON))
        found.append(row.lines.filter(kind="search").latest("number").data["shards"])
        row.attempt += 1
    assert found[1] == found[0] + 1


@pytest.mark.parametrize("captive_is_strong", [True, False])
def test_a_captive_of_pit_fighters_fights_for_their_freedom(owner: User, rival: User, captive_is_strong: bool) -> None:
    battle = at_rest(owner, rival, first="pit_fighters")
    row, theirs = side(battle), side(battle, "b")
    hero = state(theirs).active(HERO)[0]
    for held, own in ((theirs, captive_is_strong), (row, not captive_is_strong)):
        if own:
            for member in state(held).active(HERO):
                for name, amount in (("weapon_skill", 6), ("strength", 5), ("toughness", 6), ("attacks", 4)):
                    given(held, member.key, "characteristic_change", characteristic=name, amount=amount)
    casualties.capture(warband_id=theirs.warband_id, warrior=hero.key, by=NOBODY)
    open_captive(row, theirs, hero.key, hero.name, book())
    line = row.lines.get(kind="captive")
    gold = state(row).treasury_gc, state(theirs).treasury_gc
    answered(line, "pit")
    won = bool(line.data.get("won", False)) or bool(row.lines.get(pk=line.pk).data["won"])
    now = state(theirs)
    assert won == captive_is_strong
    assert now.members[hero.key].is_active == won
    assert (state(row).treasury_gc, now.treasury_gc) == (gold[0] + 50 * (not won), gold[1] + 50 * won)
    assert ("freedom" in sentence_of(row.lines.get(pk=line.pk))) == won
    assert_reconciled(theirs.warband)


def test_a_mount_that_fell_on_its_rider_brings_two_serious_injuries(owner: User, rival: User) -> None:
    """The table for riders who lose control. Rules: AF-INJ-01, SPEC-MOUNT-01"""
    row = side(at_rest(owner, rival))
    hero = state(row).active(HERO)[0]
    blow = {"facts": ["crushed"], "by_name": "", "by_role": "", "by_roster": "", "by_warband_id": "", "by_type": ""}
    row.facts = {**row.facts, "fallen": [{**blow, "roster_id": hero.key}]}
    row.faces = [[face, "typed", 0] for face in (2, 2, 4, 1)]
    row.save()
    before = set(row.lines.values_list("pk", flat=True))
    injuries.one_casualty(AftermathContext(row, NOON), 0)
    came = row.lines.exclude(pk__in=before).order_by("number")
    assert [line.data["d66"] for line in came if line.kind == "serious_injury"] == [22, 41]
    assert_reconciled(row.warband)
