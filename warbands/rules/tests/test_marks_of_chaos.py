"""The Marks of Chaos of Marauder Seers: chosen in the draft, one each, with their spells."""

from __future__ import annotations

import pytest

from battles.aftermath.stages.advances import main_list
from battles.core.bridge.fighters import fighter_of
from catalogue.packs.installed import book
from warbands.core.state import Member, WarbandState
from warbands.core.tests.factories import empty_draft
from warbands.roster.panels import mutation_offers
from warbands.rules import roster_changes
from warbands.rules.check import check_roster
from warbands.rules.development import skills_open
from warbands.rules.member_facts import spell_lists_of

MARKS = ["mark_of_chaos_undivided", "mark_of_tchar", "mark_of_shornaal", "mark_of_onogal", "mark_of_arkhar"]
LISTS = ["marauders_of_chaos", "marauders_hung", "marauders_norse", "marauders_kurgan"]


def with_seer(warband: str = "marauders_of_chaos") -> tuple[WarbandState, Member]:
    state = empty_draft(warband)
    return state, roster_changes.hire(state, book(), f"{warband}_seer")


def codes(state: WarbandState) -> set[str]:
    return {violation.code for violation in check_roster(state, book())}


@pytest.mark.parametrize("warband", LISTS)
def test_a_seer_is_offered_the_five_marks_and_needs_one(warband: str) -> None:
    state, seer = with_seer(warband)
    assert [(offer.code, offer.price_gc) for offer in mutation_offers(state, seer, book())] == [
        (code, 0) for code in MARKS
    ]
    assert "needs_mutation" in codes(state)
    roster_changes.mutate(state, book(), seer, "mark_of_onogal")
    assert "needs_mutation" not in codes(state)
    roster_changes.mutate(state, book(), seer, "mark_of_tchar")
    assert {"two_marks", "too_many_mutations"} <= codes(state)


@pytest.mark.parametrize(
    ("mark", "spell_list", "count"),
    [
        ("mark_of_chaos_undivided", "chaos_rituals", 1),
        ("mark_of_tchar", "tchar_rituals", 2),
        ("mark_of_shornaal", "shornaal_rituals", 1),
        ("mark_of_onogal", "onogal_rituals", 1),
        ("mark_of_arkhar", "", 0),
    ],
)
def test_the_mark_brings_its_spells_and_taking_it_back_takes_them(mark: str, spell_list: str, count: int) -> None:
    state, seer = with_seer()
    before = list(seer.spells)
    roster_changes.mutate(state, book(), seer, mark)
    assert {book().spells[code].spell_list for code in seer.spells} == ({spell_list} if count else set())
    assert len(seer.spells) == len(set(seer.spells)) == count
    assert main_list(seer, book()) == spell_list
    assert (spell_list in spell_lists_of(seer, book())) is bool(count)
    assert not codes(state) & {"spell_not_his", "spells_missing"}
    roster_changes.unmutate(state, book(), seer, mark)
    assert seer.spells == before


def test_a_seer_of_onogal_fears_no_poison_in_battle() -> None:
    state, seer = with_seer()
    assert "immune_to_poison" not in fighter_of(state, seer, book(), name="Seer")["keywords"]
    roster_changes.mutate(state, book(), seer, "mark_of_onogal")
    assert "immune_to_poison" in fighter_of(state, seer, book(), name="Seer")["keywords"]


def test_a_seer_of_arkhar_learns_strength_and_has_visions() -> None:
    state, seer = with_seer()
    assert "strength" not in {skill.skill_list for skill in skills_open(state, seer, book())}
    roster_changes.mutate(state, book(), seer, "mark_of_arkhar")
    assert "strength" in {skill.skill_list for skill in skills_open(state, seer, book())}
    row = fighter_of(state, seer, book(), name="Seer")
    assert (["blood_visions", {}] in row["skills"], row["spells"]) == (True, [])


def test_the_skill_mutation_opens_other_gifts_but_no_second_mark() -> None:
    state, seer = with_seer()
    roster_changes.mutate(state, book(), seer, "mark_of_tchar")
    skill = next(
        code for code, skill in book().skills.items() if any(effect.code == "buys_mutation" for effect in skill.effects)
    )
    seer.skills.append(skill)
    offers = {offer.code: offer for offer in mutation_offers(state, seer, book())}
    assert "mark_of_onogal" in offers
    assert offers["mark_of_onogal"].why_not is not None
    assert any(offer.why_not is None and offer.code not in MARKS for offer in offers.values())
