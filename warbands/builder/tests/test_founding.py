"""Drafts, the suggested warband, founding."""

import pytest

from accounts.models import User
from catalogue.packs.installed import book
from warbands.builder import founding
from warbands.core.tests.factories import NOON, assert_reconciled, by, draft, founded, look
from warbands.models import Warband
from warbands.rules.check import check_roster
from warbands.rules.suggestions import has_bought_arms

TYPES = sorted(book().warband_types)


def test_a_draft_opens_with_the_gold_of_its_list_and_the_leader_hired(owner: User) -> None:
    warband = draft(owner, "marienburgers")
    state = look(warband)
    leader = state.leader()
    assert leader is not None
    assert leader.warrior_type_code == "marienburgers_mercenary_captain"
    assert state.treasury_gc == 600 - 60
    assert_reconciled(warband)


@pytest.mark.parametrize("warband_type", TYPES)
def test_the_suggested_band_is_armed_legal_and_founded_at_once(owner: User, warband_type: str) -> None:
    warband = founded(owner, warband_type)
    state = look(warband)
    facts = book()
    assert warband.status == "founded"
    assert check_roster(state, facts) == []
    listed = facts.warband_types[warband_type]
    dearest = max(entry.price_gc for entry in facts.henchmen_of(warband_type))
    assert state.models_count() >= (8 if listed.source.tier == 1 else listed.size_min)
    assert state.treasury_gc < max(250, dearest)
    for member in state.active():
        own = facts.entries_for(member.warrior_type_code)
        if any(facts.items[code].slot in ("close_combat", "missile") for code in own if code != "dagger"):
            assert has_bought_arms(state, member, facts), member.name
    assert_reconciled(warband)


def test_a_draft_with_two_models_is_not_founded_and_says_why(owner: User) -> None:
    warband = draft(owner)
    with pytest.raises(founding.NotLegalYet) as refused:
        founding.found(warband_id=warband.pk, by=by(owner))
    assert "needs 3 models and has 1" in str(refused.value.message)
    assert look(warband).status == "draft"


def test_a_warband_is_founded_once(owner: User) -> None:
    warband = founded(owner)
    with pytest.raises(founding.AlreadyFounded):
        founding.found(warband_id=warband.pk, by=by(owner))


def test_a_second_click_opens_one_draft(owner: User) -> None:
    first = founding.start_draft(owner_id=owner.pk, warband_type="skaven", at=NOON, source_key="press-1")
    second = founding.start_draft(owner_id=owner.pk, warband_type="skaven", at=NOON, source_key="press-1")
    assert second.was_there
    assert first.public_id == second.public_id
    assert Warband.objects.count() == 1


def test_a_guest_keeps_three_warbands(owner: User) -> None:
    for number in range(3):
        founding.start_draft(owner_id=owner.pk, warband_type="skaven", at=NOON, seed=str(number), is_guest=True)
    with pytest.raises(founding.TooManyForGuest):
        founding.start_draft(owner_id=owner.pk, warband_type="skaven", at=NOON, is_guest=True)


def test_an_unknown_list_is_refused(owner: User) -> None:
    with pytest.raises(founding.NoSuchType):
        founding.start_draft(owner_id=owner.pk, warband_type="chess_club", at=NOON)


def test_a_copy_is_a_draft_with_the_same_people_and_kit(owner: User, rival: User) -> None:
    warband = founded(owner)
    started = founding.copy_warband(warband_id=warband.pk, owner_id=rival.pk, at=NOON)
    copy = Warband.objects.get(pk=started.warband_id)
    mine, theirs = look(warband), look(copy)
    assert copy.status == "draft"
    assert [member.name for member in mine.active()] == [member.name for member in theirs.active()]
    assert mine.treasury_gc == theirs.treasury_gc
    assert_reconciled(copy)


def test_an_archived_warband_comes_back_as_it_was(owner: User) -> None:
    warband = founded(owner)
    founding.archive(warband_id=warband.pk, by=by(owner))
    assert look(warband).status == "archived"
    founding.restore(warband_id=warband.pk, by=by(owner))
    assert look(warband).status == "founded"
    assert_reconciled(warband)
