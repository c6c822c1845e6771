"""Everything in a complete catalogue is present under its name, or a reason is given for another name."""

import csv
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from catalogue.packs.book import WarriorType
from catalogue.packs.installed import book

DATA = Path(__file__).parent / "data"
NAMES: dict[str, Any] = yaml.safe_load((DATA / "inventory.yaml").read_text(encoding="utf-8"))
VERDICTS: list[dict[str, str]] = list(csv.DictReader((DATA / "verdicts.csv").open(encoding="utf-8")))
SAME = {
    "Skaven (Clan Eshin)": "Skaven (Clan Eshin)",  # the clan stands behind it
    "Club": "Hammer, mace, club or staff",  # one weapon, one price
    "Hammer": "Hammer, mace, club or staff",
    "Mace": "Hammer, mace, club or staff",
    "Rope & hook": "Rope and Hook",  # spelling of the price chart
    "Throwing knives/stars": "Throwing star or knife",
    # The sources of these two lists give some names only in French; here they are in English.
    "Berger à Squig": "Squig Herder",
    "Squig Géant": "Great Squig",
    "Archi-revenant": "Arch-revenant",
    "Sorcière des ronces": "Thorn Witch",
    "Branchanteresse": "Branchwych",
    "Sylve-revenant": "Tree-revenant",
    "Fiel-revenant": "Spite-revenant",
    "Dryade": "Dryad",
    "Homme-arbre": "Treelord",
}
"""Name in the inventory -> the name that the catalogue prints for it, with the reason."""
COUNTS = {"skills": 43, "spells": 30, "scenarios": 96}
"""Warbands and hirelings are not counted: the packs have exactly those that the inventory names."""


def fold(name: str) -> str:
    """Letters and digits only, without accents or case."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[^a-z0-9]+", "", plain)


def lacking(wanted: Iterable[str], found: Iterable[str]) -> list[str]:
    """Names of the inventory that the catalogue does not print."""
    there = {fold(name) for name in found}
    return [name for name in wanted if fold(SAME.get(name, name)) not in there]


def code_of(kind: str, name: str) -> str:
    """The code of the only fact of a kind with this name; lists that are not variants come first."""
    return next(fact.code for fact in book().facts_of(kind).values() if fold(fact.name) == fold(SAME.get(name, name)))


@pytest.mark.parametrize("kind", COUNTS)
def test_the_inventory_is_complete(kind: str) -> None:
    assert len(NAMES[kind]) == COUNTS[kind]


def test_the_totals_of_the_inventory_are_those_of_the_books() -> None:
    assert sum(len(skills) for skills in NAMES["skills"].values()) == 230
    assert sum(len(spells) for spells in NAMES["spells"].values()) == 182


@pytest.mark.parametrize("name", NAMES["warbands"])
def test_every_list_has_all_its_entries(name: str) -> None:
    found = book().warrior_types_of(code_of("warband_types", name))
    assert lacking(NAMES["warbands"][name], (warrior_type.name for warrior_type in found)) == []
    assert len(found) == len(NAMES["warbands"][name])


def test_the_lists_are_these_and_no_others() -> None:
    found = [warband_type for warband_type in book().warband_types.values() if warband_type.variant_of is None]
    assert {fold(SAME.get(name, name)) for name in NAMES["warbands"]} == {fold(listed.name) for listed in found}
    for variant in book().warband_types.values():
        assert variant.variant_of is None or variant.variant_of in book().warband_types


@pytest.mark.parametrize("kind", ["hired_sword", "dramatis_persona"])
def test_every_hireling_is_there(kind: str) -> None:
    wanted = NAMES["hired_swords" if kind == "hired_sword" else "dramatis_personae"]
    found = [warrior_type for warrior_type in book().warrior_types.values() if warrior_type.kind == kind]
    assert lacking(wanted, (warrior_type.name for warrior_type in found)) == []
    assert len(found) == len(wanted)


@pytest.mark.parametrize("item_class", NAMES["items"])
def test_every_item_is_there(item_class: str) -> None:
    assert lacking(NAMES["items"][item_class], (item.name for item in book().items.values())) == []


def test_every_animal_is_for_sale_and_has_a_profile() -> None:
    items = book().items_of_class("animal")
    assert lacking(NAMES["animals"], (item.name for item in items)) == []
    assert all(item.warrior_type in book().warrior_types for item in items)


@pytest.mark.parametrize("name", NAMES["skills"])
def test_every_skill_stands_on_its_list(name: str) -> None:
    found = book().skills_of(code_of("skill_lists", name))
    assert lacking(NAMES["skills"][name], (skill.name for skill in found)) == []


@pytest.mark.parametrize("name", NAMES["spells"])
def test_every_spell_stands_on_its_list(name: str) -> None:
    found = book().spells_of(code_of("spell_lists", name))
    assert lacking(NAMES["spells"][name], (spell.name for spell in found)) == []


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("injuries", "injuries"),
        ("exploration", "exploration"),
        ("artefacts", "items"),
        ("mutations", "mutations"),
        ("later_mutations", "mutations"),
        ("scenarios", "scenarios"),
        ("races", "races"),
    ],
)
def test_every_name_of_the_campaign_is_there(names: str, kind: str) -> None:
    assert lacking(NAMES[names], (fact.name for fact in book().facts_of(kind).values())) == []


def test_every_random_happening_is_named() -> None:
    rows = book().charts["random_happenings"].rows
    assert lacking(NAMES["random_happenings"], (row.value for row in rows)) == []


def test_every_tier_2_and_3_fact_names_its_publication() -> None:
    for kind in ("warband_types", "warrior_types", "items", "skills", "spells", "rules", "mutations", "scenarios"):
        for fact in book().facts_of(kind).values():
            assert fact.source.publication, (kind, fact.code)
            assert fact.source.tier == book().packs[fact.source.pack].tier


def value_of(entry: WarriorType, field: str) -> str:
    """One number of a fact in the form used by the inventory."""
    if field == "skill_lists":
        return " ".join(entry.skill_lists)
    if field == "hire_gc":
        return str(entry.hire.hire_gc if entry.hire is not None else None)
    return str(getattr(entry, field, None) if hasattr(entry, field) else entry.characteristics.printed(field))


@pytest.mark.parametrize("row", VERDICTS, ids=lambda row: f"{row['list']} {row['entry']} {row['field']}")
def test_a_number_on_which_sources_disagree_has_a_note(row: dict[str, str]) -> None:
    """If sources disagree about a number, the catalogue has the value that was decided on, with a note."""
    homes = {warband_type.code: fold(warband_type.name) for warband_type in book().warband_types.values()}
    (entry,) = [
        entry
        for entry in book().warrior_types.values()
        if fold(entry.name) == fold(row["entry"]) and homes.get(entry.warband_type or "", "") == fold(row["list"])
    ]
    assert value_of(entry, row["field"]) == row["value"]
    assert entry.source.disputed or entry.source.note
