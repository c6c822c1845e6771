"""A default value is declared only once; forms, operations, services, models and files use it from there (issue
11.3)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.language.scan import ROOT

APPS = ("battles", "campaigns", "warbands")
DECLARED = {
    "warbands_per_player": "campaigns/core/defaults.py",
    "warbands": "campaigns/core/defaults.py",
    "preset": "campaigns/core/defaults.py",
    "points": "campaigns/standings/rules.py",
    "points_win": "campaigns/standings/rules.py",
    "points_draw": "campaigns/standings/rules.py",
    "points_loss": "campaigns/standings/rules.py",
    "ruleset": "catalogue/rules/rulesets.py",
    "scenario": "battles/core/defaults.py",
    "scenario_code": "battles/core/defaults.py",
    "density": "battles/tables/library.py",
    "size_in": "battles/tables/library.py",
    "pack": "battles/tables/library.py",
}
"""Settings with a default, by the name of the field, and the module that declares it."""
OTHER = {
    "points": (
        "battles/aftermath/stored/injury_lines.py",
        "campaigns/core/event_data.py",
        "campaigns/standings/rules.py",
    )
}
"""Modules in which the name means points that were gained."""
KEYWORDS = ("initial", "default")


def modules() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if not {"tests", "migrations", "engine", "simulation", "management"} & set(path.parts):
                yield path


def is_value(node: ast.expr | None) -> bool:
    """Whether the expression is a literal: a text, a number or several of them, but not None or empty."""
    if isinstance(node, ast.Tuple):
        return bool(node.elts) and all(map(is_value, node.elts))
    return isinstance(node, ast.Constant) and type(node.value) in (str, int) and node.value != ""


def defaults(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Each default with the name of its setting: parameters, fields, `initial`, `default`, and `setting or default`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments):
            places = [*node.posonlyargs, *node.args]
            found = [
                *zip(places[len(places) - len(node.defaults) :], node.defaults, strict=True),
                *zip(node.kwonlyargs, node.kw_defaults, strict=True),
            ]
            yield from ((place.arg, value) for place, value in found if value is not None)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value
        elif (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call)
        ):
            name = node.targets[0].id
            yield from ((name, word.value) for word in node.value.keywords if word.arg in KEYWORDS)
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            for setting in node.values[:-1]:
                yield _setting_of(setting), node.values[-1]


def _setting_of(node: ast.expr) -> str:
    """The setting that an expression reads: `ruleset`, `data["ruleset"]`, `data.get("ruleset")`, `row.ruleset`."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        return str(node.args[0].value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize(
    "text",
    [
        'def create(*, ruleset: str = "core") -> None: ...',
        "class Terms:\n    warbands_per_player: int = 1",
        'ruleset = forms.ChoiceField(initial="core")',
        "points: tuple[int, int, int] = (3, 1, 0)",
        'chosen = data["density"] or "club"',
        "size = data.get('size_in') or 24",
    ],
)
def test_a_repeated_default_is_found(text: str) -> None:
    assert [name for name, value in defaults(ast.parse(text)) if name in DECLARED and is_value(value)]


@pytest.mark.parametrize(
    "text", ["def create(*, ruleset: str = DEFAULT) -> None: ...", 'table: str = ""', 'scenario: str = ""']
)
def test_a_declared_default_and_nothing_are_no_findings(text: str) -> None:
    assert not [name for name, value in defaults(ast.parse(text)) if name in DECLARED and is_value(value)]


def test_defaults_are_declared_once() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{value.lineno}: {name} has its default in {DECLARED[name]}"
        for path in modules()
        for name, value in defaults(ast.parse(path.read_text(encoding="utf-8")))
        if name in DECLARED and is_value(value) and path.relative_to(ROOT).as_posix() not in OTHER.get(name, ())
    ]
    assert found == []


def test_modules_that_declare_defaults_exist() -> None:
    assert [path for path in set(DECLARED.values()) if not (ROOT / path).exists()] == []
