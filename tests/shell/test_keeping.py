"""`manage.py backup` and `restore`: what was there is there again, on both databases; bad files change nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support.processes import ROOT

pytestmark = pytest.mark.slow


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


def shell(environment: dict[str, str], code: str) -> str:
    done = manage(environment, "shell", "--no-imports", "-c", f"from accounts.models import User\n{code}")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def walk(environment: dict[str, str], folder: Path) -> None:
    """Copy, lose, refuse what is no copy, put back."""
    names = "print(*User.objects.order_by('pk').values_list('username', flat=True))"
    assert manage(environment, "migrate", "--verbosity", "0").returncode == 0
    shell(environment, "User.objects.create_user('otto'); User.objects.create_user('anna')")
    copy = folder / "copy"
    done = manage(environment, "backup", str(copy))
    assert done.returncode == 0, done.stderr
    assert "restore" in done.stdout
    assert "is there already" in manage(environment, "backup", str(copy)).stderr
    shell(environment, "User.objects.all().delete(); User.objects.create_user('late')")
    (folder / "letter").write_text("no database")
    (folder / "cut").write_bytes(copy.read_bytes()[:5000])
    for bad in ("letter", "cut", "missing"):
        assert manage(environment, "restore", str(folder / bad)).returncode == 1
    assert shell(environment, names) == "late"
    done = manage(environment, "restore", str(copy))
    assert done.returncode == 0, done.stderr
    assert shell(environment, names) == "otto anna"
    assert sorted(path.name for path in folder.iterdir() if path.is_file()) == ["copy", "cut", "letter"]


def environment_for(folder: Path, **more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return {**inherited, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": str(folder), **more}


def test_a_copy_of_sqlite_is_put_back(tmp_path: Path) -> None:
    var, copies = tmp_path / "var", tmp_path / "copies"
    copies.mkdir()
    walk(environment_for(var), copies)


@pytest.mark.postgres
def test_a_copy_of_postgresql_is_put_back(tmp_path: Path, postgres_url: str) -> None:
    var, copies = tmp_path / "var", tmp_path / "copies"
    copies.mkdir()
    walk(environment_for(var, DATABASE_URL=postgres_url), copies)
