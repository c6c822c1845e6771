"""The whole site as real processes: uvicorn, a worker, a reaper, and its own database."""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests_support.forked_commands import ForkedCommands
from tests_support.prepared import prepare, static_root
from tests_support.processes import ROOT, end_group, free_port, wait_until

# Tests send requests faster, and sign up more users, than anybody else.
UNLIMITED = dict.fromkeys(
    (
        "LIMIT_BATTLES", "LIMIT_WARBANDS", "LIMIT_COMMANDS", "LIMIT_MESSAGES", "LIMIT_SIGN_UPS", "LIMIT_COMPUTATIONS",
        "LIMIT_PREVIEWS", "LIMIT_GUEST_BATTLES", "LIMIT_GUEST_BOT_TURNS",
    ),
    "100000/60",
)  # fmt: skip


@dataclass(frozen=True)
class LiveSite:
    """A running site: its address without a slash at the end, its folder, and the environment for `manage`."""

    url: str
    var_dir: str
    environment: dict[str, str]

    def manage(self, *arguments: str, seconds: float = 180) -> str:
        """Run `manage.py` against this site's database and return what it printed."""
        return self.commands.run(*arguments, seconds=seconds)

    @functools.cached_property
    def commands(self) -> ForkedCommands:
        """Runs commands with this site's environment."""
        return ForkedCommands(self.environment)

    def shell(self, code: str) -> str:
        """Run Python inside Django against this site and return what it printed."""
        return self.manage("shell", "--no-imports", "-c", code)


@contextlib.contextmanager
def running_site(**environment: str) -> Iterator[LiveSite]:
    """Start `manage.py serve` on a free port in a new folder, with the given variables."""
    folder, port = tempfile.mkdtemp(prefix="mordheim-site-"), free_port()
    prepare(folder)
    inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env = {
        **inherited, "DJANGO_SETTINGS_MODULE": "mordheim_site.settings", "VAR_DIR": folder, "PORT": str(port),
        "STATIC_ROOT": static_root(),
        "DEMO": "0", "GUESTS_PER_HOUR": "100000", "LOG_LEVEL": "WARNING", "PYTHONUNBUFFERED": "1", **UNLIMITED,
        **environment,
    }  # fmt: skip
    with open(f"{folder}/serve.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            env=env, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        site = LiveSite(f"http://127.0.0.1:{port}", folder, env)
        try:
            wait_until(lambda: process.poll() is not None or _answers(site.url), seconds=180, what="the site answers")
            if process.poll() is not None:
                with open(f"{folder}/serve.log", encoding="utf-8") as log_file:
                    raise AssertionError(f"manage.py serve ended with {process.returncode}:\n{log_file.read()[-4000:]}")
            yield site
        finally:
            site.commands.close()
            end_group(process)
            shutil.rmtree(folder, ignore_errors=True)


def _answers(url: str) -> bool:
    import urllib.error
    import urllib.request

    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@pytest.fixture(scope="session")
def live_site() -> Iterator[LiveSite]:
    """One running site for all browser tests of the session. Each test creates its own users on it."""
    with running_site() as site:
        yield site
