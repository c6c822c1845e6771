"""Databases for `kill_aftermath.py`: two folders or two PostgreSQL servers, and the function that kills the server."""

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def databases(kind: str, folder: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """(environment of the undisturbed run, environment of the run with kills): two folders, and with PostgreSQL two
    servers."""
    plain = {**os.environ, "LOG_LEVEL": "CRITICAL", "JOB_LEASE_SECONDS": "1", "DEMO": "0"}
    plain.pop("DATABASE_URL", None)
    found = []
    with contextlib.ExitStack() as stack:
        for name in ("peace", "war"):
            environment = {**plain, "VAR_DIR": f"{folder}/{name}"}
            os.mkdir(environment["VAR_DIR"])
            if kind == "postgres":
                url, data = stack.enter_context(lasting_cluster())
                environment |= {"DATABASE_URL": url, "KILL_DATABASE": data}
            found.append(environment)
        yield found[0], found[1]


@contextlib.contextmanager
def lasting_cluster() -> Iterator[tuple[str, str]]:
    """A PostgreSQL server that writes durably to disk: (its address, the folder of its data)."""
    from tests_support import postgres

    postgres.FAST[:] = ["-c", "max_connections=60", "-c", "fsync=on"]
    with postgres.temporary_cluster() as url:
        from urllib.parse import unquote

        yield url, unquote(url.split("@")[1].rsplit(":", 1)[0]) + "/data"


def kill_database() -> None:
    """Send SIGKILL to the postmaster and every server process, then start the server again; it recovers from its
    log."""
    import signal

    from tests_support import postgres

    data = os.environ["KILL_DATABASE"]
    folder = os.path.dirname(data)
    pid = int(Path(data, "postmaster.pid").read_text().split("\n", 1)[0])
    children = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal() and _parent_of(path) == pid]
    for victim in (pid, *children):
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    step_down = postgres._step_down(folder)
    options = " ".join(["-k", folder, "-c", "listen_addresses=''", "-c", "max_connections=60"])
    command = [f"{postgres.binaries()}/pg_ctl", "-D", data, "-l", f"{folder}/log", "-w", "-o", options, "start"]
    for _ in range(40):
        done = subprocess.run(
            [*step_down, *command], cwd="/", check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=60,
        )  # fmt: skip
        if not done.returncode:
            return
        time.sleep(0.25)
    raise RuntimeError("PostgreSQL did not come back")


def _parent_of(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except (OSError, IndexError, ValueError):
        return 0
