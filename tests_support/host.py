"""A host without containers in a temporary folder: follows the pages of docs/operators command by command.

The commands are run unchanged, except that folders, ports and servers of the test replace those of the host.
PostgreSQL, Redis, nginx and the processes of the site are real; each service is started exactly as its unit says.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from tests_support import postgres, redis
from tests_support.processes import ROOT, free_port, with_variable

PROGRAMS = ("apt-get", "git", "hostname", "install", "nginx", "python3", "runuser", "systemctl", "useradd", "usermod")
UNITS = ("mordheim-web", "mordheim-worker", "mordheim-beat")


def blocks(page: str) -> list[str]:
    """The code blocks of a page of docs/operators, in order."""
    text = Path(ROOT, "docs/operators", page).read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Host:
    """The folders and ports of a host."""

    root: Path
    port: int
    """The port of nginx."""
    web_port: int
    metrics_port: int
    cluster: Path
    redis_port: int

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def run(self, commands: str) -> str:
        """Run commands of a page and return their output. Raises AssertionError at the first one that fails."""
        bash = subprocess.Popen(
            ["bash", "-euxo", "pipefail", "-c", self.here(commands)],
            env=self.environment(), cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            output, errors = bash.communicate(timeout=900)
        except BaseException:
            # Also the processes that the commands have started; services have their own sessions.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(bash.pid, signal.SIGKILL)
            bash.wait()
            raise
        assert bash.returncode == 0, f"{output[-2000:]}\n{errors[-4000:]}\n{self.errors()}"
        return output

    def environment(self) -> dict[str, str]:
        """Environment variables in which the host's programs come before those of this machine, with the PostgreSQL
        server."""
        return {
            "PATH": f"{self.root}/bin:{self.root}/usr/local/bin:{os.environ['PATH']}", "HOST_ROOT": str(self.root),
            "PGHOST": str(self.cluster), "PGUSER": "postgres", "HOME": str(self.root),
        }  # fmt: skip

    def here(self, text: str) -> str:
        for pattern, replacement in self.replacements():
            text = re.sub(pattern, replacement.replace("\\", "\\\\"), text)
        return text

    def replacements(self) -> list[tuple[str, str]]:
        """All differences between this host and the pages, as replacements."""
        at = str(self.root)
        return [
            *((rf"(?<![\w./-]){folder}", f"{at}{folder.split('(')[0]}") for folder in (
                "/etc/mordheim", "/etc/nginx/(?!mime)", "/etc/systemd", "/opt/mordheim", "/var/lib/mordheim",
                "/var/log/nginx", "/usr/local/bin", "/run/mordheim",
            )),
            ("%2Fvar%2Frun%2Fpostgresql", quote(str(self.cluster), safe="")),
            (r"redis://127\.0\.0\.1:6379", f"redis://127.0.0.1:{self.redis_port}"),
            (r"http://127\.0\.0\.1/readyz", f"http://127.0.0.1:{self.port}/readyz"),
            (r"listen 80;", f"listen 127.0.0.1:{self.port};"),
            (r"127\.0\.0\.1:8001", f"127.0.0.1:{self.web_port}"),
            (r"--port 8001", f"--port {self.web_port}"),
            (r"METRICS_PORT=9101", f"METRICS_PORT={self.metrics_port}"),
            (r"client_header_timeout 10s", "client_header_timeout 1s"),
        ]  # fmt: skip

    def follow(self, page: str) -> list[str]:
        """Run every command of a page. Returns the outputs of its code blocks."""
        found = blocks(page)
        assert found, page
        return [self.run(block) for block in found]

    def journal(self, unit: str) -> list[str]:
        path = self.root / "journal" / unit
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def errors(self) -> str:
        """The last lines of all journals, for the message of a failed test."""
        return "\n".join(f"{unit}: {line[:1500]}" for unit in UNITS for line in self.journal(unit)[-5:])

    def pid(self, unit: str) -> int:
        """The main process of a running unit."""
        return int((self.root / f"journal/{unit}.pid").read_text(encoding="ascii"))

    def setting(self, name: str) -> str:
        """A value of /etc/mordheim/environment."""
        text = (self.root / "etc/mordheim/environment").read_text(encoding="utf-8")
        (value,) = re.findall(rf"^{name}=(.*)$", text, flags=re.MULTILINE)
        return str(value)


def missing_programs() -> list[str]:
    """Programs that this machine would need to be such a host."""
    paths = {"nginx": nginx_path(), "redis-server": redis.binary(), "postgresql": postgres.binaries()}
    paths |= {name: shutil.which(name) for name in ("curl", "openssl", "createdb")}
    return [name for name, path in paths.items() if path is None]


def nginx_path() -> str | None:
    """Path of nginx, also if it is not in an ordinary user's PATH; None if it is not installed."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@contextlib.contextmanager
def empty_host(postgres_settings: str = "") -> Iterator[Host]:
    """A host on which nothing is installed except the running database servers."""
    root = Path(tempfile.mkdtemp(prefix="mordheim-host-"))
    with postgres.temporary_cluster(postgres_settings) as database:
        host = Host(
            root=root, port=free_port(), web_port=free_port(), metrics_port=free_port(), redis_port=free_port(),
            cluster=Path(unquote(urlsplit(database).netloc.split("@")[1].rsplit(":", 1)[0])),
        )  # fmt: skip
        plan = {
            "replacements": host.replacements(), "checkout": ROOT, "python": sys.executable, "nginx": nginx_path(),
        }  # fmt: skip
        (root / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        for folder in ("bin", "usr/local/bin", "etc/systemd/system"):
            (root / folder).mkdir(parents=True)
        source = Path(ROOT, "tests_support/host_programs.py").read_text(encoding="utf-8")
        for name in PROGRAMS:
            program = root / "bin" / name
            program.write_text(f"#!{sys.executable} -IS\n{source}", encoding="utf-8")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
        try:
            redis.start(root, host.redis_port)
            yield host
        finally:
            if (root / "bin/systemctl").exists() and (root / "journal").exists():
                for unit in UNITS:
                    if (root / f"journal/{unit}.pid").exists():
                        host.run(f"systemctl stop {unit}")
            if (root / "nginx.pid").exists() and (root / "nginx.pid").stat().st_size:
                host.run("nginx -s stop")
            for pid in with_variable("HOST_ROOT", str(root)):
                # A service whose start was interrupted.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            redis.stop(host.redis_port)
            shutil.rmtree(root, ignore_errors=True)
