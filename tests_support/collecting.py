"""Which test files a test run must import, and in which order its tests start."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest


def needed_markers(expression: str) -> set[str] | None:
    """Markers of which a test needs at least one to be selected by `-m`; None if it needs none of them.

    "browser and not long" gives {"browser"}, "postgres or redis" both, "not browser" None.
    """
    try:
        return _needed(ast.parse(expression.strip(), mode="eval").body)
    except SyntaxError:
        return None


def _needed(node: ast.expr) -> set[str] | None:
    if isinstance(node, ast.Name):
        return {node.id}
    if not isinstance(node, ast.BoolOp):
        return None
    parts = [_needed(part) for part in node.values]
    if isinstance(node.op, ast.And):
        return next((part for part in parts if part is not None), None)
    known = [part for part in parts if part is not None]
    return set().union(*known) if len(known) == len(parts) else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip test files that cannot contain a selected test: only one file in fifteen contains browser tests. Markers are
    written as `pytest.mark.NAME` in the file of the test; `tests/shell/test_guards.py` checks this."""
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    needed = needed_markers(config.option.markexpr or "")
    if needed is None:
        return None
    text = collection_path.read_text(encoding="utf-8")
    return None if any(f"mark.{name}" in text for name in needed) else True
