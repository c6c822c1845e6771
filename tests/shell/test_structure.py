"""The structure of the code: no import cycles, hidden ones included."""

import grimp
import pytest

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
            following = next((one for one in rest if one not in seen), None)
            if following is None:
                finished.append(module)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(imports[following])))
    importers: dict[str, set[str]] = {module: set() for module in imports}
    for module, imported in imports.items():
        for one in imported:
            importers[one].add(module)
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


def test_a_cycle_is_found() -> None:
    assert cycles_of({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports, at its top or inside a function."""
    graph = grimp.build_graph(*APPS, include_external_packages=False, exclude_type_checking_imports=True)
    code = sorted(filter(is_code, graph.modules))
    return {module: set(filter(is_code, graph.find_modules_directly_imported_by(module))) for module in code}


def test_no_modules_import_each_other(imports: dict[str, set[str]]) -> None:
    assert len(imports) > 800
    assert cycles_of(imports) == []
