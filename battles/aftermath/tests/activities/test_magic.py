"""Tomes, inherited magic, raised heroes, undead without a master."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.activities import studies
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.stages import advances as stages_advances
from battles.aftermath.stages import closing, injuries
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.aftermath.warriors import leaderless
from battles.core.bridge.fighters import fighters_of
from battles.models import Aftermath, AftermathLine, Battle
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO, STASH, Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded
from warbands.models import Warband
from warbands.roster import advances, casualties
from warbands.rules.check import check_roster
from warbands.rules.member_facts import characteristics_of, spell_lists_of
from warbands.rules.violations import AgainstRules
from warbands.trading import stash, treasury

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def rest(owner: User, rival: User, first: str) -> Aftermath:
    return side(at_rest(owner, rival, gold=300, first=first))


def answered(line: AftermathLine, option: str, faces: list[int] | None = None) -> AftermathLine:
    row = Aftermath.objects.select_related("warband").get(pk=line.aftermath_id)
    if faces is not None:
        row.faces = [[face, "typed", 0] for face in faces]
        row.save(update_fields=["faces"])
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
    line.refresh_from_db()
    assert_reconciled(row.warband)
    return line


def books(row: Aftermath) -> list[AftermathLine]:
    before = set(row.lines.values_list("pk", flat=True))
    studies.offer_books(AftermathContext(row, NOON))
    return list(row.lines.exclude(pk__in=before))


def test_a_wizard_reads_a_tome_once_and_learns_by_the_die(owner: User, rival: User) -> None:
    row = rest(owner, rival, "cult_of_the_possessed")
    stash.add(warband_id=row.warband_id, item="tome_of_magic", by=NOBODY)
    (line,) = books(row)
    wizard = next(member for member in state(row).active(HERO) if member.spells)
    keys = [str(option["key"]) for option in line.options]
    assert keys == [f"read:{wizard.key}:chaos_rituals", f"read:{wizard.key}:lesser_magic", "later"]
    wanted = next(spell for spell in book().spells_of("lesser_magic") if spell.roll == 3)
    answered(line, keys[1], [3])
    now = state(row)
    assert wanted.code in now.members[wizard.key].spells
    assert now.line(STASH, "tome_of_magic") is None
    assert wanted.name in sentence_of(line)
    assert books(row) == []


def test_a_tome_can_be_kept_for_a_later_battle(owner: User, rival: User) -> None:
    row = rest(owner, rival, "cult_of_the_possessed")
    stash.add(warband_id=row.warband_id, item="tome_of_magic", by=NOBODY)
    (line,) = books(row)
    answered(line, "later")
    assert state(row).line(STASH, "tome_of_magic") is not None
    assert len(books(row)) == 1


def test_the_learned_become_casters_of_lesser_magic_and_others_leave_the_book_alone(owner: User, rival: User) -> None:
    row = rest(owner, rival, "reiklanders")
    stash.add(warband_id=row.warband_id, item="tome_of_magic", by=NOBODY)
    assert books(row) == []
    hero = state(row).active(HERO)[0].key
    advances.learn(warband_id=row.warband_id, warrior=hero, skill="arcane_lore", by=NOBODY)
    (line,) = books(row)
    answered(line, f"read:{hero}:lesser_magic", [1])
    member = state(row).members[hero]
    assert len(member.spells) == 1
    assert not [violation for violation in check_roster(state(row), book()) if violation.code == "spell_not_his"]
    assert stages_advances.main_list(member, book()) == "lesser_magic"
    assert len(stages_advances.unknown_spells(member, book())) == len(book().spells_of("lesser_magic")) - 1
    rows = {fighter["roster_id"]: fighter for fighter in fighters_of(state(row), book())}
    assert rows[hero]["spells"] == member.spells


def test_servants_of_sigmar_never_read_it(owner: User, rival: User) -> None:
    row = rest(owner, rival, "sisters_of_sigmar")
    stash.add(warband_id=row.warband_id, item="tome_of_magic", by=NOBODY)
    assert books(row) == []


def test_a_vampire_with_the_lore_learns_necromancy_from_the_book_of_the_dead(owner: User, rival: User) -> None:
    at_rest(owner, rival)
    row = side(Battle.objects.get(), "b")
    vampire = next(warrior for warrior in state(row).active(HERO) if warrior.is_leader)
    advances.learn(warband_id=row.warband_id, warrior=vampire.key, skill="arcane_lore", by=NOBODY)
    stash.add(warband_id=row.warband_id, item="book_of_the_dead", by=NOBODY)
    (line,) = books(row)
    assert f"read:{vampire.key}:necromancy" in [option["key"] for option in line.options]
    answered(line, f"read:{vampire.key}:necromancy", [2])
    member = state(row).members[vampire.key]
    assert "necromancy" in spell_lists_of(member, book())
    assert book().spells[member.spells[0]].roll == 2


def test_an_heir_takes_up_the_dead_leaders_magic_in_place_of_an_advance(owner: User, rival: User) -> None:
    row = rest(owner, rival, "sisters_of_sigmar")
    leader = state(row).leader()
    assert leader is not None
    casualties.kill(warband_id=row.warband_id, warrior=leader.key, by=NOBODY)
    heir = state(row).leader()
    assert heir is not None
    while not stages_advances.advances_due(state(row).members[heir.key], book()):
        advances.grant_experience(warband_id=row.warband_id, warrior=heir.key, points=1, by=NOBODY)
    context = AftermathContext(row, NOON)
    stages_advances.roll_one(context, state(row).members[heir.key])
    line = row.lines.get(kind="heirs_magic")
    assert [option["key"] for option in line.options][-1] == "roll"
    prayer = str(line.options[2]["key"])
    answered(line, prayer)
    member = state(row).members[heir.key]
    assert member.spells == [prayer.partition(":")[2]]
    assert not stages_advances.advances_due(member, book())
    assert not [violation for violation in check_roster(state(row), book()) if violation.code == "spell_not_his"]
    assert studies.successor_spell_list(AftermathContext(row, NOON), member) == ""


def test_an_heir_who_rolls_is_never_asked_again(owner: User, rival: User) -> None:
    row = rest(owner, rival, "sisters_of_sigmar")
    leader = state(row).leader()
    assert leader is not None
    casualties.kill(warband_id=row.warband_id, warrior=leader.key, by=NOBODY)
    heir = state(row).leader()
    assert heir is not None
    while not stages_advances.advances_due(state(row).members[heir.key], book()):
        advances.grant_experience(warband_id=row.warband_id, warrior=heir.key, points=1, by=NOBODY)
    stages_advances.roll_one(AftermathContext(row, NOON), state(row).members[heir.key])
    answered(row.lines.get(kind="heirs_magic"), "roll")
    assert row.lines.filter(kind="advance", subject=heir.key).count() == 1
    assert row.lines.filter(kind="heirs_magic").count() == 1


def dead_hero(battle: Battle) -> tuple[Aftermath, Member]:
    """A hero of side a dies while the enemy's necromancer can raise them."""
    row = side(battle)
    hero = state(row).active(HERO)[1]
    theirs = side(battle, "b")
    sorcerer = state(theirs).of_type("undead_necromancer")[0]
    if "spell_of_awakening" not in sorcerer.spells:
        advances.learn(warband_id=theirs.warband_id, warrior=sorcerer.key, spell="spell_of_awakening", by=NOBODY)
    fall: dict[str, Any] = {"roster_id": hero.key, "facts": [], "by_name": "", "by_role": "", "by_warband_id": ""}
    row.facts = {**row.facts, "fallen": [fall]}
    row.faces = [[face, "typed", 0] for face in (1, 1)]
    injuries.one_casualty(AftermathContext(row, NOON), 0)
    return theirs, hero


def test_a_dead_hero_rises_for_the_enemy_with_their_own_figures_and_arms(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival)
    carried = {line.item_code for line in state(side(battle)).held_by(state(side(battle)).active(HERO)[1].key)}
    theirs, hero = dead_hero(battle)
    line = theirs.lines.get(kind="risen")
    theirs.refresh_from_db()
    assert theirs.status == "waiting"
    assert "Raise this hero" in sentence_of(line)
    answered(line, "raise")
    now = state(theirs)
    risen = next(member for member in now.active() if member.name == hero.name)
    was, figures = characteristics_of(hero, book()), characteristics_of(risen, book())
    assert (figures.weapon_skill, figures.strength, figures.movement) == (
        was.weapon_skill,
        was.strength,
        was.movement,
    )
    assert risen.warrior_type_code == "undead_zombie"
    assert {held.item_code for held in now.held_by(risen.key)} == carried
    assert not [violation for violation in check_roster(now, book()) if violation.warrior == risen.key]
    row = next(fighter for fighter in fighters_of(now, book()) if fighter["roster_id"] == risen.key)
    assert row["profile"]["weapon_skill"] == was.weapon_skill
    assert row["weapons"]


def test_a_dead_hero_may_be_left_to_rest(owner: User, rival: User) -> None:
    theirs, hero = dead_hero(at_rest(owner, rival))
    answered(theirs.lines.get(kind="risen"), "rest")
    assert all(member.name != hero.name for member in state(theirs).active())


def test_the_dead_follow_their_necromancer_or_fall_apart(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival), "b")
    vampire = state(row).leader()
    assert vampire is not None
    casualties.kill(warband_id=row.warband_id, warrior=vampire.key, by=NOBODY)
    heir = state(row).leader()
    assert heir is not None
    assert heir.warrior_type_code == "undead_necromancer"
    assert not leaderless.lost_all_leaders(state(row), book())
    casualties.kill(warband_id=row.warband_id, warrior=heir.key, by=NOBODY)
    assert state(row).leader() is None
    closing.close_battle(AftermathContext(row, NOON))
    assert state(row).active() == []
    assert "disbands" in sentence_of(row.lines.get(kind="falls_apart"))
    assert_reconciled(row.warband)


def test_a_captured_vampire_is_waited_for_and_leads_again(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival), "b")
    for member in state(row).of_type("undead_necromancer"):
        casualties.kill(warband_id=row.warband_id, warrior=member.key, by=NOBODY)
    vampire = state(row).leader()
    assert vampire is not None
    casualties.capture(warband_id=row.warband_id, warrior=vampire.key, by=NOBODY)
    closing.close_battle(AftermathContext(row, NOON))
    assert state(row).active()
    casualties.release(warband_id=row.warband_id, warrior=vampire.key, by=NOBODY)
    leader = state(row).leader()
    assert leader is not None
    assert leader.key == vampire.key


def test_a_new_vampire_comes_only_after_another_battle(rival: User) -> None:
    warband = founded(rival, "undead", seed="procession")
    treasury.gain(warband_id=warband.pk, gold_gc=300, by=NOBODY)
    vampire = load_state(warband).leader()
    assert vampire is not None
    casualties.kill(warband_id=warband.pk, warrior=vampire.key, by=NOBODY)
    buy = {"warband_id": warband.pk, "warrior_type": vampire.warrior_type_code, "by": NOBODY}
    with pytest.raises(AgainstRules, match="another battle"):
        recruiting.hire_hero(**buy)
    for number in range(2):
        fighters = [member.key for member in load_state(Warband.objects.get(pk=warband.pk)).active()]
        casualties.battle_fought(
            warband_id=warband.pk,
            fighters=fighters,
            kills={},
            by=ActionContext(actor_id=None, at=NOON, source_key=str(number)),
        )
    recruiting.hire_hero(**buy)
    assert_reconciled(warband)
