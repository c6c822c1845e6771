"""Which test files a run must read, and in which order its tests start."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest


def needed_markers(expression: str) -> set[str] | None:
    """Markers of which a test needs at least one to be selected by `-m`; None when it may have none of them.

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
    """Skip test files that cannot hold a selected test: the browser tests are in one file of fifteen.

    Markers are written as `pytest.mark.NAME` in the file of the test; `tests/shell/test_guards.py` checks that.
    """
    if not collection_path.name.startswith("test_") or collection_path.suffix != ".py":
        return None
    needed = needed_markers(config.option.markexpr or "")
    if needed is None:
        return None
    text = collection_path.read_text(encoding="utf-8")
    return None if any(f"mark.{name}" in text for name in needed) else True
