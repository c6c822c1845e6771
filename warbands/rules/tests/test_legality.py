"""Legality of hand-written rosters, random warbands over many seeds, the rating, and invariants of operations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.packs.installed import book
from warbands.core.state import Member, apply, delta
from warbands.core.tests.factories import empty_draft
from warbands.rules import roster_changes
from warbands.rules.check import check_roster
from warbands.rules.development import skills_open, too_many_have
from warbands.rules.kit import held_violations, why_not_carry
from warbands.rules.member_facts import advances_due, characteristics_of
from warbands.rules.random_band import random_warband
from warbands.rules.rating import rating_of
from warbands.rules.suggestions import suggest_band
from warbands.rules.tests.rosters import BANDS, Band

TYPES = sorted(book().warband_types)
a_list = st.sampled_from(TYPES)
a_seed = st.text(min_size=1, max_size=12)


@pytest.mark.parametrize("band", [band for band in BANDS if not band.breaks], ids=lambda band: band.rows[:50])
def test_a_legal_roster_is_never_refused(band: Band) -> None:
    assert [
        (violation.rule_id, str(violation.sentence)) for violation in check_roster(band.state(book()), book())
    ] == []


@pytest.mark.parametrize(
    "band", [band for band in BANDS if band.breaks], ids=lambda band: f"{band.breaks} {band.rows[:40]}"
)
def test_an_illegal_roster_breaks_the_rule_it_was_written_for(band: Band) -> None:
    found = {violation.rule_id for violation in check_roster(band.state(book()), book())}
    assert found == {band.breaks}


@settings(max_examples=150, deadline=None)
@given(a_list, a_seed)
def test_a_random_band_is_always_legal_and_repeats_by_its_seed(warband_type: str, seed: str) -> None:
    facts = book()
    first, second = empty_draft(warband_type), empty_draft(warband_type)
    random_warband(first, facts, seed)
    random_warband(second, facts, seed)
    assert check_roster(first, facts) == []
    assert 0 <= first.treasury_gc <= first.founding_gold_gc
    assert [member.name for member in first.active()] == [member.name for member in second.active()]
    assert first.treasury_gc == second.treasury_gc
    spent = sum(line.paid_gc for line in first.members.values()) + sum(line.paid_gc for line in first.kit.values())
    assert spent + first.treasury_gc == first.founding_gold_gc


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_ten_thousand_random_bands_are_legal() -> None:
    facts = book()
    for number in range(10_000):
        state = empty_draft(TYPES[number % len(TYPES)])
        random_warband(state, facts, f"seed {number}")
        sentences = [str(violation.sentence) for violation in check_roster(state, facts)]
        assert not sentences, (state.warband_type_code, number, sentences)
        assert state.treasury_gc >= 0


@settings(max_examples=60, deadline=None)
@given(a_list, a_seed)
def test_dismissing_everyone_in_a_draft_brings_all_gold_back(warband_type: str, seed: str) -> None:
    facts = book()
    state = empty_draft(warband_type)
    random_warband(state, facts, seed)
    for member in state.active():
        roster_changes.dismiss(state, member)
    assert state.treasury_gc == state.founding_gold_gc
    assert not state.kit


@settings(max_examples=60, deadline=None)
@given(a_list, a_seed, a_seed)
def test_a_change_folds_forward_and_backward(warband_type: str, seed: str, other: str) -> None:
    facts = book()
    before = empty_draft(warband_type)
    random_warband(before, facts, seed)
    after = before.copy()
    random_warband(after, facts, other)
    moved = delta(before, after)
    folded = before.copy()
    apply(folded, moved.as_json(), gold_gc=moved.gold_gc, shards=moved.shards)
    assert delta(folded, after).is_empty
    apply(folded, moved.as_json(), gold_gc=moved.gold_gc, shards=moved.shards, backwards=True)
    assert delta(folded, before).is_empty


@settings(max_examples=40, deadline=None)
@given(a_list, a_seed)
def test_items_allowed_by_the_panel_keep_the_roster_legal(warband_type: str, seed: str) -> None:
    facts = book()
    state = empty_draft(warband_type)
    random_warband(state, facts, seed)
    state.treasury_gc += 5000
    for member in state.active():
        before = held_violations(state, member, facts)
        for code in facts.items:
            price = facts.prices_for(member.warrior_type_code).get(code, 1)
            if why_not_carry(state, member, code, facts, before=before) is None:
                roster_changes.buy(state, facts, member.key, code, price_gc=price)
                before = held_violations(state, member, facts)
    assert [str(violation.sentence) for violation in check_roster(state, facts)] == []


@pytest.mark.parametrize("warband_type", TYPES)
@settings(max_examples=15, deadline=None)
@given(seed=a_seed)
def test_every_suggestion_is_legal(warband_type: str, seed: str) -> None:
    state = empty_draft(warband_type)
    state.seed = seed
    suggest_band(state, book())
    assert check_roster(state, book()) == []


def test_rating_counts_large_creatures_experience_and_hirelings() -> None:
    facts = book()
    state = empty_draft("skaven", 2000)
    roster_changes.hire(state, facts, "skaven_assassin_adept")
    roster_changes.hire(state, facts, "skaven_rat_ogre")
    roster_changes.hire(state, facts, "skaven_verminkin", headcount=3)
    adept, ogre, group = rating_of(state, facts).lines
    assert (adept.total, ogre.total, group.total) == (25, 20, 15)
    other = empty_draft("reiklanders", 2000)
    hired = roster_changes.hire(other, facts, "pit_fighter")
    hired.experience = 3
    assert rating_of(other, facts).total == 25


def test_a_wizard_rolls_the_same_spell_when_hired_again() -> None:
    facts = book()
    state = empty_draft("undead", 2000)
    first = roster_changes.hire(state, facts, "undead_necromancer")
    spells = list(first.spells)
    roster_changes.dismiss(state, first)
    assert roster_changes.hire(state, facts, "undead_necromancer").spells == spells
    assert len(spells) == 1


def test_injuries_mutations_and_advances_show_in_the_profile() -> None:
    facts = book()
    member = Member(key="m", kind="hero", warrior_type_code="cult_of_the_possessed_mutant", name="M")
    member.mutations = ["cloven_hoofs"]
    member.increases = {"weapon_skill": 1}
    member.injuries = [
        {
            "code": "chest_wound",
            "effects": [{"code": "characteristic_change", "params": {"characteristic": "toughness", "amount": -1}}],
        }
    ]
    profile = characteristics_of(member, facts)
    assert (profile.movement, profile.weapon_skill, profile.toughness) == (5, 4, 2)


def test_lines_up_to_the_starting_experience_bring_no_advance() -> None:
    facts = book()
    member = Member(key="m", kind="hero", warrior_type_code="reiklanders_mercenary_captain", name="M")
    member.experience = member.experience_at_start = 20
    assert advances_due(member, facts) == 0
    member.experience = 28
    assert advances_due(member, facts) == 2
    member.advances_taken = 1
    assert advances_due(member, facts) == 1


def test_one_youngun_is_of_black_orc_blood_and_only_that_one_may_prove_it() -> None:
    state = empty_draft("black_orcs")
    facts = book()
    first, second = (roster_changes.hire(state, facts, "black_orcs_youngun") for _ in range(2))
    for member in (first, second):
        member.experience = 25
    assert "proven_warrior" not in {skill.code for skill in skills_open(state, first, facts)}
    before = state.treasury_gc
    roster_changes.mutate(state, facts, first, "black_orc_blood")
    assert state.treasury_gc == before - 10
    assert "proven_warrior" in {skill.code for skill in skills_open(state, first, facts)}
    assert "proven_warrior" not in {skill.code for skill in skills_open(state, second, facts)}
    assert not too_many_have(state, first, "black_orc_blood", facts)
    assert too_many_have(state, second, "black_orc_blood", facts)
    roster_changes.mutate(state, facts, second, "black_orc_blood")
    assert "too_many_have_it" in {violation.code for violation in check_roster(state, facts)}
