"""Every name that the Roster Builder and BSData use is understood or reported, and none is mistaken for another (item
3.1). The names are in `data/import_names.yaml`, with their expected meaning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from catalogue.packs.installed import book
from warbands.exchange import file_reader, roster_builder
from warbands.exchange.aliases import aliases
from warbands.exchange.names import Report
from warbands.exchange.save_builder import Builder

NAMES: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "data" / "import_names.yaml").read_text(encoding="utf-8")
)
HERO = "reiklanders_mercenary_captain"


def taken_for(
    name: str, entry: str = HERO, listed: str = "Reiklanders"
) -> tuple[dict[str, int], dict[str, Any], Report]:
    """What an item with this name becomes: equipment, everything else, and the report."""
    report = Report()
    builder = Builder(book(), report, listed, "Band")
    builder.warrior(entry, "Otto", belongings=[(name, 1)])
    (saved,) = builder.warriors
    kit = {line.item: line.count for line in saved.kit}
    if kit.get("dagger") == 1 and "dagger" not in name.lower():
        del kit["dagger"]
    return kit, saved.model_dump(), report


@pytest.mark.parametrize("name", sorted(NAMES["items"]))
def test_every_item_name_is_mapped_or_reported(name: str) -> None:
    wanted: dict[str, int] | None = NAMES["items"][name]
    kit, _saved, report = taken_for(name)
    if wanted is None:
        assert kit in ({}, {"dagger": 1}), f"{name} was taken for {kit}, and not only the free dagger"
        assert [text for _where, text in report.left_out], "what is not known is reported"
    else:
        assert kit == wanted
        assert not report.left_out


@pytest.mark.parametrize("name", sorted(NAMES["lists"]))
def test_every_list_name_is_found(name: str) -> None:
    assert Builder(book(), Report(), name, "").listed == NAMES["lists"][name]


@pytest.mark.parametrize("name", sorted(NAMES["headings"]))
def test_headings_are_neither_kept_nor_reported(name: str) -> None:
    kit, saved, report = taken_for(name)
    assert not kit
    assert not report.left_out
    assert not any(saved[part] for part in ("skills", "spells", "mutations", "injuries"))


def test_a_leader_is_no_cleaver() -> None:
    kit, _saved, report = taken_for("Leader")
    assert not kit
    assert not report.guessed


def test_increases_are_written_on_the_profile() -> None:
    _kit, saved, report = taken_for("+1 WS")
    assert saved["increases"] == {"weapon_skill": 1}
    assert not report.left_out
    _kit, saved, _report = taken_for("-1 Ld")
    assert saved["increases"] == {"leadership": -1}


def test_a_brace_is_two_pistols() -> None:
    assert taken_for("Brace of Pistols")[0] == {"pistol": 2}


def test_the_sisters_are_sigmarite_sisters() -> None:
    builder = Builder(book(), Report(), "Sisters of Sigmar", "")
    assert builder.entry("Sisters") == "sisters_of_sigmar_sigmarite_sister"


def test_a_shared_skill_name_means_the_skill_of_the_own_list() -> None:
    doubles: dict[str, list[str]] = {}
    for code, skill in book().skills.items():
        doubles.setdefault(skill.name, []).append(code)
    shared = {name: codes for name, codes in doubles.items() if len(codes) > 1}
    assert shared
    checked = 0
    for name, codes in shared.items():
        for code in codes:
            own = book().skills[code].skill_list
            for entry in book().warrior_types.values():
                if entry.warband_type is None or own not in entry.skill_lists:
                    continue
                others = {book().skills[other].skill_list for other in codes} - {own}
                if others & set(entry.skill_lists):
                    continue
                _kit, saved, report = taken_for(name, entry.code, book().warband_types[entry.warband_type].name)
                assert saved["skills"] == [code], (name, entry.code)
                assert not report.left_out
                checked += 1
                break
    assert checked


def test_more_than_a_roster_holds_is_cut_and_reported() -> None:
    report = Report()
    builder = Builder(book(), report, "Reiklanders", "Band")
    skills = [skill.name for skill in book().skills.values()][:150]
    builder.warrior(
        HERO, "Otto", belongings=[(name, 1) for name in [*skills, *(i.name for i in book().items.values())]]
    )
    (saved,) = builder.warriors
    assert len(saved.skills) <= 60
    assert len(saved.kit) <= 60
    assert len(report.left_out) > 50


def export(**changes: Any) -> dict[str, Any]:
    """A warband of the Roster Builder with one captain."""
    captain = {"uid": 1, "uid_def": "capt", "name": "Otto", "qty": 1, "exp": 20, "eq": {"Streitkolben": 1}}
    return {
        "wb": "merc",
        "subtype": "reik",
        "name": "Wolves",
        "budget": 500,
        "models": [captain],
        "stash": {},
        **changes,
    }


def test_gold_that_is_not_in_the_file_is_worked_out_and_said() -> None:
    found = file_reader.read(json.dumps(export(goldNow=None)).encode(), book())
    assert found.save.treasury_gc == 500 - 60 - 3
    assert found.report.notes
    reading = file_reader.read(json.dumps(export(goldNow=77)).encode(), book())
    assert (reading.save.treasury_gc, reading.report.notes) == (77, [])


def test_a_campaign_file_holds_several_warbands() -> None:
    campaign = {
        "type": roster_builder.CAMPAIGN,
        "version": 1,
        "name": "Mordheim Nights",
        "warbands": [
            {"id": 1, "player": "Rob", "name": "Wolves", "wb": "merc", "roster": export()},
            {"id": 2, "player": "Ann", "name": "Rats", "wb": "nowhere", "roster": export(wb="nowhere", subtype=None)},
            {"id": 3, "player": "Eve", "name": "Lions", "wb": "merc", "roster": export(name="Lions")},
        ],
    }
    readings, refused = file_reader.read_all(json.dumps(campaign).encode(), book())
    assert [reading.save.name for reading in readings] == ["Wolves", "Lions"]
    assert [name for name, _why in refused] == ["Rats"]


def test_every_alias_leads_to_a_fact_of_the_packs() -> None:
    facts = book()
    known = {
        "items": facts.items, "entries": facts.warrior_types, "skills": facts.skills, "injuries": facts.injuries,
        "spells": facts.spells, "mutations": facts.mutations, "lists": facts.warband_types,
    }  # fmt: skip
    for kind, names in aliases().codes.items():
        assert set(names.values()) <= set(known[kind]), kind
    for items in aliases().sets.values():
        assert set(items) <= set(facts.items)
