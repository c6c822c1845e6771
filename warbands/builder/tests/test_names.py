"""Names: every list has names of its own people, and no suggestion is already in use."""

import pytest

from catalogue.packs.installed import book
from warbands.rules.name_lists import EMPIRE, STOCK_OF, STOCKS
from warbands.rules.names import person_name, random_warband_name, stock_of


def test_every_list_of_other_people_is_in_the_books():
    assert set(STOCK_OF) <= set(book().warband_types)
    assert set(STOCK_OF.values()) | {EMPIRE} == set(STOCKS)


@pytest.mark.parametrize("stock", STOCKS)
def test_a_stock_lasts_for_a_whole_warband_and_says_nothing_twice(stock):
    companies, people = STOCKS[stock]
    assert len(companies) >= 8
    assert len(people) >= 16
    assert len({*companies, *people}) == len(companies) + len(people)
    assert all(name and name == name.strip() for name in (*companies, *people))


def test_the_dwarfs_of_a_list_bear_the_names_of_dwarfs():
    assert person_name("dwarf_rangers", "seed", set()) in STOCKS["dwarf"].people
    assert person_name("reiklanders", "seed", set()) in STOCKS[EMPIRE].people
    assert person_name("a list of somebody's own", "seed", set()) in STOCKS[EMPIRE].people


def test_a_name_that_is_taken_is_offered_again_only_when_all_are():
    names = set(stock_of("skaven").companies)
    for name in names:
        assert random_warband_name("skaven", "seed", names - {name}) == name
    assert random_warband_name("skaven", "seed", names) in names
