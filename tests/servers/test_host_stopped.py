"""A host for tests and measurements leaves no server behind when its program is ended by a signal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support.host import missing_programs
from tests_support.processes import ROOT, listens, wait_until, with_variable

pytestmark = [pytest.mark.slow, pytest.mark.own_servers]
SCRIPT = """
import json
from tests_support.host import empty_host
from tests_support.processes import clean_exit_on_signals

with clean_exit_on_signals(), empty_host() as host:
    unit = host.root / "etc/systemd/system/mordheim-web.service"
    unit.write_text("[Service]\\nExecStart=sleep 600\\n", encoding="utf-8")
    host.run("systemctl start mordheim-web")
    print(json.dumps([str(host.root), str(host.cluster), host.redis_port]), flush=True)
    host.run("sleep 601; true")
"""


@pytest.mark.skipif(bool(missing_programs()), reason="needs PostgreSQL, Redis and nginx")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_host_ended_by_a_signal_stops_its_servers(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", SCRIPT], cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        root, cluster, port = json.loads(program.stdout.readline())
        # The service, bash and the command in it.
        wait_until(lambda: len(with_variable("HOST_ROOT", root)) >= 3, seconds=10, what="the command is running")
        assert listens(port)
        program.send_signal(number)
        assert program.wait(timeout=30) == 128 + number
    assert with_variable("HOST_ROOT", root) == []
    assert not listens(port)
    assert not Path(root).exists()
    assert not Path(cluster).exists()


def test_the_load_test_stops_its_servers_too() -> None:
    for name in ("tools/load/__main__.py", "tools/memory.py"):
        assert "with clean_exit_on_signals(), empty_host(" in Path(ROOT, name).read_text(encoding="utf-8"), name
