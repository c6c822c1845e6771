"""Item 11.3: packages of battles whose values are typed stay so.

`dict[str, Any]` is left to the signatures of frameworks and to borders, each at one place.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

BATTLES = Path(__file__).resolve().parents[2] / "battles"
TYPED = ("conformance", "core", "engine", "odds", "rules", "setup", "simulation", "tables")
LEFT = {
    "engine/aftermath/exploration_dice.py": 1,
    "engine/aftermath/tables.py": 1,
    "engine/hooks.py": 1,
    "engine/scenarios/base.py": 2,
    "engine/state.py": 4,
    "setup/forms.py": 1,
}
"""What is left, by file: stored lines of an aftermath, parameters of the packs' effects and traits, the facts that each
scenario stores, the data of frames, marks and the stored state; and methods of Django that are overridden."""


READS_LINES = (
    re.compile(r"\b\w*(line|one|kept|held|chest|fate)\.data\b"),
    re.compile(r"\bAftermathLine\([^)]*\bdata="),
)
"""Ways to reach the stored values of an aftermath line without its type."""


@pytest.mark.parametrize("package", TYPED)
def test_a_typed_package_has_no_untyped_mappings(package: str) -> None:
    found = {
        str(path.relative_to(BATTLES)): count
        for path in sorted((BATTLES / package).rglob("*.py"))
        if not {"tests", "migrations"} & set(path.parts)
        and (count := path.read_text(encoding="utf-8").count("dict[str, Any]"))
    }
    assert found == {path: count for path, count in LEFT.items() if path.startswith(f"{package}/")}


def test_stored_lines_of_an_aftermath_are_read_through_their_types() -> None:
    """Only `battles/aftermath/stored/line.py` touches the stored values; every other module uses a dataclass."""
    users = [
        BATTLES / "aftermath",
        BATTLES / "setup",
        BATTLES / "tabletop/amendments.py",
        BATTLES / "tabletop/sheets.py",
    ]
    found = [
        f"{path.relative_to(BATTLES)}: {match.group()}"
        for user in users
        for path in sorted(user.rglob("*.py") if user.is_dir() else [user])
        if not {"tests", "migrations"} & set(path.parts) and path != BATTLES / "aftermath/stored/line.py"
        for pattern in READS_LINES
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


BRANCHES = 3
"""From so many branches on, a class for each kind in a registry is easier to extend."""
CHAINS_LEFT = {
    "custom_charts.py _injury effect.code": 3,
    "custom_charts.py _place line.after": 4,
    "custom_charts.py _find effect.code": 4,
}
"""Functions of the aftermath that branch over kinds, with the number of branches. None may be added."""


def chains(path: Path) -> Iterator[tuple[str, int]]:
    """Each function that compares one value with texts in several branches, with the number of branches."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            tests = [branch.test for branch in ast.walk(function) if isinstance(branch, ast.If)]
            compared = [part for test in tests for part in ast.walk(test) if isinstance(part, ast.Compare)]
            for value, count in Counter(ast.unparse(one.left) for one in compared if is_about_texts(one)).items():
                if count >= BRANCHES:
                    yield f"{function.name} {value}", count


def is_about_texts(compared: ast.Compare) -> bool:
    """Whether it is `value == "text"` or `value in ("text", "text")`."""
    other = compared.comparators[0]
    texts = other.elts if isinstance(other, (ast.Tuple, ast.Set)) else [other]
    return (
        isinstance(compared.ops[0], (ast.Eq, ast.In))
        and not isinstance(compared.left, ast.Constant)
        and all(isinstance(text, ast.Constant) and isinstance(text.value, str) for text in texts)
    )


def test_finds_injuries_and_wishes_are_classes_and_not_chains_of_branches() -> None:
    aftermath = BATTLES / "aftermath"
    found = {
        f"{path.relative_to(aftermath)} {name}": count
        for path in sorted(aftermath.rglob("*.py"))
        if not {"tests", "migrations"} & set(path.parts)
        for name, count in chains(path)
    }
    assert found == CHAINS_LEFT
