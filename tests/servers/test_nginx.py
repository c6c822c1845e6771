"""The shipped nginx.conf: the visitor's address behind another proxy, and the page shown while no web process runs."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.servers.test_production import nginx_config, nginx_program
from tests_support.processes import ROOT, end_group, free_port, listens, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.own_servers]


class Echo(BaseHTTPRequestHandler):
    """A web process that responds with the address it is given."""

    def do_GET(self) -> None:
        body = json.dumps({"forwarded": self.headers["X-Forwarded-For"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextlib.contextmanager
def nginx(folder: Path, *, node: int, proxies: str = "") -> Iterator[int]:
    """nginx in front of one web process: its port."""
    program, port = nginx_program(), free_port()
    if program is None:
        pytest.skip("nginx is not installed")
    text = nginx_config(port=port, nodes=[node], static=folder, folder=folder)
    shared = Path(ROOT, "deploy/nginx/http.conf").read_text(encoding="utf-8")
    (folder / "proxies.conf").write_text(proxies, encoding="utf-8")
    text = re.sub(r"include \S+proxies.conf;", f"include {folder}/proxies.conf;", text)
    # Long enough to be seen, short enough for a test.
    shared = shared.replace("client_header_timeout 10s", "client_header_timeout 1s")
    (folder / "http.conf").write_text(shared, encoding="utf-8")
    text = re.sub(r"include \S+http.conf;", f"include {folder}/http.conf;", text)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    step_down = "user root;" if os.geteuid() == 0 else ""
    command = [program, "-c", str(folder / "nginx.conf"), "-g", f"daemon off; {step_down}"]
    process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: listens(port), seconds=60, what="nginx listens")
        yield port
    finally:
        end_group(process)


def get(port: int, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), dict(error.headers)


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [("", "127.0.0.1"), ("set_real_ip_from 127.0.0.1;", "203.0.113.7"), ("set_real_ip_from 10.0.0.5;", "127.0.0.1")],
    ids=["no proxy in front", "a known proxy in front", "another proxy is believed"],
)
def test_only_a_known_proxy_is_believed_about_the_visitors_address(tmp_path: Path, proxies: str, seen: str) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with nginx(tmp_path, node=server.server_port, proxies=proxies) as port:
            status, body, _ = get(port, "/", **{"X-Forwarded-For": "198.51.100.9, 203.0.113.7"})
            assert (status, json.loads(body)) == (200, {"forwarded": seen})
            access = tmp_path / "access.log"
            wait_until(lambda: access.read_text() != "", seconds=60, what="nginx writes its log")
            log = json.loads(access.read_text().splitlines()[-1])
            assert (log["address"], log["status"], log["path"]) == (seen, 200, "/")
    finally:
        server.shutdown()


def test_while_no_web_process_runs_people_and_programs_are_told_so(tmp_path: Path) -> None:
    with nginx(tmp_path, node=free_port()) as port:
        status, page, headers = get(port, "/campaigns/")
        assert status == 503
        assert "<h1>Back in a moment</h1>" in page
        assert headers["Retry-After"] == "20"
        assert headers["Cache-Control"] == "no-store"
        status, body, headers = get(port, "/api/v1/campaigns/")
        assert (status, headers["Content-Type"]) == (503, "application/json")
        assert json.loads(body)["code"] == "maintenance"


def test_curl_retries_until_a_web_process_responds(tmp_path: Path) -> None:
    """`Retry-After` says how long curl waits: two seconds for /readyz."""
    node = free_port()
    with nginx(tmp_path, node=node) as port:
        assert get(port, "/readyz")[2]["Retry-After"] == "2"
        curl = subprocess.Popen(
            ["curl", "--fail", "--silent", "--retry", "10", f"http://127.0.0.1:{port}/readyz"], stdout=subprocess.PIPE
        )
        access = tmp_path / "access.log"
        wait_until(lambda: access.read_text().count("/readyz") == 2, seconds=60, what="curl asked once")
        server = ThreadingHTTPServer(("127.0.0.1", node), Echo)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            body, _ = curl.communicate(timeout=60)
        finally:
            server.shutdown()
        assert (curl.returncode, json.loads(body)) == (0, {"forwarded": "127.0.0.1"})


def test_each_line_of_the_error_log_is_json_and_written_at_once() -> None:
    lines = ['2026/11/26 14:13:44 [error] 12#12: *5 "GET /a\\b\tc" failed', "a line of another form"]
    process = subprocess.Popen(
        ["sed", "-u", "-E", "-f", f"{ROOT}/deploy/nginx/errors.sed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, bufsize=1,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    found = []
    for line in lines:
        process.stdin.write(f"{line}\n")
        # Read it before the next line is written: nothing may be held back.
        found.append(json.loads(process.stdout.readline()))
    process.stdin.close()
    process.wait(timeout=10)
    process.stdout.close()
    assert found[0] == {
        "at": "2026-11-26T14:13:44", "level": "error", "logger": "nginx.error",
        "message": '12#12: *5 "GET /a\\b\tc" failed',
    }  # fmt: skip
    assert found[1]["message"] == lines[1]


def test_a_client_that_sends_its_header_slowly_is_disconnected(tmp_path: Path) -> None:
    with nginx(tmp_path, node=free_port()) as port:
        slow = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(30)]
        for connection in slow:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        status, _page, _headers = get(port, "/healthz")
        assert status == 503, "others are served meanwhile"
        for connection in slow:
            with contextlib.suppress(ConnectionResetError), connection:
                assert connection.recv(100) == b""


def test_one_address_has_a_limited_number_of_requests_at_a_time(tmp_path: Path) -> None:
    """Further requests of the address get 429. The web process behind nginx is busy for a while."""
    release, waiting = threading.Event(), threading.Semaphore(0)

    class Busy(Echo):
        def do_GET(self) -> None:
            waiting.release()
            release.wait(timeout=60)
            super().do_GET()

    class Server(ThreadingHTTPServer):
        request_queue_size = 256

    server = Server(("127.0.0.1", 0), Busy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with nginx(tmp_path, node=server.server_port) as port, contextlib.ExitStack() as stack:
            for _ in range(100):
                connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
                connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert waiting.acquire(timeout=20)
            assert get(port, "/")[0] == 429
            release.set()
            wait_until(lambda: get(port, "/")[0] == 200, seconds=20, what="another request is served")
    finally:
        release.set()
        server.shutdown()
