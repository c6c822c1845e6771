"""Counts the lines of rules code that depend on the ruleset, as a measure of what a further ruleset costs in addition
to its own data.

    python tools/ruleset_lines.py [--list]

A line counts if it reads a key of the active rules that some ruleset sets differently from the base.
Comments, docstrings and blank lines are left out of the total.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from battles.engine.rulesets.compile import LAYERS  # noqa: E402

STEPS = ROOT / "battles" / "engine" / "steps"


def code_lines(source: str) -> set[int]:
    """Numbers of the lines that contain code."""
    tree = ast.parse(source)
    docs: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docs.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return {
        number
        for number, line in enumerate(source.splitlines(), 1)
        if number not in docs and line.strip() and not line.strip().startswith("#")
    }


def edition_lines(source: str, keys: frozenset[str]) -> dict[int, str]:
    """Lines that read a key in which rulesets differ: line number -> key."""
    found: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in keys and "rules" in ast.unparse(node.value):
            found[node.lineno] = node.attr
    return found


def count() -> tuple[int, int, list[str]]:
    """(number of lines that depend on the ruleset, number of all code lines, the former as "file:line key")."""
    keys = frozenset(key for layer in LAYERS.values() for key in layer if key != "code")
    total, listed = 0, []
    for path in sorted(STEPS.rglob("*.py")):
        source = path.read_text()
        total += len(code_lines(source))
        found = edition_lines(source, keys)
        listed.extend(f"{path.relative_to(ROOT)}:{line} {key}" for line, key in sorted(found.items()))
    return len(listed), total, listed


def main() -> None:
    """Print the share, and with --list every line."""
    dependent, total, listed = count()
    if "--list" in sys.argv[1:]:
        print("\n".join(listed))
    editions = len(LAYERS) - 1
    share = 100 * dependent / total if total else 0.0
    print(f"{dependent} of {total} lines in steps/ depend on the edition: {share:.1f} %")
    print(f"{share / editions:.1f} % for each of {editions} editions beyond the first")


if __name__ == "__main__":
    main()
