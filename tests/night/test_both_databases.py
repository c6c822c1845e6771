"""The same league evening on SQLite and on PostgreSQL gives the same output, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support.prepared import prepare
from tests_support.processes import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.timeout(600)]
NIGHT = ["season", "--warbands", "3", "--rounds", "1", "--seed", "one-night", "--turns", "4", "--json"]


def night_on(folder: Path, **settings: str) -> str:
    """Create a database and play the evening; returns its output."""
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env = {
        **inherited, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": str(folder), "DEMO": "0",
        "LOG_LEVEL": "ERROR", **settings,
    }  # fmt: skip
    text = ""
    prepare(str(folder))
    # A migrated SQLite has all packs; PostgreSQL begins empty.
    begin = [["migrate", "-v0"], ["load_packs"]] if "DATABASE_URL" in settings else []
    for arguments in (*begin, NIGHT):
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            env=env, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        text = done.stdout
    return text


def test_a_night_is_the_same_on_both_databases(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    here = night_on(tmp_path / "one")
    there = night_on(tmp_path / "two", DATABASE_URL=postgres_url)
    night = json.loads(here)
    assert [match["turns"] for match in night["matches"]] != []
    assert sum(row["played"] for row in night["standings"]) == 2
    assert sum(row["experience"] for row in night["standings"]) > 0
    assert night["differences"] == []
    assert here == there
