"""Names of a warband's models on the board."""

from battles.core.bridge.fighters import fighters_of
from battles.core.bridge.model_names import names_of
from catalogue.packs.installed import book
from warbands.core.state import GROUP, HERO, Member

CAPTAIN = "reiklanders_mercenary_captain"
WARRIORS = "reiklanders_warrior"


def group(key: str, name: str, count: int) -> Member:
    return Member(key, GROUP, WARRIORS, name, headcount=count)


def plural_and_one() -> tuple[str, str]:
    entry = book().warrior_types[WARRIORS]
    return entry.plural, entry.name


def test_models_of_unnamed_groups_carry_the_singular_and_one_run_of_numbers() -> None:
    plural, one = plural_and_one()
    found = names_of([group("g", plural, 2), group("h", f"{plural} 2", 2)], book())
    assert found == {"g": [f"{one} 1", f"{one} 2"], "h": [f"{one} 3", f"{one} 4"]}


def test_a_single_model_needs_no_number() -> None:
    plural, one = plural_and_one()
    assert names_of([group("g", plural, 1)], book()) == {"g": [one]}


def test_a_name_that_a_player_gave_stays() -> None:
    assert names_of([group("g", "Black Hand", 2)], book()) == {"g": ["Black Hand 1", "Black Hand 2"]}
    assert names_of([group("g", "Black Hand", 1)], book()) == {"g": ["Black Hand"]}


def test_no_two_models_have_the_same_name() -> None:
    plural, one = plural_and_one()
    hero = Member("m", HERO, CAPTAIN, f"{one} 1")
    twins = [Member(key, HERO, CAPTAIN, "Otto") for key in "op"]
    found = names_of([group("g", plural, 2), hero, *twins], book())
    assert found["m"] == [f"{one} 1"]
    assert found["g"] == [f"{one} 2", f"{one} 3"]
    assert found["o"] + found["p"] == ["Otto 1", "Otto 2"]
    names = [name for models in found.values() for name in models]
    assert len(set(names)) == len(names)


def test_models_on_the_table_have_numbered_names() -> None:
    from warbands.core.tests.factories import empty_draft

    plural, one = plural_and_one()
    state = empty_draft("reiklanders")
    state.members["g"] = group("g", plural, 3)
    assert [row["name"] for row in fighters_of(state, book())] == [f"{one} 1", f"{one} 2", f"{one} 3"]
