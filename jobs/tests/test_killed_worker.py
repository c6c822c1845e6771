"""A real worker is killed (kill -9) at random moments with a real broker: nothing is lost or done twice."""

import json
import os
import subprocess
import sys
import tempfile

import pytest

from tests_support.prepared import copy_database, copy_packs
from tests_support.processes import ROOT

MAKE = """
from jobs import services
job = services.enqueue(kind="test.count", key="killed", payload={"to": 120, "pause": 0.15})
print(job.public_id)
"""
COUNT = """
from jobs.models import Job
print(Job.objects.get(kind="test.count").result, Job.objects.filter(kind="test.counted").count())
"""


def run_python(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_job_survives_workers_killed_at_random_moments() -> None:
    with tempfile.TemporaryDirectory() as folder:
        inherited = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
        environment = {
            **inherited,
            "VAR_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "tests_support.counting_settings",
            "JOB_LEASE_SECONDS": "1",
            "LOG_LEVEL": "ERROR",
        }
        copy_database(folder)
        copy_packs(folder)
        # The tables of the counting app.
        run_python(environment, "manage.py", "migrate", "-v0")
        public_id = run_python(environment, "manage.py", "shell", "--no-imports", "-c", MAKE)
        seen = json.loads(run_python(environment, "tools/kill_worker.py", "--times", "3", "--seed", "7", public_id))
        # The steps take longer than three workers live, so all three kills interrupt them.
        assert seen["kills"] == 3
        assert seen["states"] == {public_id: "done"}
        assert run_python(environment, "manage.py", "shell", "--no-imports", "-c", COUNT) == "{'counted': 120} 120"
