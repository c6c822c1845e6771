"""docker-compose.yml: every documented setting is passed on, and every service has limits and a health check."""

import os
import re
import socket
import subprocess
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FIXED = {"VAR_DIR", "HOST", "PORT", "STATIC_ROOT"}
"""Settings whose value the image determines."""
REQUIRED = ("SECRET_KEY", "POSTGRES_PASSWORD", "ALLOWED_HOSTS", "SITE_URL")


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))


def documented() -> set[str]:
    """The names in the table of settings."""
    page = (ROOT / "docs/operators/deploy.md").read_text(encoding="utf-8")
    table = page.split("## Settings")[1].split("\n## ")[0]
    first_cells = re.findall(r"^\| ([^|]*) \|", table, flags=re.MULTILINE)
    return set(re.findall(r"`([A-Z_]+)`", " ".join(first_cells)))


def test_every_documented_setting_reaches_the_site(compose: Any) -> None:
    services = compose["services"]
    passed = {*services["web"]["environment"], *services["worker"]["environment"]}
    assert documented() - FIXED - passed == set()
    assert passed - documented() == set(), "a setting that nobody explains"


def test_every_setting_that_the_site_reads_is_documented() -> None:
    text = "".join(
        (ROOT / "mordheim_site" / name).read_text("utf-8")
        for name in ("settings.py", "api/settings.py", "environment.py")
    )
    readers = r"env\.\w+|environ\.get|flag|whole_number|rate|rate_text|words|networks"
    read = set(re.findall(rf'(?:{readers})\(\s*"([A-Z_]+)"', text))
    assert len(read) > 35
    assert read - documented() == set()


@pytest.mark.parametrize("name", REQUIRED)
def test_compose_refuses_to_start_without_a_required_setting(name: str) -> None:
    assert f"${{{name}:?" in (ROOT / "docker-compose.yml").read_text(encoding="utf-8")


def test_every_service_is_watched_limited_and_its_log_rotated(compose: Any) -> None:
    for name, service in compose["services"].items():
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["logging"]["options"]["max-size"], name
        if name not in ("migrate", "backup"):
            assert service["healthcheck"]["test"], name
        if name != "migrate":
            assert service["mem_limit"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["init"], name
        assert {"SYS_ADMIN", "NET_ADMIN", "SYS_PTRACE"}.isdisjoint(service.get("cap_add", [])), name
        if service.get("image") == "mordheim-site":
            assert service["read_only"], name


@pytest.mark.parametrize(("status", "is_healthy"), [("200 OK", True), ("503 Service Unavailable", False)])
def test_a_health_check_of_web_starts_no_python(compose: Any, status: str, is_healthy: bool) -> None:
    """It would take a tenth of a second of the processor every ten seconds."""
    command = compose["services"]["web"]["healthcheck"]["test"][1:]
    assert "python" not in " ".join(command)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _address = server.accept()
            with connection:
                connection.recv(200)
                connection.sendall(f"HTTP/1.1 {status}\r\n\r\n".encode())

        threading.Thread(target=answer, daemon=True).start()
        port = str(server.getsockname()[1])
        here = [part.replace("8000", port).replace("$$", "$") for part in command]
        assert (subprocess.run(here, timeout=30, check=False).returncode == 0) is is_healthy


def test_a_health_check_of_a_worker_looks_at_the_age_of_its_file(compose: Any, tmp_path: Path) -> None:
    worker = compose["services"]["worker"]
    alive = tmp_path / "alive"
    shown = worker["environment"]["ALIVE_FILE"]
    command = worker["healthcheck"]["test"][1].replace("$$", "$").replace(shown, str(alive))
    assert subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode
    alive.touch()
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    os.utime(alive, (0, 0))
    assert subprocess.run(["sh", "-c", command], check=False).returncode


def test_nginx_sees_static_files_and_uploads_only(compose: Any) -> None:
    volumes = [volume for volume in compose["services"]["nginx"]["volumes"] if not volume.startswith("./deploy/")]
    assert volumes == ["static:/srv/static:ro", "media:/srv/var/media:ro"]


def test_a_web_process_has_time_to_finish(compose: Any) -> None:
    given = re.search(r'"--grace", "(\d+)"', (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert given is not None
    assert int(compose["services"]["web"]["stop_grace_period"].rstrip("s")) > int(given[1])


def test_tests_stay_out_of_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert {"**/tests", "tests_support", "conftest.py", "tools", "node_modules", ".env"} <= set(ignored)


def test_redis_has_a_limit_below_that_of_its_container(compose: Any) -> None:
    service = compose["services"]["redis"]
    command = service["command"]
    most = {name: value for name, value in pairwise(command) if name.startswith("--")}
    assert most["--maxmemory-policy"] == "volatile-lru", "messages of jobs, which never expire, are not dropped"
    assert int(most["--maxmemory"].removesuffix("mb")) < int(service["mem_limit"].removesuffix("m"))


def test_backups_with_rotation_are_a_profile(compose: Any) -> None:
    service = compose["services"]["backup"]
    assert service["profiles"] == ["backup"]
    assert "manage.py backup --keep ${BACKUPS_KEPT:-14}" in service["command"][-1]
    assert "BACKUPS_KEPT" in (ROOT / "docs/operators/deploy.md").read_text(encoding="utf-8")
