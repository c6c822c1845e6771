"""The supervisor alone, with trivial children: signals at any moment, and whose end it follows."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Sequence

import pytest

from tests_support.processes import ROOT, wait_until

PROGRAM = textwrap.dedent("""
    import os, sys
    from mordheim_site.serve.child import Child
    from mordheim_site.serve.supervisor import Supervisor
    supervisor = Supervisor([Child(name, ["sleep", "77"], dict(os.environ)) for name in ("web", "worker")])
    supervisor.listen()
    print("up", os.getpid(), flush=True)
    supervisor.run()
    print("ended by", supervisor.reason, flush=True)
""")
COMMAND = [sys.executable, "-c", PROGRAM]


def start(command: Sequence[str] = COMMAND) -> subprocess.Popen[str]:
    """The program, once it has reported that it is running."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("up")
    return process


def children_of(parent: int) -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(name))
    return found


def is_alive(number: int) -> bool:
    try:
        with open(f"/proc/{number}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_at_any_moment_ends_the_supervisor_and_its_children(sign: signal.Signals) -> None:
    moments = random.Random(sign)
    for _ in range(20):
        process = start()
        time.sleep(moments.choice([0, 0, 0.005, 0.02, 0.05, 0.2]))
        left = children_of(process.pid)
        process.send_signal(sign)
        text, _nothing = process.communicate(timeout=60)
        assert process.returncode == 0
        assert text.strip() == f"ended by {sign.name}"
        assert not any(is_alive(number) for number in left)


def test_the_supervisor_runs_until_a_signal() -> None:
    process = start()
    try:
        wait_until(lambda: len(children_of(process.pid)) == 2, seconds=60, what="two children")
        time.sleep(0.5)
        assert process.poll() is None
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0


def test_the_supervisor_outlives_the_shell_and_thread_that_started_it() -> None:
    """`./run &` in a script that continues, and a starter whose thread has ended, are not reasons to stop."""
    shell = subprocess.Popen(
        ["sh", "-c", '"$0" -c "$1" & wait_for=$!; sleep 0.5; exit 0', sys.executable, PROGRAM],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert shell.stdout is not None
    of_shell = int(shell.stdout.readline().split()[1])
    shell.wait(timeout=60)
    started: list[subprocess.Popen[str]] = []
    thread = threading.Thread(target=lambda: started.append(start()))
    thread.start()
    thread.join()
    time.sleep(0.5)
    try:
        assert is_alive(of_shell)
        assert started[0].poll() is None
    finally:
        os.kill(of_shell, signal.SIGTERM)
        started[0].terminate()
        assert started[0].wait(timeout=60) == 0


def test_nohup_is_respected() -> None:
    process = start(["nohup", *COMMAND])
    process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    assert process.poll() is None
    process.terminate()
    assert process.wait(timeout=60) == 0
