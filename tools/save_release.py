"""Saves a small database of this release for the tests of upgrades: `python -m tools.save_release 0.2.0`.

Run it when a release is made. `tests/operator/test_previous_release.py` migrates the newest saved database and checks
that the earlier release can still use it afterwards.
"""

from __future__ import annotations

import argparse
import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = {"DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "LOG_LEVEL": "ERROR"}
FOLDER = ROOT / "tests/operator/data"


def save(name: str) -> Path:
    """Play a short league on an empty SQLite database and save it as SQL statements."""
    target = FOLDER / f"release-{name}.sql.gz"
    with tempfile.TemporaryDirectory() as folder:
        inherited = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
        for command in ("migrate", "season --warbands 2 --rounds 1 --turns 3"):
            subprocess.run(
                [sys.executable, "manage.py", *command.split()],
                env={**inherited, **SITE, "VAR_DIR": folder}, cwd=ROOT, check=True,
            )  # fmt: skip
        database = sqlite3.connect(f"{folder}/db.sqlite3")
        text = "\n".join(database.iterdump())
        database.close()
    with target.open("wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
        packed.write(text.encode())
    return target


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("name", help="version of the release")
    print(save(parser.parse_args().name))
