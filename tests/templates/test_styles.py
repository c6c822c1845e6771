"""Style sheets are small, belong to a component, and style only classes that are used."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests_support.processes import ROOT

SITE = Path(ROOT)
LINES = 400
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)(?=[^;{}]*\{)")
# Parts of class names that templates, scripts and Python complete: `side-{{ side }}`, `f"mark {kind}"`.
BEGINNING = re.compile(r"""([a-z][a-z-]*-)(?:\{|\$\{|["'`]\s*[+%])""")


def sheets() -> list[Path]:
    return sorted((SITE / "static" / "css").rglob("*.css"))


def sources() -> str:
    """Everything that may name a class: templates, scripts, and Python except tests."""
    kinds = ("*.html", "*.js", "*.py")
    listed = subprocess.run(["git", "ls-files", *kinds], cwd=SITE, capture_output=True, text=True, check=True).stdout
    paths = [name for name in listed.splitlines() if not name.startswith("tests") and "/tests/" not in name]
    return "\n".join((SITE / name).read_text(encoding="utf-8") for name in paths if (SITE / name).exists())


def test_style_sheets_are_split_by_component() -> None:
    long = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in sheets()}
    assert {name for name, count in long.items() if count > LINES} == set()


def test_every_class_of_the_style_sheets_is_used() -> None:
    text = sources()
    used, begun = set(re.findall(r"[A-Za-z][\w-]*", text)), tuple(set(BEGINNING.findall(text)))
    unused = [
        f"{path.name}: {name}"
        for path in sheets()
        for name in set(CLASS.findall(re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)))
        if name not in used and not name.startswith(begun)
    ]
    assert sorted(unused) == []
