"""Programs of a Debian host, for tests that follow a page of commands in temporary folders (`tests_support/host.py`).

This file is run under the name of each program. Everything that needs root is left out; the rest is done below
HOST_ROOT.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(os.environ["HOST_ROOT"])
PLAN = json.loads((ROOT / "plan.json").read_text(encoding="utf-8"))
"""Settings: `replacements` (pairs of pattern and replacement), `checkout`, `python`, `nginx`."""
NGINX_MAIN = """
{user} pid {root}/nginx.pid; error_log {root}/var/log/nginx/error.log warn;
worker_processes auto;
events {{
	worker_connections 768;
}}
http {{
    include /etc/nginx/mime.types; default_type application/octet-stream;
    client_body_temp_path {root}/nginx-body; proxy_temp_path {root}/nginx-proxy; fastcgi_temp_path {root}/nginx-fastcgi;
    uwsgi_temp_path {root}/nginx-uwsgi; scgi_temp_path {root}/nginx-scgi;
    access_log {root}/var/log/nginx/access.log;
    # Set by Debian's own file: the site's configuration must not set it again in the same block.
    sendfile on; tcp_nopush on; types_hash_max_size 2048; ssl_prefer_server_ciphers on; gzip on;
    include {root}/etc/nginx/conf.d/*.conf; include {root}/etc/nginx/sites-enabled/*;
}}
"""


def here(text: str) -> str:
    """The text with the paths and ports of the page replaced by those of this host."""
    for pattern, replacement in PLAN["replacements"]:
        text = re.sub(pattern, lambda _match, text=replacement: str(text), text)
    return text


def apt_get(arguments: list[str]) -> int:
    """`install` creates what the packages would; the test starts the database servers."""
    if arguments[0] == "install" and "nginx" in arguments:
        for folder in ("etc/nginx/conf.d", "etc/nginx/sites-enabled", "var/log/nginx"):
            (ROOT / folder).mkdir(parents=True)
        (ROOT / "etc/nginx/sites-enabled/default").write_text("server { listen 1; }", encoding="utf-8")
        user = "user root;" if os.geteuid() == 0 else ""
        (ROOT / "etc/nginx/nginx.conf").write_text(NGINX_MAIN.format(root=ROOT, user=user), encoding="utf-8")
    return 0


def git(arguments: list[str]) -> int:
    """`clone` creates a link to this checkout; `pull` finds nothing newer."""
    if arguments[0] == "clone":
        Path(arguments[-1]).symlink_to(PLAN["checkout"])
        return 0
    assert arguments[2:] == ["pull", "--ff-only"], arguments
    return 0 if Path(arguments[1], "manage.py").exists() else 1


def python3(arguments: list[str]) -> int:
    """`-m venv` puts the environment of the tests at the path that the page uses."""
    assert arguments[:2] == ["-m", "venv"], arguments
    folder = Path(arguments[2], "bin")
    folder.mkdir(parents=True)
    python = shlex.quote(PLAN["python"])
    _script(folder / "python", f'[ "$2" = compileall ] && exit 0\nexec {python} "$@"')
    _script(folder / "celery", f'exec {python} -m celery "$@"')
    _script(folder / "pip", 'for last in "$@"; do :; done; grep -q -- "--hash=sha256" "$last"')
    return 0


def _script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def runuser(arguments: list[str]) -> int:
    """Run another user's command as the current user."""
    assert arguments[0] == "-u", arguments
    assert arguments[2] == "--", arguments
    return subprocess.run(arguments[3:], check=False).returncode


def install(arguments: list[str]) -> int:
    """Run the real program without owners, then replace the paths in the copied files."""
    kept: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument in ("-o", "-g"):
            next(rest)
        else:
            kept.append(argument)
    done = subprocess.run(["/usr/bin/install", *kept], check=False)
    if "-d" not in kept and done.returncode == 0:
        for path in _installed(kept):
            path.write_text(here(path.read_text(encoding="utf-8")), encoding="utf-8")
    return done.returncode


def _installed(arguments: list[str]) -> list[Path]:
    files = [argument for argument in arguments if not argument.startswith("-")][1:]  # after the mode
    if "-t" in arguments:
        return [Path(files[0], Path(file).name) for file in files[1:]]
    return [Path(files[-1])]


def nginx(arguments: list[str]) -> int:
    return subprocess.run([PLAN["nginx"], "-c", str(ROOT / "etc/nginx/nginx.conf"), *arguments], check=False).returncode


def is_nginx_up() -> bool:
    """Whether nginx is running; `nginx -t` leaves an empty pid file."""
    path = ROOT / "nginx.pid"
    return path.exists() and path.stat().st_size > 0


def systemctl(arguments: list[str]) -> int:
    verb, *names = [argument for argument in arguments if argument != "--now"]
    units = [name.removesuffix(".service") for name in names if not name.endswith((".target", ".timer"))]
    if verb == "daemon-reload":
        return 0
    if verb == "is-active":
        return 0 if all(_is_running(unit) for unit in units) else 3
    if units == ["nginx"] and verb == "reload":
        return nginx(["-s", "reload"]) if is_nginx_up() else nginx([])
    for unit in units:
        if verb in ("stop", "restart"):
            _stop(unit)
        if verb in ("start", "restart", "enable"):
            _start(unit)
    return 0


def _settings(unit: str) -> list[tuple[str, str]]:
    """The lines of a unit's file."""
    text = (ROOT / f"etc/systemd/system/{unit}.service").read_text(encoding="utf-8")
    return [
        (name, value)
        for name, _equals, value in (line.partition("=") for line in text.splitlines())
        if name and not name.startswith(("#", "["))
    ]


def _start(unit: str) -> None:
    if _is_running(unit):
        return
    environment = {name: os.environ[name] for name in ("PATH", "HOST_ROOT", "HOME") if name in os.environ}
    command, folder = [], "/"
    for name, value in _settings(unit):
        match name:
            case "Environment":
                environment.update(part.split("=", 1) for part in shlex.split(value))
            case "EnvironmentFile":
                lines = shlex.split(Path(value).read_text(encoding="utf-8"), comments=True)
                environment.update(line.split("=", 1) for line in lines)
            case "RuntimeDirectory":
                shutil.rmtree(ROOT / "run" / value, ignore_errors=True)
                (ROOT / "run" / value).mkdir(parents=True)
            case "WorkingDirectory":
                folder = value
            case "ExecStart":
                command = shlex.split(value)
    (ROOT / "journal").mkdir(exist_ok=True)
    with (ROOT / f"journal/{unit}").open("ab") as journal:
        process = subprocess.Popen(
            command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=journal, stderr=journal,
            start_new_session=True,
        )  # fmt: skip
    (ROOT / f"journal/{unit}.pid").write_text(str(process.pid), encoding="ascii")


def _stop(unit: str) -> None:
    """SIGTERM to the main process, as with KillMode=mixed, then SIGKILL to all."""
    pid = _pid(unit)
    seconds = next((float(value) for name, value in _settings(unit) if name == "TimeoutStopSec"), 90.0)
    if pid is None:
        return
    end = time.monotonic() + seconds
    if _lives(pid):
        os.kill(pid, signal.SIGTERM)
    while _lives(pid) and time.monotonic() < end:
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    (ROOT / f"journal/{unit}.pid").unlink()


def _pid(unit: str) -> int | None:
    path = ROOT / f"journal/{unit}.pid"
    return int(path.read_text(encoding="ascii")) if path.exists() else None


def _is_running(unit: str) -> bool:
    pid = _pid(unit)
    return pid is not None and _lives(pid)


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def main() -> int:
    name, arguments = Path(sys.argv[0]).name, sys.argv[1:]
    programs = {
        "apt-get": apt_get, "git": git, "python3": python3, "runuser": runuser, "install": install, "nginx": nginx,
        "systemctl": systemctl,
    }  # fmt: skip
    if name in programs:
        return programs[name](arguments)
    if name == "hostname":
        sys.stdout.write("localhost\n")
    # useradd, usermod
    return 0


if __name__ == "__main__":
    sys.exit(main())
