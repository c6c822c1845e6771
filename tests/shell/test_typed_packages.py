"""Item 11.3: packages of battles whose values are typed stay so: `dict[str, Any]` is left to frameworks' signatures."""

from __future__ import annotations

from pathlib import Path

import pytest

BATTLES = Path(__file__).resolve().parents[2] / "battles"
TYPED = ("conformance", "core", "rules", "setup", "simulation", "tables")
OVERRIDES = {"setup/forms.py": 1}
"""Methods of Django that are overridden, by file."""


@pytest.mark.parametrize("package", TYPED)
def test_a_typed_package_has_no_untyped_mappings(package: str) -> None:
    found = {
        str(path.relative_to(BATTLES)): count
        for path in sorted((BATTLES / package).rglob("*.py"))
        if not {"tests", "migrations"} & set(path.parts)
        and (count := path.read_text(encoding="utf-8").count("dict[str, Any]"))
    }
    assert found == {path: count for path, count in OVERRIDES.items() if path.startswith(f"{package}/")}
