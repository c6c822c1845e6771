"""The published schema, the table of effects and the example in docs/reference/packs.md match the code."""

import json
import re
from pathlib import Path

from django.conf import settings

from catalogue.custom_packs.reader import read_custom_pack
from catalogue.effects import EFFECTS
from catalogue.packs.loader import installed_parts, read_pack_files
from catalogue.packs.schema import KINDS, json_schema

DOCS = Path(settings.BASE_DIR) / "docs" / "reference"


def test_the_published_schema_is_current() -> None:
    assert json.loads((DOCS / "packs-schema.json").read_text(encoding="utf-8")) == json_schema()


def test_every_effect_and_kind_is_documented() -> None:
    text = (DOCS / "packs.md").read_text(encoding="utf-8")
    for code, meaning in EFFECTS.items():
        assert f"| `{code}` | {meaning.part} | {meaning.sentence} |" in text, code
    for kind in KINDS:
        assert f"`{kind}`" in text, kind


def test_the_example_is_a_good_pack() -> None:
    text = (DOCS / "packs.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert example is not None
    files = read_pack_files({"mine/pack.yaml": example[1].encode()}, base=installed_parts()[0])
    assert files[0].part.warrior_types[0].is_leader
    assert read_custom_pack(example[1]).is_sound


def test_every_effect_of_the_vocabulary_is_a_sentence() -> None:
    for meaning in EFFECTS.values():
        assert meaning.sentence.endswith("."), meaning.code
        assert not meaning.sentence[0].islower(), meaning.code
