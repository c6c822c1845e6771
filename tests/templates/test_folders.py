"""Folders of templates and static files have the names of the packages they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests_support.processes import ROOT

SITE = Path(ROOT)
APPS = ("accounts", "battles", "campaigns", "catalogue", "warbands")


@pytest.mark.parametrize("app", APPS)
def test_each_folder_of_templates_is_named_after_a_package_of_its_app(app: str) -> None:
    folders = {path.name for path in (SITE / "templates" / app).iterdir() if path.is_dir()}
    packages = {path.parent.name for path in (SITE / app).glob("*/__init__.py")}
    assert folders
    assert folders <= packages


@pytest.mark.parametrize("app", APPS)
def test_pages_lie_in_the_folder_of_their_feature(app: str) -> None:
    """Only partials that several features use may be in the folder of the app itself."""
    pages = {path.name for path in (SITE / "templates" / app).glob("*.html") if not path.name.startswith("_")}
    assert pages <= {"board.html", "draw.html", "preparing.html", "resign.html", "withdrawn.html"}


@pytest.mark.parametrize("kind", ["css", "js"])
def test_folders_of_styles_and_scripts_are_named_after_features(kind: str) -> None:
    folders = {path.name for path in (SITE / "static" / kind).iterdir() if path.is_dir() and any(path.iterdir())}
    features = {path.parent.name for app in APPS for path in (SITE / app).glob("*/__init__.py")}
    assert folders
    assert folders <= features | set(APPS)
