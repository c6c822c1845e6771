"""Item 11.3: packages of battles whose values are typed stay so.

`dict[str, Any]` is left to the signatures of frameworks and to borders, each at one place.
"""

from __future__ import annotations

from pathlib import Path

import pytest

BATTLES = Path(__file__).resolve().parents[2] / "battles"
TYPED = ("conformance", "core", "engine", "odds", "rules", "setup", "simulation", "tables")
LEFT = {
    "engine/aftermath/exploration_dice.py": 1,
    "engine/aftermath/tables.py": 1,
    "engine/hooks.py": 1,
    "engine/scenarios/base.py": 2,
    "engine/state.py": 4,
    "setup/forms.py": 1,
}
"""What is left, by file: stored lines of an aftermath, parameters of the packs' effects and traits, the facts that each
scenario stores, the data of frames, marks and the stored state; and methods of Django that are overridden."""


@pytest.mark.parametrize("package", TYPED)
def test_a_typed_package_has_no_untyped_mappings(package: str) -> None:
    found = {
        str(path.relative_to(BATTLES)): count
        for path in sorted((BATTLES / package).rglob("*.py"))
        if not {"tests", "migrations"} & set(path.parts)
        and (count := path.read_text(encoding="utf-8").count("dict[str, Any]"))
    }
    assert found == {path: count for path, count in LEFT.items() if path.startswith(f"{package}/")}
