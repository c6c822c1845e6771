"""Local names that do not say what they hold: `python -m tests.language.local_names [PATH ...]` lists them.

Rename them with `tools/rename_locals.py`.
"""

from __future__ import annotations

import ast
import sys
from typing import NamedTuple

from tests.language.scan import ROOT, tracked
from tools.rename_locals import locals_of

VAGUE = frozenset({"one", "told", "asked", "said", "who", "whom", "his", "foe", "foes", "no", "thing", "things"})
"""Use the kind of object: `warrior`, `item`, `message`, `error`, `model_id`."""


class VagueName(NamedTuple):
    """A local variable or parameter with one of these names."""

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name}"


def is_test(path: str) -> bool:
    return path.startswith("tests") or "/tests/" in path


def vague_names(path: str, source: str) -> list[VagueName]:
    """The vague local names of a module by line."""
    return sorted(VagueName(path, local.line, local.name) for local in locals_of(ast.parse(source), VAGUE))


def project_names(paths: tuple[str, ...] = ()) -> list[VagueName]:
    """The vague local names of the project below the given paths."""
    return [
        name
        for path in tracked(paths)
        if path.endswith(".py")
        for name in vague_names(path, (ROOT / path).read_text(encoding="utf-8"))
    ]


if __name__ == "__main__":
    for found in project_names(tuple(sys.argv[1:])):
        sys.stdout.write(f"{found}\n")
