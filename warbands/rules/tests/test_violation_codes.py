"""Every code with which a rule of the roster refuses a change is in the documentation of the API."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from warbands.rules.violations import AgainstRules

RULES = Path(__file__).parents[1]
WITH_A_CODE = ("_violation", "_refusal")
"""Functions whose arguments contain the code of a violation."""


def codes() -> Iterator[str]:
    """The codes of all violations, as they are written in the modules of the rules."""
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id == "Violation":
                parts = [part for word in node.keywords if word.arg == "code" for part in ast.walk(word.value)]
            else:
                parts = list(node.args) if node.func.id in WITH_A_CODE else []
            texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            yield from (text for text in texts if text.replace("_", "").isalpha() and text.islower())


def test_every_code_is_explained() -> None:
    found = set(codes())
    assert len(found) > 40
    assert found == set(AgainstRules.meanings()), "warbands/rules/violation_codes.yaml"
    assert all(text.endswith(".") for text in AgainstRules.meanings().values())
