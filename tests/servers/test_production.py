"""The production setup with Debian packages: nginx, two web nodes, two workers, beat, one Redis, one PostgreSQL."""

import contextlib
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests_support.prepared import copy_packs, static_root
from tests_support.processes import ROOT, end_group, free_port, listens, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.redis]

MAKE = """
from jobs import services
for number in range(6):
    services.enqueue(kind="test.count", key=str(number), payload={"to": 5, "pause": 0.05})
"""
COUNT = """
from jobs.models import Job
print(Job.objects.filter(kind="test.count", state="done").count(), Job.objects.filter(kind="test.counted").count())
"""


def nginx_program() -> str | None:
    """Path of nginx, also if it is not in an ordinary user's PATH."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def nginx_config(*, port: int, nodes: list[int], static: Path, folder: Path) -> str:
    """The shipped configuration, with this machine's ports and folders instead of Docker's."""
    text = Path(ROOT, "deploy/nginx/nginx.conf").read_text(encoding="utf-8")
    servers = " ".join(f"server 127.0.0.1:{node};" for node in nodes)
    for shipped, here in (
        ("resolver 127.0.0.11 valid=5s ipv6=off;", f"upstream nodes {{ {servers} }}"),
        ("http://web:8000", "http://nodes"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("/srv/static", f"{static}"),
        ("/tmp/nginx.pid", f"{folder}/nginx.pid"),
        ("/etc/nginx/mordheim", f"{ROOT}/deploy/nginx"),
        ("/dev/stdout mordheim", f"{folder}/access.log mordheim"),
        ("/dev/stderr", f"{folder}/error.log"),
    ):
        assert shipped in text
        text = text.replace(shipped, here)
    return text


@contextlib.contextmanager
def started(*commands: list[str], env: dict[str, str]) -> Iterator[None]:
    """Run all commands until the block ends."""
    with contextlib.ExitStack() as stack:
        for command in commands:
            process = subprocess.Popen(
                command, env=env, cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            stack.callback(end_group, process)
        yield


def status_of(port: int, path: str) -> int:
    """The status of the response through nginx."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_two_nodes_and_two_workers_serve_one_site(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    program = nginx_program()
    if program is None:
        pytest.skip("nginx is not installed")
    # If root started it, nginx would switch to a user who cannot enter the folders of the test.
    step_down = "user root;" if os.geteuid() == 0 else ""
    env = {
        **os.environ, "DJANGO_SETTINGS_MODULE": "tests_support.counting_settings", "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url, "VAR_DIR": str(tmp_path), "STATIC_ROOT": static_root(), "LOG_LEVEL": "ERROR",
        "SECRET_KEY": "x" * 50, "METRICS_TOKEN": "a-token",
    }  # fmt: skip

    def manage(*arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    copy_packs(str(tmp_path))
    manage("migrate", "-v0")
    port, *nodes = free_port(), free_port(), free_port()
    config = tmp_path / "nginx.conf"
    config.write_text(
        nginx_config(port=port, nodes=nodes, static=Path(static_root()), folder=tmp_path), encoding="utf-8"
    )
    celery = [sys.executable, "-m", "celery", "-A", "mordheim_site.celery"]
    web = [sys.executable, "-m", "mordheim_site.serve.web", "--port"]
    worker = [*celery, "worker", "--pool", "prefork", "--concurrency", "1", "-n"]
    with started(
        *([*web, str(node)] for node in nodes),
        [*worker, "one@here"],
        [*worker, "two@here"],
        [*celery, "beat", "--schedule", str(tmp_path / "beat")],
        [program, "-c", str(config), "-g", f"daemon off; {step_down}"],
        env=env,
    ):
        wait_until(lambda: all(map(listens, [port, *nodes])), seconds=180, what="nginx and both nodes answer")
        wait_until(lambda: status_of(port, "/readyz") == 200, seconds=180, what="a worker records its heartbeat")
        for path in ("/readyz", "/accounts/login/", "/static/css/base.css"):
            for _ in nodes:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
                    assert answer.status == 200, path
        manage("shell", "--no-imports", "-c", MAKE)
        wait_until(
            lambda: manage("shell", "--no-imports", "-c", COUNT) == "6 30",
            seconds=180,
            what="both workers finish the jobs",
        )
