"""Queries of the Book that rosters use."""

import dataclasses

import pytest

from catalogue.custom_packs.library import book_with
from catalogue.packs.installed import book


def test_a_list_names_its_entries_heroes_first() -> None:
    names = [warrior_type.name for warrior_type in book().warrior_types_of("undead")]
    assert names == ["Vampire", "Necromancer", "Dreg", "Zombie", "Ghoul", "Dire Wolf"]
    assert book().leader_of("undead").code == "undead_vampire"
    assert book().warrior_types_of("nowhere") == ()


ANY_HERO_LEADS = {"court_of_pleasures", "lustrian_reavers"}


def test_every_list_has_one_leader_of_exactly_one() -> None:
    for warband in book().warband_types:
        leaders = [warrior_type for warrior_type in book().warrior_types_of(warband) if warrior_type.is_leader]
        if warband in ANY_HERO_LEADS:
            assert leaders == list(book().heroes_of(warband))
        else:
            assert [(warrior_type.minimum, warrior_type.maximum) for warrior_type in leaders] == [(1, 1)], warband


def test_those_who_carry_nothing_have_no_prices() -> None:
    assert book().prices_for("undead_zombie") == {}
    assert book().prices_for("witch_hunters_flagellant") == {
        "flail": 15,
        "morning_star": 15,
        "double_handed_weapon": 15,
    }


def test_skills_follow_lists_and_their_own_limits() -> None:
    captain = {skill.code for skill in book().skills_open_to("reiklanders_mercenary_captain")}
    champion = {skill.code for skill in book().skills_open_to("reiklanders_champion")}
    assert "battle_tongue" in captain
    assert "sorcery" not in captain
    assert "sprint" not in champion
    assert "mighty_blow" in champion
    matriarch = {skill.code for skill in book().skills_open_to("sisters_of_sigmar_sigmarite_matriarch")}
    superior = {skill.code for skill in book().skills_open_to("sisters_of_sigmar_sister_superior")}
    assert matriarch - superior >= {"utter_determination"}
    assert "arcane_lore" not in matriarch
    assert "battle_tongue" not in {skill.code for skill in book().skills_open_to("undead_vampire")}


def test_a_list_gained_later_opens_its_skills() -> None:
    open_now = {skill.code for skill in book().skills_open_to("reiklanders_champion", ["academic"])}
    assert "streetwise" in open_now


def test_maxima_by_race() -> None:
    human = book().maxima_for("human")
    assert human is not None
    assert human.strength == 4
    assert book().maxima_for(None) is None


def test_facts_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        book().items["sword"].price_gc = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        book().items["sword"] = book().items["axe"]  # type: ignore[index]


def test_no_dice_show_an_impossible_number() -> None:
    with pytest.raises(KeyError):
        book().injury_at(67)


def test_the_book_is_built_once() -> None:
    assert book() is book()


@pytest.mark.parametrize("code", sorted(set(book().packs) - {"rulebook"}))
def test_a_publication_left_out_takes_along_what_it_teaches_and_plays(code: str) -> None:
    facts = book_with({code: None})
    people = list(facts.warrior_types.values())
    named = {code for entry in people for code in (*entry.skill_lists, *entry.talent_lists)}
    named |= {
        warband_type.special_skill_list
        for warband_type in facts.warband_types.values()
        if warband_type.special_skill_list
    }
    named |= {code for listed in facts.warband_types.values() for code in listed.promoted_skill_lists}
    single = {code for entry in people for code in (*entry.single_skills, *entry.skills)}
    cast = {entry.spell_list for entry in people}
    starting = {code for entry in people for code in entry.starting_spell_codes}
    gifts = {gift for entry in people for gift in entry.gifts}
    for skill in facts.skills.values():
        assert skill.source.pack != code or skill.skill_list in named or skill.code in single
    for spell in facts.spells.values():
        assert spell.source.pack != code or spell.spell_list in cast or spell.code in starting
    for gift in facts.mutations.values():
        assert gift.source.pack != code or gift.code in gifts
    assert code not in {scenario.source.pack for scenario in facts.scenarios.values()}
    for entry in people:
        for skill_list in entry.skill_lists:
            assert bool(facts.skills_of(skill_list)) == bool(book().skills_of(skill_list)), (entry.code, skill_list)
        if entry.spell_list:
            assert facts.spells_of(entry.spell_list)
    for kind in ("skills", "spells", "mutations", "scenarios"):
        assert all(fact in facts.facts_of(kind) for fact in book().facts_of(kind)), "what rosters hold is still found"
