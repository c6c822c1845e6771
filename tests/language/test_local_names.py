"""Local variables and parameters say what they hold."""

import pytest

from tests.language.local_names import VagueName, is_test, project_names, vague_names

IN_CODE, IN_TESTS = 10, 130
"""How many vague names are left. These numbers only go down."""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(who):\n    return who\n", [(1, "who")]),
        ("def f(xs):\n    for one in xs:\n        print(one)\n", [(2, "one")]),
        ("names = {one.name for one in warriors}\n", [(1, "one")]),
        ("def f():\n    try:\n        g()\n    except E as no:\n        raise F from no\n", [(4, "no")]),
        ("class Roll:\n    who: str = ''\n\n\nstrike(who=1).told\n", []),
    ],
)
def test_a_vague_name_is_found_with_its_line(source: str, expected: list[tuple[int, str]]) -> None:
    assert vague_names("a/b.py", source) == [VagueName("a/b.py", *found) for found in expected]


def test_locals_say_what_they_hold() -> None:
    """`python -m tests.language.local_names PATH` lists the vague names of a file or folder."""
    found = project_names()
    in_code = [name for name in found if not is_test(name.path)]
    assert len(in_code) <= IN_CODE, "\n".join(map(str, in_code))
    assert len(found) - len(in_code) <= IN_TESTS
