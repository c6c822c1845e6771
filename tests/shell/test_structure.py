"""The structure of the code: no import cycles, not even hidden ones, and no folder with too many modules."""

import re
import tomllib
from collections import Counter
from pathlib import PurePath

import grimp
import pytest

from tests.language.scan import ROOT, tracked

MOST_MODULES = 25
"""Maximum number of modules in a folder, without its `__init__.py`."""
MOST_ENTRIES = 16
"""Maximum number of files and packages at the top of `battles/`."""
APPS = ("mordheim_site", "accounts", "jobs", "catalogue", "warbands", "campaigns", "battles")


def is_code(module: str) -> bool:
    return "tests" not in module.split(".")


def cycles_of(imports: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import each other, by Kosaraju's algorithm."""
    finished: list[str] = []
    seen: set[str] = set()
    for start in imports:
        stack = [(start, iter(imports[start]))] if start not in seen else []
        seen.add(start)
        while stack:
            module, rest = stack[-1]
            following = next((module for module in rest if module not in seen), None)
            if following is None:
                finished.append(module)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(imports[following])))
    importers: dict[str, set[str]] = {module: set() for module in imports}
    for module, imported in imports.items():
        for imported_module in imported:
            importers[imported_module].add(module)
    placed: set[str] = set()
    found = []
    for root in reversed(finished):
        group, waiting = [], [root]
        while waiting:
            module = waiting.pop()
            if module not in placed:
                placed.add(module)
                group.append(module)
                waiting.extend(importers[module] - placed)
        if len(group) > 1:
            found.append(sorted(group))
    return found


def test_an_import_cycle_is_found() -> None:
    assert cycles_of({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def packages_of(module: str) -> set[str]:
    """The packages around a module: a.b.c is in a and a.b."""
    parts = module.split(".")
    return {".".join(parts[:length]) for length in range(1, len(parts))}


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports, at its top or inside a function, with the packages that Python loads for it."""
    graph = grimp.build_graph(
        *APPS, include_external_packages=False, exclude_type_checking_imports=True, cache_dir=None
    )
    code = set(filter(is_code, graph.modules))
    found = {}
    for module in sorted(code):
        direct = code & graph.find_modules_directly_imported_by(module)
        loaded = set().union(*map(packages_of, direct)) - packages_of(module) - {module}
        found[module] = direct | (code & loaded)
    return found


def test_no_modules_import_each_other(imports: dict[str, set[str]]) -> None:
    assert len(imports) > 800
    assert cycles_of(imports) == []


def crowded_folders(paths: list[str]) -> dict[str, int]:
    """Folders with more than MOST_MODULES modules. Migrations and the texts of packs are not limited."""
    modules = [PurePath(path) for path in paths if path.endswith(".py") and not path.endswith("__init__.py")]
    counted = Counter(str(module.parent) for module in modules if module.parent.name != "migrations")
    return {folder: count for folder, count in counted.items() if count > MOST_MODULES}


def test_a_crowded_folder_is_found() -> None:
    many = [f"a/b/part{number}.py" for number in range(MOST_MODULES + 1)]
    assert crowded_folders(many) == {"a/b": MOST_MODULES + 1}
    assert crowded_folders([*many[1:], "a/b/__init__.py", "a/b/text.yaml"]) == {}
    assert crowded_folders([f"a/migrations/000{number}.py" for number in range(90)]) == {}


def test_no_folder_has_more_than_25_modules() -> None:
    """Tests included: a crowded folder is split into packages by topic."""
    assert crowded_folders(tracked(())) == {}


def entries(paths: list[str], folder: str) -> set[str]:
    """The files and packages at the top of a folder."""
    return {PurePath(path).parts[1] for path in paths if PurePath(path).parts[0] == folder}


def test_battles_has_at_most_16_entries_at_its_top() -> None:
    """A new feature of battles becomes part of the package that owns it."""
    assert entries(["a/b.py", "a/c/d.py", "a/c/e.yaml", "f/g.py"], "a") == {"b.py", "c"}
    top = entries(tracked(()), "battles")
    assert len(top) <= MOST_ENTRIES, sorted(top)
    assert {"apps.py", "engine", "core"} <= top


MOST_AGAINST_THE_ORDER = {"battles": 0, "warbands": 0, "campaigns": 0, "catalogue": 0}
"""Number of imports of an app against the order of its features in `pyproject.toml`. None may be added."""


def test_few_imports_go_against_the_order_of_features() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    against = {
        contract["containers"][0]: sum("*" not in entry for entry in contract["ignore_imports"])
        for contract in contracts
        if "containers" in contract
    }
    assert against == MOST_AGAINST_THE_ORDER


NAMED_BY_DJANGO = ("apps", "admin", "models", "tasks", "urls", "api_urls")
"""Modules that Django, DRF or Celery load by their name."""
CHECKS_OF_THE_ENGINE = ("battles.engine.perft", "battles.engine.replay")
"""They count positions and verify logs: parts of the engine's own design that only its tests run."""


def test_no_module_is_imported_by_tests_alone() -> None:
    """Code that only its tests use is deleted with them. Modules that settings or other files name are in use."""
    graph = grimp.build_graph(*APPS, include_external_packages=False, cache_dir=None)
    files = [ROOT / path for path in (*tracked(), "pyproject.toml") if "tests" not in path.split("/")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    unused = [
        module
        for module in sorted(filter(is_code, graph.modules))
        if not graph.find_children(module)
        and not any(map(is_code, graph.find_modules_that_directly_import(module)))
        and module.rsplit(".", 1)[1] not in NAMED_BY_DJANGO
        and module not in CHECKS_OF_THE_ENGINE
        and not {"migrations", "management", "templatetags"} & set(module.split("."))
        and not re.search(rf"{re.escape(module)}\b", text)
    ]
    assert not unused, unused
