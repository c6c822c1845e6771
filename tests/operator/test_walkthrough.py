"""An operator's walkthrough of a small server, installed by docs/operators/hosts.md: each part is stopped in turn, and
an upgrade is made as in docs/operators/upgrade.md while a battle is in progress."""

from __future__ import annotations

import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests_support import postgres, redis
from tests_support.host import UNITS, Host
from tests_support.processes import wait_until
from tests_support.visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.own_servers, pytest.mark.timeout(900)]


@pytest.fixture(autouse=True)
def _everything_runs(host: Host) -> Iterator[None]:
    """Each test leaves the host as it found it."""
    yield
    postgres.start_if_stopped(str(host.cluster))
    redis.start(host.root, host.redis_port)
    host.run("systemctl start mordheim-web mordheim-worker mordheim-beat")
    wait_until(lambda: state(host)["ready"], seconds=120, what="the site is ready again")


def state(host: Host) -> Any:
    """The response of /readyz; `ready` is false if nothing but nginx responds."""
    try:
        with urllib.request.urlopen(f"{host.url}/readyz", timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        text = error.read().decode()
        return json.loads(text) if text.startswith("{") else {"ready": False}
    except OSError:
        return {"ready": False}


def sign_up(host: Host, name: str) -> int:
    """Create an account through nginx. Returns the status after redirects."""
    password = "a-long-password-for-tests"
    visitor = Visitor(host.url)
    return visitor.submit("/accounts/signup/", username=name, password1=password, email=f"{name}@example.org").status


def mails(host: Host) -> str:
    """All mails that the site sent; without a mail server they are files."""
    folder = host.root / "var/lib/mordheim/mail"
    return "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*"))) if folder.exists() else ""


def test_a_visitor_signs_up_and_gets_a_mail_with_the_sites_address(host: Host) -> None:
    assert Visitor(host.url).get("/").status == 200
    assert sign_up(host, "otto") == 200
    wait_until(lambda: "otto@example.org" in mails(host), seconds=60, what="the mail is sent")
    assert re.search(rf"http://localhost:{host.port}/accounts/\S+", mails(host)), "a link to confirm the address"
    static = re.search(r'href="(/static/[^"]+\.css)"', Visitor(host.url).get("/").text)
    assert static is not None
    assert "immutable" in Visitor(host.url).get(static[1]).headers["cache-control"]


def test_a_management_command_logs_json_too(host: Host) -> None:
    code = 'import logging; logging.getLogger("audit").warning("two\\nlines")'
    written = host.run(f"mordheim shell --no-imports -c '{code}' 2>&1 >/dev/null | grep -v '^+'")
    (line,) = written.splitlines()
    assert json.loads(line)["message"] == "two\nlines"


def test_monitoring_reads_web_and_worker_with_the_token(host: Host) -> None:
    def read(port: int, token: str) -> str:
        headers = {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return str(answer.read().decode())

    token = host.setting("METRICS_TOKEN")
    assert "mordheim_worker_heartbeat_age_seconds" in read(host.web_port, token)
    wait_until(lambda: "mordheim_job_runs_total" in read(host.metrics_port, token), seconds=60, what="jobs are counted")
    for port in (host.web_port, host.metrics_port):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            read(port, "wrong")
    assert Visitor(host.url).get("/metrics", Authorization=f"Bearer {token}").status == 404


def test_the_page_gives_the_host_a_key_for_push_notifications(host: Host) -> None:
    lines = (host.root / "etc/mordheim/environment").read_text(encoding="utf-8").splitlines()
    [key] = [line.removeprefix("PUSH_KEY=") for line in lines if line.startswith("PUSH_KEY=")]
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", key)
    public = host.run(
        "mordheim shell --no-imports -c 'from campaigns.notices import push; print(push.public_key())'"
    ).splitlines()[-1]
    assert re.fullmatch(r"[A-Za-z0-9_-]{87}", public), "the uncompressed point that browsers ask for"


def test_without_a_worker_pages_work_and_mails_wait(host: Host) -> None:
    host.run("systemctl stop mordheim-worker mordheim-beat")
    assert sign_up(host, "hanna") == 200
    assert state(host)["database"] is True
    assert "hanna@example.org" not in mails(host)
    host.run("systemctl start mordheim-worker mordheim-beat")
    wait_until(lambda: "hanna@example.org" in mails(host), seconds=120, what="the mail is sent")


def test_without_redis_pages_and_commands_work(host: Host) -> None:
    visitor = Visitor(host.url)
    redis.stop(host.redis_port)
    assert sign_up(host, "ulrich") == 200
    battle = visitor.post("/play/now/", visitor.get("/play/"))
    assert battle.status == 200, battle.text[:1000]
    assert "/battles/" in battle.url
    answer = state(host)
    assert (answer["ready"], answer["broker"], answer["database"]) == (False, False, True)
    redis.start(host.root, host.redis_port)
    wait_until(lambda: state(host)["broker"], seconds=30, what="the broker responds")
    wait_until(lambda: "ulrich@example.org" in mails(host), seconds=120, what="the job that waited is carried out")


def test_without_postgresql_people_and_programs_are_told_so(host: Host) -> None:
    postgres.stop(str(host.cluster))
    page = Visitor(host.url).get("/campaigns/")
    assert page.status == 503
    assert "The database is not available" in page.text
    assert page.headers["retry-after"]
    programs = Visitor(host.url).get("/api/v1/campaigns/")
    assert (programs.status, json.loads(programs.text)["code"]) == (503, "database_unavailable")
    assert state(host)["database"] is False
    postgres.start(str(host.cluster))
    wait_until(lambda: Visitor(host.url).get("/campaigns/").status == 200, seconds=30, what="pages work again")


def test_without_a_web_process_nginx_shows_the_maintenance_page(host: Host) -> None:
    host.run("systemctl stop mordheim-web")
    page = Visitor(host.url).get("/campaigns/")
    assert page.status == 503
    assert "<h1>Back in a moment</h1>" in page.text
    programs = Visitor(host.url).get("/api/v1/campaigns/")
    assert (programs.status, json.loads(programs.text)["code"]) == (503, "maintenance")


def test_slow_clients_are_disconnected(host: Host) -> None:
    """nginx waits ten seconds for a header; in this test one second."""
    slow = [socket.create_connection(("127.0.0.1", host.port), timeout=60) for _ in range(100)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    assert Visitor(host.url).get("/healthz").status == 200
    for connection in slow:
        with connection:
            try:
                assert connection.recv(100) == b""
            except ConnectionResetError:
                continue


def test_an_upgrade_keeps_a_battle_in_progress(host: Host) -> None:
    visitor = Visitor(host.url)
    battle = visitor.post("/play/now/", visitor.get("/play/"))
    path = re.sub(r"^https?://[^/]+", "", battle.url)
    before = {unit: host.pid(unit) for unit in UNITS}
    reconciled = host.follow("upgrade.md")[-1]
    assert "every ledger agrees" in reconciled
    assert all(host.pid(unit) != before[unit] for unit in UNITS)
    assert Path(host.root, "var/lib/mordheim/backups/before-upgrade.backup").stat().st_mode & 0o077 == 0
    again = visitor.get(path)
    assert again.status == 200
    assert again.url == battle.url


def test_staff_sign_in_with_the_password_that_the_page_shows(host: Host) -> None:
    shown = re.search(r"^Password of admin: (\S+)$", (host.root / "installed.txt").read_text("utf-8"), re.MULTILINE)
    assert shown is not None
    visitor = Visitor(host.url)
    visitor.submit("/accounts/login/", login="admin", password=shown[1])
    assert visitor.get("/admin/").status == 200


def test_every_process_writes_one_json_object_per_line(host: Host) -> None:
    for unit in UNITS:
        lines = host.journal(unit)
        if unit == "mordheim-web":
            assert lines, "the web processes say that they have started"
        for line in lines:
            assert {"at", "level", "logger", "message"} <= json.loads(line).keys(), (unit, line)
    access = (host.root / "var/log/nginx/mordheim.log").read_text(encoding="utf-8").splitlines()
    assert access
    assert all({"at", "status", "path", "address", "request_id"} <= json.loads(line).keys() for line in access)
