"""Jobs of the project: creating the demo league at the first start."""

import subprocess
import sys
from typing import Any

from django.conf import settings

from jobs.models import Job
from jobs.registry import job
from jobs.steps import Json, StepResult, finished
from mordheim_site import demo
from mordheim_site.serve.commands import working_directory

LONGEST_SECONDS = 1800


def play_demo(job: Job, payload: dict[str, Any], cursor: Json) -> str:
    """Run the demo command in a process of its own, so that a long season holds no lock. If it runs twice after a
    crash, it finds the league that it created, because the seed and the names are the same."""
    command = [sys.executable, "manage.py", *settings.DEMO_COMMAND]
    done = subprocess.run(
        command, cwd=working_directory(), capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout


@job(demo.KIND, prepare=play_demo, lease_seconds=LONGEST_SECONDS + 60, max_attempts=2)
def record_demo(job: Job, payload: dict[str, Any], cursor: Json, printed: str) -> StepResult:
    """Record the output of the command."""
    return finished({"printed": printed[-4000:]})
