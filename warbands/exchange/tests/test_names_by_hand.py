"""Import of names from other programs: the importer finds the meanings of 150 names that a person wrote down in
`data/import_names_by_hand.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
import yaml

from catalogue.packs.installed import book
from warbands.exchange import file_reader
from warbands.exchange.names import Report
from warbands.exchange.save import SavedWarrior
from warbands.exchange.save_builder import Builder

BY_HAND: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "data" / "import_names_by_hand.yaml").read_text(encoding="utf-8")
)
HERO = "reiklanders_mercenary_captain"
FREE = "dagger"
PLACES = {"skill": "skills", "spell": "spells", "mutation": "mutations", "injury": "injuries"}


def kept_by(warrior: SavedWarrior) -> dict[str, list[str]]:
    """What a warrior has, by kind of fact, without the free dagger and a hired sword's own equipment."""
    found = {
        kind: [getattr(found_item, "code", found_item) for found_item in getattr(warrior, place)]
        for kind, place in PLACES.items()
    }
    own = (FREE, *book().warrior_types[warrior.entry].kit)
    found["item"] = [line.item for line in warrior.kit for _one in range(line.count) if line.item not in own]
    found["increase"] = [f"{name} {by:+d}" for name, by in warrior.increases.items()]
    return {kind: codes for kind, codes in found.items() if codes}


def wanted_of(meaning: Any) -> dict[str, list[str]]:
    """The same for the expected values."""
    if meaning == "heading":
        return {}
    (kind, code), *_more = meaning.items()
    return {kind: [f"{code} {meaning['by']:+d}" if kind == "increase" else code]}


@pytest.mark.parametrize("name", sorted(BY_HAND["roster_builder"]))
def test_a_name_of_the_roster_builder_means_what_a_reader_says(name: str) -> None:
    meaning = BY_HAND["roster_builder"][name]
    entry = meaning.get("of", HERO)
    report = Report()
    home = book().warrior_types[entry].warband_type or "reiklanders"
    builder = Builder(book(), report, book().warband_types[home].name, "Band")
    builder.warrior(entry, "Otto", belongings=[(name, 1)])
    assert kept_by(builder.warriors[0]) == wanted_of(meaning)
    assert not report.left_out


def roster(listed: str, title: str, kind: str, inner: str) -> bytes:
    """A .ros file with one line."""
    line = f'<selection name={quoteattr(title)} type="{kind}" number="1"><selections>{inner}</selections></selection>'
    force = f"<force catalogueName={quoteattr(listed)}><selections>{line}</selections></force>"
    return f'<?xml version="1.0"?><roster name="Band"><forces>{force}</forces></roster>'.encode()


@pytest.mark.parametrize("name", sorted(BY_HAND["bsdata"]))
def test_a_name_of_bsdata_means_what_a_reader_says(name: str) -> None:
    meaning = BY_HAND["bsdata"][name]
    about = {} if meaning == "heading" else meaning
    facts = book()
    if "entry" in about:
        found = file_reader.read(roster(facts.warband_types[about["in"]].name, name, "model", ""), facts)
        assert [warrior.entry for warrior in found.save.warriors] == [about["entry"]]
    else:
        owner = facts.warrior_types[about.get("of", HERO)]
        home = facts.warband_types[owner.warband_type or "reiklanders"].name
        inner = f'<selection name={quoteattr(name)} type="upgrade" number="1"/>'
        found = file_reader.read(roster(home, owner.name, "model", inner), facts)
        (warrior,) = found.save.warriors
        assert warrior.entry == owner.code
        assert kept_by(warrior) == wanted_of(meaning)
    assert not found.report.left_out


@pytest.mark.parametrize("metal", ["Ithilmar weapon", "Gromril Weapon"])
@pytest.mark.parametrize(("weapon", "item"), [("Spear", "spear"), ("Halberd", "halberd"), ("Mace", "hammer")])
def test_a_weapon_of_metal_in_a_bsdata_roster_keeps_both(weapon: str, item: str, metal: str) -> None:
    """There the material is an upgrade of the weapon. The weapon used to be lost, and only the material was
    imported."""
    upgrade = f'<selection name="{metal}" type="upgrade" number="1"/>'
    inner = f'<selection name="{weapon}" type="upgrade" number="1"><selections>{upgrade}</selections></selection>'
    group = f'<selection name="Equipment" type="upgrade" number="1"><selections>{inner}</selections></selection>'
    for lines in (inner, group):
        found = file_reader.read(roster("Reiklanders", "Mercenary Captain", "model", lines), book())
        (warrior,) = found.save.warriors
        kit = [(line.item, line.material) for line in warrior.kit if line.item != FREE]
        assert kit == [(item, metal.lower().replace(" ", "_"))]
        assert not found.report.left_out


def test_the_sample_is_large_enough_and_its_codes_are_facts() -> None:
    assert sum(len(names) for names in BY_HAND.values()) == 150
    kinds = {
        "item": book().items, "skill": book().skills, "spell": book().spells, "mutation": book().mutations,
        "injury": book().injuries, "entry": book().warrior_types, "of": book().warrior_types,
        "in": book().warband_types,
    }  # fmt: skip
    for names in BY_HAND.values():
        for meaning in names.values():
            for kind, code in ({} if meaning == "heading" else meaning).items():
                assert kind in {"increase", "by"} or code in kinds[kind], code
