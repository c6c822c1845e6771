"""Reads case files as plain values and records the line of each part, so that errors can name it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import yaml

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
"""Plain data, as in YAML and JSON."""
Route = tuple[str | int, ...]
"""Keys and indices that lead to a part of a file: (0, "models", "A", "at")."""


class Fault(NamedTuple):
    """Something wrong with a case file."""

    file: str
    line: int
    path: str
    """The part of the file, such as `CC-HIT-01.a: models.A.at`."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.path}: {self.sentence}" if self.path else (
            f"{self.file}:{self.line}: {self.sentence}"
        )  # fmt: skip


class CaseFileError(ValueError):
    """Case files that cannot be run; contains every fault."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class Document:
    """One YAML file: its value, and the line (from 1) of each part, by route."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines: dict[Route, int] = {}
        self.faults: list[Fault] = []
        self._loader = yaml.CSafeLoader(text)
        self.value: Value = None
        try:
            node = self._loader.get_single_node()
            self.value = None if node is None else self._build(node, ())
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            words = getattr(error, "problem", None) or str(error)
            self.faults.append(Fault(file, mark.line + 1 if mark else 1, "", f"This is not YAML: {words}."))
        except RecursionError:
            self.faults.append(Fault(file, 1, "", "A part of this file holds itself."))
        finally:
            self._loader.dispose()

    def line(self, route: Route) -> int:
        """The line of a part, or of the nearest part that contains it."""
        while route and route not in self.lines:
            route = route[:-1]
        return self.lines.get(route, 1)

    def _build(self, node: yaml.Node, route: Route) -> Value:
        self.lines.setdefault(route, node.start_mark.line + 1)
        if isinstance(node, yaml.SequenceNode):
            return [self._build(child, (*route, number)) for number, child in enumerate(node.value)]
        if not isinstance(node, yaml.MappingNode):
            scalar: Value = self._loader.construct_object(node, deep=True)
            return scalar
        found: dict[str, Value] = {}
        for key_node, child in node.value:
            key = self._loader.construct_object(key_node, deep=True)
            key = key if isinstance(key, str) else str(key_node.value)
            if key in found:
                line = key_node.start_mark.line + 1
                self.faults.append(Fault(self.file, line, ".".join(map(str, route)), f"{key} is here twice."))
            self.lines[(*route, key)] = key_node.start_mark.line + 1
            found[key] = self._build(child, (*route, key))
        return found


def files_in(paths: list[str]) -> list[Path]:
    """The case files at these paths: single files, and for a folder all its .yaml files, sorted. Raises CaseFileError
    if a path does not exist."""
    found: list[Path] = []
    missing: list[Fault] = []
    for path in map(Path, paths):
        if path.is_dir():
            found.extend(sorted(path.rglob("*.yaml")))
        elif path.is_file():
            found.append(path)
        else:
            missing.append(Fault(str(path), 1, "", "There is no such file or folder."))
    if missing:
        raise CaseFileError(missing)
    return found
