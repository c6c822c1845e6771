"""A temporary PostgreSQL server for tests: a new cluster on a socket in a temporary folder, deleted afterwards."""

import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from urllib.parse import quote

FAST = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=120"]


def binaries() -> str | None:
    """The folder of initdb and pg_ctl, newest version first; None if PostgreSQL is not installed."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]), reverse=True)
    return next((folder for folder in folders if os.path.exists(f"{folder}/initdb")), None)


@contextlib.contextmanager
def temporary_cluster(settings: str = "") -> Iterator[str]:
    """Yield a DATABASE_URL. PostgreSQL refuses to run as root, so as root it is run as an ordinary user. `settings` are
    further lines of postgresql.conf."""
    folder_of_binaries = binaries()
    if folder_of_binaries is None:
        raise FileNotFoundError("PostgreSQL is not installed")
    folder = tempfile.mkdtemp(prefix="mordheim-pg-", dir="/tmp")
    step_down = _step_down(folder)
    data = f"{folder}/data"
    try:
        _run([*step_down, f"{folder_of_binaries}/initdb", "-A", "trust", "--no-sync", "-U", "postgres", "-D", data])
        with open(f"{data}/postgresql.conf", "a", encoding="utf-8") as file:
            file.write(settings)
        start(folder)
        yield f"postgres://postgres@{quote(folder, safe='')}:5432/postgres"
    finally:
        stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: str) -> None:
    """Start the cluster in this folder and wait until it accepts connections."""
    options = " ".join(["-k", folder, "-c", "listen_addresses=''", *FAST])
    command = [f"{binaries()}/pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log", "-w", "-o", options, "start"]
    _run([*_step_down(folder), *command], quiet=True)


def start_if_stopped(folder: str) -> None:
    """Start the cluster in this folder if it is not running."""
    if not os.path.exists(f"{folder}/data/postmaster.pid"):
        start(folder)


def stop(folder: str) -> None:
    """Stop the cluster in this folder at once, like a crash. Does nothing if it is already stopped."""
    command = [*_step_down(folder), f"{binaries()}/pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, cwd="/")


def pause(folder: str) -> None:
    """Stop every process of the cluster in this folder with SIGSTOP: connections stay open, but nothing answers."""
    _signal_all(folder, signal.SIGSTOP)


def resume(folder: str) -> None:
    """Continue a paused cluster."""
    _signal_all(folder, signal.SIGCONT)


def _signal_all(folder: str, number: signal.Signals) -> None:
    with open(f"{folder}/data/postmaster.pid") as file:
        main = int(file.readline())
    for pid in [main, *(pid for pid, parent in _parents() if parent == main)]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def _parents() -> Iterator[tuple[int, int]]:
    """Every process with its parent."""
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat") as file:
            yield int(name), int(file.read().rpartition(")")[2].split()[1])


def _step_down(folder: str) -> list[str]:
    if os.geteuid() != 0:
        return []
    name = next(name for name in ("postgres", "nobody") if _exists(name))
    shutil.chown(folder, name)
    os.chmod(folder, 0o755)
    return ["runuser", "-u", name, "--"]


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _run(command: list[str], *, quiet: bool = False) -> None:
    # A started server would inherit the pipes and keep them open, so it gets none.
    pipe = subprocess.DEVNULL if quiet else subprocess.PIPE
    done = subprocess.run(
        command, stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, text=True, timeout=60, cwd="/", check=False
    )
    if done.returncode:
        raise RuntimeError(f"{command[-1]} failed: {done.stdout}{done.stderr}")
