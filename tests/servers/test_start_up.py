"""An invalid setting ends every process of the site with one line that says what to change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support.processes import ROOT

COMMANDS = {
    "manage.py": ["manage.py", "serve"],
    "web": ["-m", "mordheim_site.serve.web"],
    "schedule": ["-m", "mordheim_site.serve.beat", "--schedule", "never-written"],
    "worker": ["-m", "celery", "--quiet", "-A", "mordheim_site.celery", "worker"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_an_invalid_setting_is_one_line(name: str, tmp_path: Path) -> None:
    environment = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:1/0", "SECRET_KEY": "x" * 50, "LIMIT_BATTLES": "many",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *COMMANDS[name]],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    (line,) = done.stderr.strip().splitlines()
    assert "LIMIT_BATTLES='many' is not a limit. Write how often in how many seconds, such as 30/3600." in line
    assert "Traceback" not in line
