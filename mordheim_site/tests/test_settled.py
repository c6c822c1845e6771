"""A process that has loaded everything returns free memory and hides the rest from the garbage collector."""

from __future__ import annotations

import json
import subprocess
import sys

from tests_support.processes import ROOT

SCRIPT = """
import gc, json
from mordheim_site.serve.settled import settle

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

kept = [object() for _ in range(1000)]
blocks = [bytes(1000) for _ in range(200_000)]
last = bytes(1000)
del blocks
before = resident()
settle()
print(json.dumps([before - resident(), gc.get_freeze_count(), gc.get_threshold()[0]]))
"""


def test_a_settled_process_is_smaller_and_its_objects_are_frozen() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, timeout=100, check=True
    )
    returned, frozen, threshold = json.loads(done.stdout)
    assert returned > 1e6
    assert frozen > 1000
    assert threshold == 20_000
