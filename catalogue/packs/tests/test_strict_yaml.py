"""Hostile and careless YAML is refused with line and sentence, and does no harm."""

import time

import pytest

from catalogue.packs import strict_yaml
from catalogue.packs.strict_yaml import read


def sentences(text: str) -> list[str]:
    return [mistake.sentence for mistake in read(text.encode()).mistakes]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("true", True),
        ("~", None),
        ("12", 12),
        ("-1", -1),
        ("012", 12),
        ("1.5", 1.5),
        ("12:30", "12:30"),
        ("2D6", "2D6"),
        ("'12'", "12"),
        ("2026-11-21", "2026-11-21"),
        ("0x1F", "0x1F"),
        (".inf", ".inf"),
    ],
)
def test_plain_scalars_follow_yaml_1_2(text: str, value: object) -> None:
    reading = read(f"key: {text}".encode())
    assert reading.value == {"key": value}
    assert reading.mistakes == []


def test_lists_and_mappings_with_their_lines() -> None:
    reading = read(b"items:\n  - {code: sword, price_gc: 10}\n  - code: axe\n    uses: [1, 2]\n")
    assert reading.value == {"items": [{"code": "sword", "price_gc": 10}, {"code": "axe", "uses": [1, 2]}]}
    assert reading.line_of(("items", 1, "uses", 1)) == 4
    assert reading.line_of(("items", 0, "nothing")) == 2


def test_a_repeated_key_is_reported_with_its_line() -> None:
    reading = read(b"code: sword\nname: Sword\ncode: axe\n")
    assert [(mistake.line, mistake.path) for mistake in reading.mistakes] == [(3, ("code",))]
    assert reading.value == {"code": "sword", "name": "Sword"}


def test_a_repeated_key_with_a_mapping_does_not_upset_the_rest() -> None:
    reading = read(b"a: {b: 1}\na: {b: 2}\nc: 3\n")
    assert len(reading.mistakes) == 1
    assert reading.value == {"a": {"b": 1}, "c": 3}


def test_an_alias_bomb_is_refused_at_once() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}, *{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    start = time.perf_counter()
    found = sentences(bomb)
    assert time.perf_counter() - start < 30
    assert any("Anchors" in sentence for sentence in found)
    assert any("Aliases" in sentence for sentence in found)


def test_a_merge_key_and_a_tag_are_refused() -> None:
    assert any("Merge" in sentence for sentence in sentences("a: {<<: {b: 1}}"))
    assert any("Tags" in sentence for sentence in sentences("a: !!python/object/apply:os.system [true]"))
    assert any("Tags" in sentence for sentence in sentences("a: !thing x"))


def test_deep_nesting_is_refused() -> None:
    assert any("deeper" in sentence for sentence in sentences("[" * 5000 + "]" * 5000))


def test_a_huge_file_is_refused_unread() -> None:
    assert any("bytes" in sentence for sentence in sentences("a: " + "x" * (strict_yaml.MAX_BYTES + 1)))


def test_too_many_values_are_refused() -> None:
    reading = strict_yaml.read(b"[" + b"1, " * 100 + b"1]", max_nodes=50)
    assert any("more than 50" in mistake.sentence for mistake in reading.mistakes)


def test_a_file_with_two_yaml_documents_is_refused() -> None:
    assert any("one document" in sentence for sentence in sentences("a: 1\n---\nb: 2\n"))


def test_broken_text_is_reported_with_its_line() -> None:
    reading = read(b"a: 1\nb: [1, 2\nc: 3\n")
    assert reading.mistakes[0].line >= 2
    assert read(b"\xff\xfe\x00").mistakes[0].sentence == "The file is not UTF-8 text."


def test_a_list_as_a_key_is_refused() -> None:
    assert any("plain text" in sentence for sentence in sentences("? [a, b]\n: c\n"))
