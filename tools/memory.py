"""Measures memory and start time of the production setup: `python -m tools.memory`. It follows docs/operators/hosts.md
in temporary folders (two web processes, two worker processes, schedule, PostgreSQL, Redis, nginx), restarts the
services with everything warm, and measures every process after the start, and after 200 requests and the jobs of twenty
battles with a bot. In PSS, memory that is shared by n processes counts as 1/n for each."""

from __future__ import annotations

import argparse
import json
import re
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

from tests_support.host import UNITS, Host, empty_host
from tests_support.processes import clean_exit_on_signals, wait_until

PAGES = (
    "/", "/campaigns/", "/rules/", "/odds/", "/tables/", "/help/", "/catalogue/", "/catalogue/warriors/", "/changes/",
    "/accounts/login/", "/accounts/signup/", "/api/v1/campaigns/", "/play/",
)  # fmt: skip


def processes(host: Host) -> dict[str, list[int]]:
    """Each unit's process ids, its main process first."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    found = {}
    for unit in UNITS:
        main = host.pid(unit)
        found[unit] = [main, *sorted(pid for pid, parent in parents.items() if parent == main)]
    return found


def memory_of(pid: int) -> tuple[float, float]:
    """PSS and RSS in MB (10^6 bytes)."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    pss, rss = (int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[1]) for name in ("Pss", "Rss"))  # type: ignore[index]
    return pss * 1024 / 1e6, rss * 1024 / 1e6


def show(host: Host, when: str) -> None:
    for unit, pids in processes(host).items():
        measured = [memory_of(pid) for pid in pids]
        each = ", ".join(f"{pss:.0f} ({rss:.0f})" for pss, rss in measured)
        print(f"{when} | {unit} | {each} | {sum(pss for pss, _rss in measured):.0f}")


def ready(host: Host) -> bool:
    try:
        with urllib.request.urlopen(f"{host.url}/readyz", timeout=5) as answer:
            return bool(json.load(answer)["ready"])
    except (urllib.error.URLError, OSError):
        return False


def start(host: Host) -> tuple[float, float]:
    """Stop all services and start them. Returns the seconds until /healthz and until /readyz respond, without a stored
    heartbeat."""
    host.run("systemctl stop mordheim-web mordheim-worker mordheim-beat")
    host.run("mordheim shell --no-imports -c 'from jobs.models import Heartbeat; Heartbeat.objects.all().delete()'")
    began = time.monotonic()
    host.run("systemctl start mordheim-web mordheim-worker mordheim-beat")
    wait_until(lambda: answers(host), seconds=200, what="/healthz")
    up = time.monotonic() - began
    wait_until(lambda: ready(host), seconds=200, what="/readyz")
    return up, time.monotonic() - began


def answers(host: Host) -> bool:
    try:
        with urllib.request.urlopen(f"{host.url}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def visit(host: Host, *, requests: int) -> None:
    """Request pages as several visitors, and for every tenth request a battle with a bot."""
    statuses: dict[int, int] = {}
    visitors = [urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())) for _ in range(10)]
    for number in range(requests):
        visitor = visitors[number % len(visitors)]
        path = PAGES[number % len(PAGES)]
        if number % 10 == 9:
            page = visitor.open(f"{host.url}/play/", timeout=60).read().decode()
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            data = f"csrfmiddlewaretoken={token[1]}".encode() if token else b""
            path, body = "/play/now/", data
        else:
            body = None
        try:
            status = visitor.open(f"{host.url}{path}", data=body, timeout=120).status
        except urllib.error.HTTPError as error:
            status = error.code
        statuses[status] = statuses.get(status, 0) + 1
    print(f"responses by status: {statuses}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=200)
    options = parser.parse_args()
    with clean_exit_on_signals(), empty_host() as host:
        host.follow("hosts.md")
        up, everything = start(host)
        print(f"first response after {up:.1f} s, ready after {everything:.1f} s")
        print("when | unit | PSS (RSS) of each process in MB | PSS of all")
        show(host, "after the start")
        visit(host, requests=options.requests)
        time.sleep(10)
        show(host, f"after {options.requests} requests")


if __name__ == "__main__":
    main()
