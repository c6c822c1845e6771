"""The rulebook pack is complete: counts first, then numbers checked against the book."""

import re
from collections import Counter

import pytest

from catalogue.packs.book import Characteristics
from catalogue.packs.installed import book

COUNTS = {
    "warband_types": 8,
    "skill_lists": 9,
    "skills": 49,
    "spell_lists": 5,
    "spells": 30,
    "mutations": 9,
    "races": 10,
    "injuries": 20,
    "exploration": 30,
    "scenarios": 9,
    "advances": 12,
}


def stats(line: Characteristics) -> str:
    return " ".join(value for _short, value in line.row())


@pytest.mark.parametrize(("kind", "count"), COUNTS.items())
def test_every_kind_is_complete(kind: str, count: int) -> None:
    assert len([fact for fact in book().facts_of(kind).values() if fact.source.tier == 1]) == count


def test_the_eight_lists_have_25_heroes_and_23_henchmen() -> None:
    entries = [
        warrior_type
        for warrior_type in book().warrior_types.values()
        if warrior_type.warband_type and warrior_type.source.tier == 1
    ]
    assert Counter(warrior_type.kind for warrior_type in entries) == {"hero": 25, "henchman": 23}


def test_hirelings_and_animals() -> None:
    kinds = Counter(
        warrior_type.kind for warrior_type in book().warrior_types.values() if warrior_type.source.tier == 1
    )
    assert (kinds["hired_sword"], kinds["dramatis_persona"], kinds["animal"]) == (7, 4, 3)


FOUND_ONLY = {"jewelled_weapon", "blessed_weapon"}
"""Items that are only found in exploration and never sold."""


def test_items_by_class() -> None:
    printed = (item for item in book().items.values() if item.source.tier == 1 and item.code not in FOUND_ONLY)
    classes = Counter(item.item_class for item in printed)
    assert classes == {
        "close_combat": 17,
        "missile": 10,
        "black_powder": 6,
        "armour": 8,
        "misc": 23,
        "animal": 3,
        "artefact": 6,
    }


@pytest.mark.parametrize(
    ("code", "price", "limits", "experience", "line"),
    [
        ("reiklanders_mercenary_captain", 60, (1, 1), 20, "4 4 4 3 3 1 4 1 8"),
        ("reiklanders_marksman", 25, (0, 7), 0, "4 3 4 3 3 1 3 1 7"),
        ("middenheimers_champion", 35, (0, 2), 8, "4 4 3 4 3 1 3 1 7"),
        ("marienburgers_marksman", 25, (0, 7), 0, "4 3 3 3 3 1 3 1 7"),
        ("cult_of_the_possessed_possessed", 90, (0, 2), 8, "5 4 0 4 4 2 4 2 7"),
        ("witch_hunters_flagellant", 40, (0, 5), 0, "4 3 3 4 4 1 3 1 10"),
        ("sisters_of_sigmar_novice", 15, (0, 10), 0, "4 2 2 3 3 1 3 1 6"),
        ("undead_vampire", 110, (1, 1), 20, "6 4 4 4 4 2 5 2 8"),
        ("undead_zombie", 15, (0, None), 0, "4 2 0 3 3 1 1 1 5"),
        ("skaven_rat_ogre", 210, (0, 1), 0, "6 3 3 5 5 3 4 3 4"),
    ],
)
def test_prices_limits_and_characteristics_of_entries(
    code: str, price: int, limits: tuple[int, int | None], experience: int, line: str
) -> None:
    entry = book().warrior_types[code]
    assert (entry.price_gc, (entry.minimum, entry.maximum)) == (price, limits)
    assert (entry.starting_experience, stats(entry.characteristics)) == (experience, line)


def test_gold_and_size_of_the_lists() -> None:
    found = {
        warband_type.code: (warband_type.starting_gold_gc, warband_type.size_min, warband_type.size_max)
        for warband_type in book().warband_types.values()
    }
    assert found["marienburgers"] == (600, 3, 15)
    assert found["witch_hunters"] == (500, 3, 12)
    assert found["skaven"] == (500, 3, 20)
    assert found["undead"] == (500, 3, 15)


def test_list_prices_may_differ_from_the_price_chart() -> None:
    assert book().prices_for("reiklanders_champion")["duelling_pistol"] == 25
    assert book().items["duelling_pistol"].price_gc == 30
    assert book().prices_for("cult_of_the_possessed_magister")["bow"] == 15
    assert book().prices_for("sisters_of_sigmar_augur")["holy_tome"] == 120


def test_novices_have_no_holy_goods_on_their_list() -> None:
    assert "holy_relic" not in book().prices_for("sisters_of_sigmar_novice")
    assert "holy_relic" in book().prices_for("sisters_of_sigmar_sister_superior")


def test_the_d66_table_has_no_hole_and_no_overlap() -> None:
    for tens in range(1, 7):
        for ones in range(1, 7):
            hits = [injury for injury in book().injuries.values() if injury.low <= tens * 10 + ones <= injury.high]
            assert len(hits) == 1, tens * 10 + ones


@pytest.mark.parametrize("table", ["hero", "henchman"])
def test_the_advance_tables_answer_every_roll(table: str) -> None:
    for roll in range(2, 13):
        assert book().advance_at(table, roll).low <= roll


def test_every_set_of_dice_finds_its_location() -> None:
    names = {book().exploration_at(dice, face) for dice in range(2, 7) for face in range(1, 7)}
    assert len(names) == 30
    assert None not in names


def test_sub_tables_answer_every_roll_of_their_die() -> None:
    for fact in (*book().exploration.values(), *book().injuries.values(), *book().advances.values()):
        banded = [outcome for outcome in fact.outcomes if outcome.low is not None]
        if banded and fact.roll == "D6":
            for roll in range(1, 7):
                hits = [outcome for outcome in banded if outcome.low <= roll <= (outcome.high or 0)]  # type: ignore[operator]
                assert len(hits) == 1, (fact.code, roll)


def test_wyrdstone_is_sold_at_the_prices_of_the_table() -> None:
    cells = [price for row in book().tables.sale_prices for price in row.prices_gc]
    assert len(cells) == 48
    assert book().sale_price_gc(1, 3) == 45
    assert book().sale_price_gc(5, 11) == 80
    assert book().sale_price_gc(8, 16) == book().sale_price_gc(20, 30) == 100
    assert book().sale_price_gc(0, 5) == 0


@pytest.mark.parametrize(("total", "shards"), [(0, 0), (5, 1), (6, 2), (17, 3), (18, 4), (25, 5), (31, 6), (36, 7)])
def test_shards_by_total(total: int, shards: int) -> None:
    assert book().shards_for(total) == shards


@pytest.mark.parametrize(("gap", "bonus"), [(0, 0), (50, 0), (51, 1), (100, 2), (150, 3), (300, 4), (301, 5)])
def test_the_underdog_bonus(gap: int, bonus: int) -> None:
    assert book().underdog_bonus(gap) == bonus


def test_heroes_advance_21_times_and_henchmen_4() -> None:
    assert len(book().tables.hero_advances_at) == 21
    assert book().tables.hero_advances_at[-1] == 90
    assert book().tables.henchman_advances_at == (2, 5, 9, 14)


def test_the_scenario_table_answers_3_to_11() -> None:
    found = {roll: book().scenario_for_roll(roll) for roll in range(2, 13)}
    assert found[2] is None
    assert found[12] is None
    assert {scenario.number for scenario in found.values() if scenario is not None} == set(range(1, 10))


def test_each_warband_has_its_printed_hired_swords() -> None:
    def hired(warband: str) -> set[str]:
        return {warrior_type.code for warrior_type in book().hirelings_for(warband) if warrior_type.source.tier == 1}

    assert len(hired("reiklanders")) == 7
    assert hired("skaven") == {"warlock"}
    assert hired("undead") == {"ogre_bodyguard", "warlock"}
    assert hired("cult_of_the_possessed") == {"pit_fighter", "ogre_bodyguard", "warlock"}
    assert hired("sisters_of_sigmar") == {"pit_fighter", "ogre_bodyguard", "halfling_scout"}
    assert hired("witch_hunters") == hired("reiklanders") - {"warlock"}
    named = [
        warrior_type
        for warrior_type in book().hirelings_for("skaven", "dramatis_persona")
        if warrior_type.source.tier == 1
    ]
    assert [warrior_type.code for warrior_type in named] == ["veskit"]


def test_rarity_depends_on_the_buyer() -> None:
    water = "blessed_water"
    assert book().rarity_for(water, book().tags_of("reiklanders_champion")) == 6
    assert book().rarity_for(water, book().tags_of("witch_hunters_warrior_priest")) is None
    assert book().rarity_for("black_lotus", book().tags_of("skaven_night_runner")) == 7
    assert not book().items["black_lotus"].who.allows(book().tags_of("witch_hunters_witch_hunter"))
    assert not book().items["fighting_claws"].who.allows(book().tags_of("undead_dreg"))


def test_every_fact_says_where_it_comes_from() -> None:
    for kind in COUNTS:
        for fact in book().facts_of(kind).values():
            assert fact.source.pack in book().packs
            assert fact.source.tier in (1, 2, 3)
            assert fact.source.publication


def test_summaries_are_short() -> None:
    for kind in ("skills", "spells", "items", "mutations", "rules", "injuries", "exploration"):
        for fact in book().facts_of(kind).values():
            assert len(fact.summary) <= 260, (kind, fact.code)
            assert fact.summary.endswith("."), (kind, fact.code)


def test_what_a_helmet_improves_is_in_the_effect_too() -> None:
    """A summary with a score "in a helmet on 2+" has an effect with that score, and the reverse."""
    found = 0
    for skill in book().skills.values():
        promised = re.search(r"in a helmet on (\d)\+", skill.summary)
        given = [effect.get("with_helmet") for effect in skill.effects if effect.code == "avoid_stun"]
        if promised or any(given):
            found += 1
            assert promised, skill.code
            assert given == [int(promised[1])], skill.code
    assert found >= 7
