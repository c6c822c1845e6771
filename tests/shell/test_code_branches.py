"""What a code does is a class or a function in a registry, not a branch of a chain."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import UnionType

import pytest

from tests.language.scan import ROOT

APPS = ("battles", "campaigns", "warbands", "catalogue", "accounts", "jobs")
AFTERMATH = ("battles/aftermath", "battles/engine/aftermath")
BRANCHES = 3
"""From this number of branches on, a class or a function for each code in a registry is easier to extend."""


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not {"tests", "migrations"} & set(path.parts):
                yield path


def texts_of(node: ast.expr) -> list[str]:
    """The texts of `"a"` or `("a", "b")`; empty for anything else."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.Set | ast.List) else [node]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return texts if len(texts) == len(parts) else []


def branches(tree: ast.AST, tests: type | UnionType = ast.If | ast.IfExp) -> Iterator[tuple[str, list[str]]]:
    """Each value that a branch compares with texts, and the texts: `if`, `elif`, conditional expressions, `match`."""
    for node in ast.walk(tree):
        if isinstance(node, tests):
            for compared in ast.walk(node.test):
                if (
                    isinstance(compared, ast.Compare)
                    and isinstance(compared.ops[0], ast.Eq | ast.In)
                    and not isinstance(compared.left, ast.Constant)
                    and (texts := texts_of(compared.comparators[0]))
                ):
                    yield ast.unparse(compared.left), texts
        elif isinstance(node, ast.Match):
            for case in node.cases:
                for pattern in ast.walk(case.pattern):
                    if isinstance(pattern, ast.MatchValue) and (texts := texts_of(pattern.value)):
                        yield ast.unparse(node.subject), texts


def chains(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each function that compares one value with texts in several branches, with the number of branches."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for value, count in Counter(value for value, _texts in branches(function, ast.If)).items():
                if count >= BRANCHES:
                    yield f"{function.name} {value}", count


def compared_codes(tree: ast.AST) -> dict[str, int]:
    """Each code that a module compares with several texts, with the number of texts."""
    found: dict[str, set[str]] = defaultdict(set)
    for value, texts in branches(tree):
        if value.split(".")[-1].endswith("code"):
            found[value].update(texts)
    return {value: len(texts) for value, texts in found.items() if len(texts) >= BRANCHES}


def asked_effects(tree: ast.AST) -> dict[str, int]:
    """Each function that asks for several effects by name in sequence, with their number."""
    found = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            asked = {
                argument.value
                for call in ast.walk(function)
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("effect_of")
                for argument in call.args
                if isinstance(argument, ast.Constant)
            }
            if len(asked) >= BRANCHES:
                found[function.name] = len(asked)
    return found


@pytest.mark.parametrize(
    "text",
    [
        """
def act(effect):
    if effect.code == "a":
        one()
    elif effect.code in ("b", "c"):
        two()
    elif effect.code == "d":
        three()
""",
        """
def act(effect):
    match effect.code:
        case "a" | "b":
            one()
        case "c":
            two()
        case "d":
            three()
""",
    ],
)
def test_a_chain_of_branches_is_found(text: str) -> None:
    tree = ast.parse(text)
    assert compared_codes(tree) == {"effect.code": 4}
    assert [name for name, _count in chains(tree)] == ["act effect.code"]


def test_effects_asked_for_by_name_are_found() -> None:
    text = "def act(member):\n" + "".join(f"    effect_of(member, {code!r})\n" for code in "abc")
    assert asked_effects(ast.parse(text)) == {"act": 3}


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for path in modules(*folders):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_no_module_compares_a_code_with_several_texts() -> None:
    found = {f"{path} {value}": n for path, tree in trees(*APPS) for value, n in compared_codes(tree).items()}
    assert found == {}


def test_finds_injuries_and_wishes_are_classes_and_not_chains_of_branches() -> None:
    found = {f"{path} {name}": n for path, tree in trees(*AFTERMATH) for name, n in chains(tree)}
    assert found == {}


def test_the_aftermath_does_not_ask_for_effects_one_by_one() -> None:
    found = {f"{path} {name}": n for path, tree in trees(*AFTERMATH) for name, n in asked_effects(tree).items()}
    assert found == {}
