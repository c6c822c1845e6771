"""Choices of an aftermath: who may answer them, with which options, and only once."""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.aftermath.captives.capture import take_captive
from battles.aftermath.context import AftermathContext, open_lines
from battles.aftermath.decisions import choices
from battles.aftermath.stages import runner
from battles.aftermath.stored.facts import Casualty
from battles.aftermath.tests.world import ended
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.roster import advances

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    """A bloody battle with a finished aftermath."""
    fought = ended(owner, rival)
    runner.run(battle_id=fought.pk, now=NOON)
    return fought


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def the_sale(battle: Battle) -> AftermathLine:
    return AftermathLine.objects.get(aftermath=side(battle), kind="sale")


def press(line: AftermathLine, option: str, actor: User | None) -> AftermathLine:
    return choices.answer(line_id=line.public_id, actor_id=actor.pk if actor else None, option=option, now=NOON)


def test_selling_a_shard_brings_the_price_that_the_button_named(battle: Battle, owner: User) -> None:
    line = the_sale(battle)
    before = side(battle).warband
    option = line.options[-2]
    press(line, option["key"], owner)
    after = side(battle).warband
    assert after.treasury_gc == before.treasury_gc + option["gold"]
    assert after.shards == before.shards - option["shards"]
    assert_reconciled(after)


def test_a_second_press_changes_nothing(battle: Battle, owner: User) -> None:
    line = the_sale(battle)
    press(line, "sell:1", owner)
    gold = side(battle).warband.treasury_gc
    press(line, "sell:1", owner)
    assert side(battle).warband.treasury_gc == gold


def test_a_choice_cannot_be_answered_again(battle: Battle, owner: User) -> None:
    line = the_sale(battle)
    press(line, "keep", owner)
    with pytest.raises(choices.ChosenAlready):
        press(line, "sell:1", owner)


def test_only_the_owner_answers_a_choice(battle: Battle, rival: User, stranger: User) -> None:
    for person in (rival, stranger, None):
        with pytest.raises(choices.NotYourChoice):
            press(the_sale(battle), "keep", person)
    assert the_sale(battle).is_open


def test_an_option_that_is_not_there_is_refused(battle: Battle, owner: User) -> None:
    with pytest.raises(choices.NotAnOption):
        press(the_sale(battle), "sell:99", owner)
    assert the_sale(battle).is_open


def test_a_chosen_advance_is_on_the_roster(battle: Battle, owner: User) -> None:
    line = next(line for line in open_lines(side(battle)) if line.stage == "advances" and line.subject_name == "Piet")
    option = next(option["key"] for option in line.options if option["key"].startswith("skill:"))
    press(line, option, owner)
    piet = side(battle).warband.warriors.get(public_id=line.subject)
    assert piet.skills == [option.partition(":")[2]]
    assert_reconciled(side(battle).warband)


def test_the_next_advance_is_rolled_when_the_one_before_is_chosen(battle: Battle, owner: User) -> None:
    line = next(line for line in open_lines(side(battle)) if line.stage == "advances" and line.subject_name == "Piet")
    press(line, str(line.options[0]["key"]), owner)
    later = AftermathLine.objects.filter(aftermath=side(battle), stage="advances", subject=line.subject)
    assert later.count() > 1


def test_a_talented_lad_becomes_a_hero_and_rolls_at_once(battle: Battle, owner: User) -> None:
    row = side(battle)
    line = next(
        line for line in open_lines(row) if any(str(each["key"]).startswith("promote:") for each in line.options)
    )
    heroes = len(load_state(row.warband).active(HERO))
    press(line, str(line.options[0]["key"]), owner)
    state = load_state(side(battle).warband)
    assert len(state.active(HERO)) == heroes + 1
    line.refresh_from_db()
    name = line.data["took"]["name"]
    assert AftermathLine.objects.filter(aftermath=row, stage="advances", subject_name=name).exists()
    assert_reconciled(row.warband)


def test_a_talented_lad_without_a_place_rolls_again(battle: Battle, owner: User) -> None:
    row = side(battle)
    line = next(
        line for line in open_lines(row) if any(str(each["key"]).startswith("promote:") for each in line.options)
    )
    lists = str(line.options[0]["key"]).partition(":")[2].split("+")
    advances.promote(
        warband_id=row.warband_id, warrior=line.subject, skill_lists=lists, by=ActionContext(actor_id=owner.pk, at=NOON)
    )
    assert heroes_of(row) == 6
    press(line, str(line.options[0]["key"]), owner)
    line.refresh_from_db()
    assert heroes_of(row) == 6
    assert line.data["took"]["kind"] == "no_room"
    assert AftermathLine.objects.filter(aftermath=row, subject=line.subject, number__gt=line.number).exists()


def heroes_of(row: Aftermath) -> int:
    return len(load_state(row.warband).active(HERO))


def test_the_remaining_choices_can_be_decided_automatically(battle: Battle, owner: User, rival: User) -> None:
    row = side(battle)
    with pytest.raises(choices.NotYourChoice):
        choices.decide_rest(aftermath_id=row.public_id, actor_id=rival.pk, now=NOON)
    assert choices.decide_rest(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON) > 0
    row.refresh_from_db()
    assert row.status == AftermathStatus.DONE
    assert not open_lines(row)
    assert choices.decide_rest(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON) == 0
    assert_reconciled(row.warband)


def test_a_captive_is_sold_by_the_other_side(battle: Battle, owner: User, rival: User) -> None:
    loser, captor = side(battle, "a"), side(battle, "b")
    member = load_state(loser.warband).active(HERO)[1]
    fallen = Casualty(roster_id=member.key, by_warband_id=captor.warband.public_id)
    assert take_captive(AftermathContext(loser, NOON), "t", member, fallen) == captor.side.name
    walk_on(captor)
    line = AftermathLine.objects.get(aftermath=captor, kind="captive")
    gold = captor.warband.treasury_gc
    press(line, "slavers", rival)
    line.refresh_from_db()
    captor.warband.refresh_from_db()
    assert captor.warband.treasury_gc == gold + line.data["gold"] > gold
    assert loser.warband.warriors.get(public_id=member.key).status == "dead"
    for row in (loser, captor):
        assert_reconciled(row.warband)


def test_a_captive_let_go_comes_home_with_their_gear(battle: Battle, rival: User) -> None:
    loser, captor = side(battle, "a"), side(battle, "b")
    member = load_state(loser.warband).active(HERO)[1]
    kit = [line.item_code for line in load_state(loser.warband).held_by(member.key)]
    take_captive(
        AftermathContext(loser, NOON),
        "t",
        member,
        Casualty(roster_id=member.key, by_warband_id=captor.warband.public_id),
    )
    press(AftermathLine.objects.get(aftermath=captor, kind="captive"), "free", rival)
    state = load_state(loser.warband)
    assert state.members[member.key].is_active
    assert [line.item_code for line in state.held_by(member.key)] == kit


def test_no_captive_is_taken_without_an_enemy_warband(battle: Battle) -> None:
    loser = side(battle, "a")
    member = load_state(loser.warband).active(HERO)[1]
    assert (
        take_captive(AftermathContext(loser, NOON), "t", member, Casualty(roster_id=member.key, by_warband_id="")) == ""
    )
    assert load_state(loser.warband).members[member.key].is_active


def test_a_hired_sword_is_paid_or_leaves(owner: User, rival: User) -> None:
    fought = ended(owner, rival)
    row = side(fought)
    by = ActionContext(actor_id=owner.pk, at=NOON)
    hired = recruiting.hire_hired_sword(
        warband_id=row.warband_id, warrior_type="pit_fighter", by=by, price_gc=0
    ).subject
    runner.run(battle_id=fought.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath=row, kind="upkeep")
    assert line.subject == hired
    press(line, "leave", owner)
    assert row.warband.warriors.get(public_id=hired).status == "retired"
    assert_reconciled(row.warband)


def walk_on(row: Aftermath) -> None:
    """Run a reopened side to its end."""
    while Aftermath.objects.get(pk=row.pk).stage != runner.OVER:
        row.refresh_from_db()
        runner._next_step(row, NOON)
    row.refresh_from_db()
