"""Packages of battles whose values are typed stay typed. `dict[str, Any]` is only used in signatures of
frameworks and at borders, each in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

BATTLES = Path(__file__).resolve().parents[2] / "battles"
TYPED = ("core", "engine", "odds", "setup", "simulation", "tables")
LEFT = {
    "engine/aftermath/exploration_dice.py": 1,
    "engine/aftermath/tables.py": 1,
    "engine/hooks.py": 1,
    "engine/scenarios/base.py": 2,
    "engine/state.py": 4,
    "setup/forms.py": 1,
}
"""The places where it is still used, by file: stored lines of an aftermath, parameters of the packs' effects and
traits, the facts that each scenario stores, the data of frames, marks and the stored state; and overridden methods of
Django."""


READS_LINES = (
    re.compile(r"\b\w*(line|one|kept|held|chest|fate)\.data\b"),
    re.compile(r"\bAftermathLine\([^)]*\bdata="),
)
"""Ways to access the stored values of an aftermath line without its type."""


@pytest.mark.parametrize("package", TYPED)
def test_a_typed_package_has_no_untyped_mappings(package: str) -> None:
    assert (BATTLES / package / "__init__.py").exists()
    found = {
        str(path.relative_to(BATTLES)): count
        for path in sorted((BATTLES / package).rglob("*.py"))
        if not {"tests", "migrations"} & set(path.relative_to(BATTLES.parent).parts)
        and (count := path.read_text(encoding="utf-8").count("dict[str, Any]"))
    }
    assert found == {path: count for path, count in LEFT.items() if path.startswith(f"{package}/")}


def test_stored_lines_of_an_aftermath_are_read_through_their_types() -> None:
    """Only `battles/aftermath/stored/line.py` touches the stored values; every other module uses a dataclass."""
    users = [
        BATTLES / "aftermath",
        BATTLES / "setup",
        BATTLES / "tabletop/sheets/amendments.py",
        BATTLES / "tabletop/sheets/services.py",
    ]
    found = [
        f"{path.relative_to(BATTLES)}: {match.group()}"
        for user in users
        for path in sorted(user.rglob("*.py") if user.is_dir() else [user])
        if not {"tests", "migrations"} & set(path.relative_to(BATTLES.parent).parts)
        and path != BATTLES / "aftermath/stored/line.py"
        for pattern in READS_LINES
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


READS_FACTS = re.compile(r"\.facts(\[|\.get\(|\.items\(|\.values\()")
"""Ways to access the stored facts of a battle without `StoredFacts`."""


def test_stored_facts_of_a_battle_are_read_through_their_type() -> None:
    assert READS_FACTS.search('row.facts["won"]')
    assert not READS_FACTS.search("row.battle_facts.won")
    users = [BATTLES / "aftermath", BATTLES / "tabletop"]
    found = [
        str(path.relative_to(BATTLES))
        for user in users
        for path in sorted(user.rglob("*.py"))
        if "tests" not in path.relative_to(BATTLES.parent).parts
        and READS_FACTS.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


EVENT_DATA = re.compile(r"\b\w*(event|earlier|happening|row)\w*\.data(\[|\.get\(|\.items\(|\.values\()")
"""Ways to access the stored values of a campaign's event without their types."""


@pytest.mark.parametrize(
    ("text", "is_raw"),
    [
        ('event.data["match"]', True),
        ('earlier.data.get("post", "")', True),
        ("EventData.read(event.data).match", False),
        ("event.data.match", False),
    ],
)
def test_raw_values_of_events_are_found(text: str, is_raw: bool) -> None:
    assert bool(EVENT_DATA.search(text)) == is_raw


@pytest.mark.parametrize("app", ["battles", "campaigns", "warbands"])
def test_events_of_campaigns_are_read_through_their_types(app: str) -> None:
    """Only `campaigns/core/event_data.py` reads what an event stores."""
    found = [
        f"{path.relative_to(BATTLES.parent)}: {match.group()}"
        for path in sorted((BATTLES.parent / app).rglob("*.py"))
        if not {"tests", "migrations"} & set(path.relative_to(BATTLES.parent).parts)
        for match in EVENT_DATA.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
