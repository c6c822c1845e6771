"""Warbands exported and imported; other programs' files; hostile files."""

import io
import json
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalogue.packs.installed import book
from mordheim_site.public_ids import new_public_id
from warbands.core.state import WarbandState, delta
from warbands.exchange import file_reader, text
from warbands.exchange.refusals import UnreadableFile
from warbands.exchange.save import Save, as_json, save_of, state_from_save
from warbands.rules.random_band import random_warband

LISTS = sorted(book().warband_types)


def random_state(number: int) -> WarbandState:
    """A legal warband of some list; the same number gives the same one."""
    code = LISTS[number % len(LISTS)]
    gold = book().warband_types[code].starting_gold_gc
    state = WarbandState(
        key="k", name=f"Band {number}", warband_type_code=code, founding_gold_gc=gold, treasury_gc=gold
    )
    random_warband(state, book(), f"seed {number}")
    return state


def read_back(data: str) -> file_reader.Reading:
    return file_reader.read(data.encode(), book())


def answer_to(data: bytes) -> str:
    """The name of the imported warband, or the refusal; any other exception is an error."""
    try:
        return file_reader.read(data, book()).save.name
    except UnreadableFile as refused:
        return str(refused)


def assert_round_trip(number: int) -> None:
    save = save_of(random_state(number))
    for written in (as_json(save), f"Some words\n{text.block_of(save)}\n"):
        found = read_back(written)
        assert found.save == save
        assert not found.report.left_out
        assert save_of(state_from_save(found.save, new_public_id)) == save


@pytest.mark.parametrize("number", range(len(LISTS)))
def test_every_list_reads_back_as_it_was_written(number: int) -> None:
    assert_round_trip(number)


@pytest.mark.long
def test_a_thousand_random_warbands_read_back_as_they_were_written() -> None:
    for number in range(1000):
        assert_round_trip(number)


def test_a_changed_sentence_above_the_block_changes_nothing() -> None:
    save = save_of(random_state(3))
    words = f"{text.block_of(save)}"
    wrapped = "\n   ".join(words.splitlines())
    assert read_back(f"Anything at all\n\n  {wrapped}\n").save == save


def test_a_cut_or_changed_block_is_refused() -> None:
    block = text.block_of(save_of(random_state(3)))
    for damaged in (block[: len(block) // 2], block[:40] + "A" + block[41:], text.MARK):
        with pytest.raises(UnreadableFile):
            read_back(damaged)


def test_a_decompression_bomb_is_refused() -> None:
    import base64
    import zlib

    flood = text.MARK + base64.b64encode(zlib.compress(b" " * 50_000_000)).decode()
    with pytest.raises(UnreadableFile, match="too large for a warband"):
        read_back(flood)


def test_codes_that_no_pack_holds_are_left_out_and_told() -> None:
    data = json.loads(as_json(save_of(random_state(1))))
    data["warriors"][0]["skills"] = ["mighty_blow", "no_such_skill"]
    data["warriors"][0]["kit"].append({"item": "no_such_item"})
    data["warriors"][0]["injuries"] = [{"code": "madness", "effects": [{"code": "no_such_effect"}]}]
    found = read_back(json.dumps(data))
    left = {what for _where, what in found.report.left_out}
    assert left == {"no_such_skill", "no_such_item", "madness: no_such_effect"}
    assert found.save.warriors[0].skills == ["mighty_blow"]
    assert found.save.warriors[0].injuries[0].effects == []


ROS = """<?xml version="1.0" encoding="UTF-8"?>
<roster name="Wolves" xmlns="http://www.battlescribe.net/schema/rosterSchema"><forces>
<force name="Warband" catalogueName="Reiklanders"><selections>
 <selection name="Mercenary Captain" customName="Otto" number="1" type="model"><selections>
  <selection name="Experience" number="25" type="upgrade"/>
  <selection name="Sword" number="1" type="upgrade"/><selection name="Light armor" number="1" type="upgrade"/>
  <selection name="Mighty Blow" number="1" type="upgrade"/><selection name="Moon Boots" number="1" type="upgrade"/>
 </selections></selection>
 <selection name="Warriors" number="3" type="unit"><selections><selection name="Warrior" number="3" type="model">
  <selections><selection name="Spear" number="3" type="upgrade"/></selections></selection></selections></selection>
 <selection name="Space Wizard" number="1" type="model"/>
 <selection name="Gold" number="42" type="upgrade"/>
</selections></force></forces></roster>"""


def zipped(name: str, data: bytes) -> bytes:
    paper = io.BytesIO()
    with zipfile.ZipFile(paper, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return paper.getvalue()


@pytest.mark.parametrize("data", [ROS.encode(), zipped("wolves.ros", ROS.encode())], ids=["ros", "rosz"])
def test_a_battlescribe_roster_is_read_with_a_report(data: bytes) -> None:
    found = file_reader.read(data, book())
    captain, group = found.save.warriors
    assert (found.source, found.save.name, found.save.warband_type) == ("battlescribe", "Wolves", "reiklanders")
    assert (captain.name, captain.experience, captain.is_leader, captain.skills) == ("Otto", 25, True, ["mighty_blow"])
    assert {"sword", "light_armour", "dagger"} == {line.item for line in captain.kit}
    assert (group.kind, group.headcount) == ("henchman_group", 3)
    assert [(line.item, line.count) for line in group.kit if line.item == "spear"] == [("spear", 1)]
    assert found.save.treasury_gc == 42
    assert ("Light armor", "Light armour") in [(text, taken.capitalize()) for text, taken in found.report.guessed]
    assert {what for _where, what in found.report.left_out} == {"Moon Boots", "Space Wizard"}


@pytest.mark.parametrize("code", LISTS)
def test_every_list_is_found_in_a_foreign_file_with_its_own_entries(code: str) -> None:
    entries = book().warrior_types_of(code)
    models = "".join(
        f'<selection name="{entry.name.replace(chr(34), "")}" number="1" type="model"/>' for entry in entries
    ).replace("&", "&amp;")
    name = book().warband_types[code].name.replace("&", "&amp;")
    text = ROS[: ROS.index("<force ")] + f'<force name="W" catalogueName="{name}"><selections>{models}'
    found = file_reader.read((text + "</selections></force></forces></roster>").encode(), book())
    assert found.save.warband_type == code
    assert [entry.entry for entry in found.save.warriors] == [entry.code for entry in entries]
    assert found.report.guessed == []


@pytest.mark.parametrize(
    ("listed", "said", "meant"),
    [
        ("Dwarf Treasure Hunters", "Engineer", "dwarf_treasure_hunters_dwarf_engineer"),
        ("Orc Mob", "Goblin", "orc_mob_goblin_warrior"),
        ("Pirates", "Ship's Captain", "pirates_pirate_captain"),
        ("Beastmen Raiders", "Beastman Chief", "beastmen_raiders_beastmen_chieftain"),
        ("The Restless Dead", "Liche", "restless_dead_liche"),
    ],
)
def test_an_entry_with_a_similar_name_is_guessed_and_reported(listed: str, said: str, meant: str) -> None:
    words = ROS[: ROS.index("<force ")] + f'<force name="W" catalogueName="{listed}"><selections>'
    words += f'<selection name="{said}" number="1" type="model"/></selections></force></forces></roster>'
    found = file_reader.read(words.encode(), book())
    assert [warrior.entry for warrior in found.save.warriors] == [meant]
    assert not found.report.left_out


BUILDER = {
    "wb": "skaven", "subtype": None, "name": "Nest", "budget": 500, "goldNow": 37,
    "models": [
        {"uid": 1, "uid_def": "adept", "name": "Skritch", "exp": 22, "qty": 1, "eq": {"Schwert": 2}, "mut": [],
         "adv": {"WS": 1}, "skills": ["Mighty Blow"], "inj": [{"code": "24", "name": "Madness"}], "spells": []},
        {"uid": 2, "uid_def": "vermin", "name": "Pack", "exp": 5, "qty": 3, "eq": {"Dolch (1. gratis)": 1}},
    ],
    "hired": [], "dp": [], "leaderUid": 1, "stash": {"wyrd": 2, "gold": 120, "items": [{"name": "Helm", "qty": 1}]},
}  # fmt: skip


@pytest.mark.parametrize("words", [json.dumps(BUILDER), "Nest\nMORDHEIM-DATA: " + json.dumps(BUILDER)])
def test_an_export_of_the_roster_builder_is_read(words: str) -> None:
    found = read_back(words)
    adept, pack = found.save.warriors
    assert (found.source, found.save.warband_type, found.save.treasury_gc, found.save.shards) == (
        "roster_builder", "skaven", 37, 2,
    )  # fmt: skip
    assert (adept.name, adept.experience, adept.increases) == ("Skritch", 22, {"weapon_skill": 1})
    assert {(line.item, line.count) for line in adept.kit} == {("sword", 2), ("dagger", 1)}
    assert (adept.skills, [mark.code for mark in adept.injuries]) == (["mighty_blow"], ["madness"])
    assert (pack.headcount, pack.kind) == (3, "henchman_group")
    assert [line.item for line in found.save.stash] == ["helmet"]


BOMB = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><roster>&b;</roster>'


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "The file is empty"),
        (b"hello", "no warband"),
        (b"\xff\xfe\x00", "neither text nor a known roster"),
        (BOMB.encode(), "declares a document type"),
        (b"<roster>" + b"<a>" * 5000, "too deeply"),
        (b"<army/>", "not a roster"),
        (b"<roster/>", "no force"),
        (b"<roster><", "XML is invalid"),
        (zipped("wolves.txt", b"x"), "no .ros file"),
        (zipped("wolves.ros", b" " * 9_000_000), "too large for a warband"),
        (b"PK\x03\x04 not a zip", "damaged"),
        (b'{"format": "mordheim-warband"', "not valid JSON"),
        (b"[" * 100_000, "no warband"),
        (b'{"a":' * 100_000, "not valid JSON"),
        (b'{"format": "mordheim-warband", "version": 9}', "not a warband of this site"),
        (b'{"wb": "merc", "models": 7}', "no warriors"),
        (b'{"wb": "martians", "models": []}', "not in any pack"),
    ],
)
def test_hostile_and_broken_files_are_refused_with_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        file_reader.read(data, book())
    assert says in str(refused.value)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=400) | st.text(max_size=400).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert answer_to(data)


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 10**12) | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = sorted(Save.model_fields)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.sampled_from([*FIELDS, "models", "wb", "stash", "hired", "dp", "leaderUid"]), JSONISH))
def test_any_document_is_read_or_refused(said: dict[str, object]) -> None:
    for base in (json.loads(as_json(save_of(random_state(0)))), BUILDER, {}):
        assert answer_to(json.dumps({**base, **said}).encode())


def test_a_document_reads_back_to_the_same_ledger_folding() -> None:
    state = state_from_save(save_of(random_state(5)), new_public_id)
    assert delta(state, state.copy()).is_empty
