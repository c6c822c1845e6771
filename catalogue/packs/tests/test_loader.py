"""Packs are checked as a whole: all mistakes are reported together, each with file, line, path and a sentence."""

import json
from pathlib import Path

import pytest

from catalogue.packs import loader
from catalogue.packs.loader import PackErrors, installed_parts, pack_texts, read_pack_files

HEADER = b"pack: {code: mine, name: Mine, tier: 3, publication: My own, edition: First}\n"


def problems(**files: bytes) -> list[str]:
    texts = {f"mine/{name}.yaml": text for name, text in files.items()}
    with pytest.raises(PackErrors) as caught:
        read_pack_files(texts | {"mine/pack.yaml": HEADER}, base=installed_parts()[0])
    return [str(problem) for problem in caught.value.problems]


def test_a_good_pack_passes() -> None:
    text = b"items:\n  - {code: broom, name: Broom, item_class: misc, slot: misc, price_gc: 1, effects: [parry]}\n"
    files = read_pack_files({"mine/pack.yaml": HEADER, "mine/items.yaml": text}, base=installed_parts()[0])
    assert [item.code for file in files for item in file.part.items] == ["broom"]


def test_all_mistakes_of_all_files_are_reported_together() -> None:
    found = problems(
        one=b"items:\n  - {code: Broom, name: Broom, item_class: misc, slot: misc, price_gc: cheap}\n",
        two=b"skills:\n  - code: sweep\n    name: Sweep\n    skill_lst: combat\n    when: battle\n    effects: []\n",
        three=b"mutations:\n  - {code: horn, name: Horn, price_gc: 5, effects: [horned]}\n",
    )
    text = "\n".join(found)
    assert "mine/one.yaml, line 2 at items.0.code" in text
    assert "mine/one.yaml, line 2 at items.0.price_gc" in text
    assert (
        "mine/two.yaml, line 4 at skills.0.skill_lst: The key “skill_lst” is unknown. Did you mean “skill_list”?"
        in text
    )
    assert "The key “skill_list” is missing." in text
    assert "mine/three.yaml, line 2 at mutations.0.effects.0: There is no effect “horned”." in text


def test_references_that_lead_nowhere_are_told() -> None:
    found = "\n".join(
        problems(
            skills=b"skills:\n  - {code: sweep, name: Sweep, skill_list: combatt, when: battle, effects: [parry]}\n",
            items=b"items:\n  - {code: broom, name: Broom, item_class: misc, slot: misc, who: {only: [skavens]}}\n",
        )
    )
    assert "There is no “combatt” among the skill_lists. Did you mean “combat”?" in found
    assert "Nobody is “skavens”. Did you mean “skaven”?" in found


def test_effects_need_their_parameters() -> None:
    text = b"""mutations:
  - code: horn
    name: Horn
    price_gc: 5
    effects:
      - strength_bonus
      - {code: special_save, needs: lots}
      - {code: parry, height: 3}
      - {code: gain_item, item: swordd, amount: 1}
"""
    found = "\n".join(problems(horn=text))
    assert "line 6 at mutations.0.effects.0: The effect “strength_bonus” needs “amount”." in found
    assert "line 7 at mutations.0.effects.1.needs: “needs” of “special_save” must be a whole number." in found
    assert "The effect “parry” takes no “height”." in found
    assert "There is no “swordd” among the items. Did you mean “sword”?" in found


def test_a_code_is_used_once() -> None:
    text = b"mutations:\n  - {code: horn, name: Horn, price_gc: 5, effects: [parry]}\n"
    assert "already used in mine/a.yaml" in "\n".join(problems(a=text, b=text))
    again = b"mutations:\n  - {code: tentacle, name: Tentacle, price_gc: 5, effects: [parry]}\n"
    assert "already used in another pack" in "\n".join(problems(a=again))


def test_wrong_types_are_reported_as_mistakes() -> None:
    for text in (b"- 1\n", b"5\n", b"items: 5\n", b"items: [1, null, []]\n", b"items: {code: a}\n", b"pack: []\n"):
        assert problems(wrong=text)


def test_a_pack_needs_one_header() -> None:
    with pytest.raises(PackErrors) as caught:
        read_pack_files({"mine/races.yaml": b"races: []\n"})
    assert "no header" in str(caught.value)
    assert "header in" in "\n".join(problems(second=HEADER))


def test_script_in_text_stays_text() -> None:
    text = b"mutations:\n  - {code: horn, name: '<script>x</script>', price_gc: 5, effects: [parry]}\n"
    files = read_pack_files({"mine/pack.yaml": HEADER, "mine/m.yaml": text}, base=installed_parts()[0])
    assert [mutation.name for file in files for mutation in file.part.mutations] == ["<script>x</script>"]


def test_our_files_stay_small() -> None:
    for name, text in pack_texts().items():
        assert len(text) < 100_000, name


def test_the_compiled_packs_are_kept_and_used(
    settings: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]
    parts, version = installed_parts()
    cache = tmp_path / "catalogue" / f"{version}.json"
    assert json.loads(cache.read_text())
    monkeypatch.setattr(loader, "read_pack_files", lambda texts: pytest.fail("read the YAML again"))
    assert installed_parts() == (parts, version)


def test_old_compiled_packs_are_cleared_away(settings: object, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]
    folder = tmp_path / "catalogue"
    folder.mkdir()
    for number in range(9):
        (folder / f"{number}.json").write_text("{}")
    _parts, version = installed_parts()
    assert len(list(folder.iterdir())) == loader.KEPT_VERSIONS
    assert (folder / f"{version}.json").exists()


def test_a_spoilt_cache_is_written_again(settings: object, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]
    parts, version = installed_parts()
    cache = tmp_path / "catalogue" / f"{version}.json"
    cache.write_text("{")
    assert installed_parts()[0] == parts
    assert json.loads(cache.read_text())
