"""systemd accepts the shipped units: `systemd-analyze verify` knows every setting in them and reports none."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support.processes import ROOT

FOLDER = Path(ROOT, "deploy/systemd")
UNITS = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".service", ".timer", ".target"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    assert len(UNITS) == 6
    for name in UNITS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        # The programs that the page installs; those of this machine are used instead.
        for program in ("python", "celery"):
            text = text.replace(f"/opt/mordheim/venv/bin/{program}", sys.executable)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_an_unknown_setting_would_be_reported(tmp_path: Path) -> None:
    (tmp_path / "wrong.service").write_text("[Service]\nExecStart=/bin/true\nMemoryMaximum=1G\n", encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "wrong.service")],
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert "MemoryMaximum" in done.stderr


def test_the_target_starts_every_service_of_the_site() -> None:
    target = (FOLDER / "mordheim.target").read_text(encoding="utf-8")
    services = [name for name in UNITS if name.endswith(".service") and name != "mordheim-backup.service"]
    assert all(name in target for name in services)
