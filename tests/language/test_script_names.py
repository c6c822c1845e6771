"""Names in the browser scripts say what they hold."""

import pytest

from tests.language.local_names import VagueName
from tests.language.script_names import project_script_names, vague_script_names

IN_SCRIPTS = 0
"""How many vague names are left. This number only goes down."""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("const who = state.selected;\n", [(1, "who")]),
        ("for (const one of seeds) show(one);\n", [(1, "one")]),
        ("const names = list.map((one) => one.id);\n", [(1, "one")]),
        ("list.find(one => one.id);\n", [(1, "one")]),
        ("\nfunction show(x, { who, at = no } = {}) {}\n", [(2, "who")]),
        ("class Eye {\n  look(whom) {\n  }\n}\n", [(2, "whom")]),
        ("const { who: modelId } = find(event);\n", []),
        ("const { id: who } = find(event);\n", [(1, "who")]),
        ("export function told(key) {}\n", [(1, "told")]),
        ("try {\n} catch (no) {\n}\n", [(2, "no")]),
        ('// const who\nconst text = "let who";\nshow(model.who, { who: 1 });\n', []),
        ("const pattern = /const who = 1/;\n", []),
    ],
)
def test_a_vague_name_in_a_script_is_found_with_its_line(source: str, expected: list[tuple[int, str]]) -> None:
    assert vague_script_names("a.js", source) == [VagueName("a.js", *found) for found in expected]


def test_names_in_scripts_say_what_they_hold() -> None:
    """`python -m tests.language.script_names PATH` lists the vague names of a file or folder."""
    found = project_script_names()
    assert len(found) <= IN_SCRIPTS, "\n".join(map(str, found))
