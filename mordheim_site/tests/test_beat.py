"""The process that sends the schedule sends the tasks of the site's workers, without loading the site."""

import subprocess
import sys

from mordheim_site import settings
from mordheim_site.celery import app
from mordheim_site.serve import beat
from tests_support.processes import ROOT


def test_every_scheduled_task_exists_and_goes_to_the_workers_queue() -> None:
    light = beat.application()
    app.loader.import_default_modules()
    assert light.conf.beat_schedule == app.conf.beat_schedule
    assert {entry["task"] for entry in light.conf.beat_schedule.values()} <= set(app.tasks)
    assert light.conf.task_default_queue == app.conf.task_default_queue
    assert light.conf.broker_url == settings.CELERY_BROKER_URL


LOADED = "import sys; from mordheim_site.serve import beat; beat.application().conf.beat_schedule; print(*sys.modules)"


def test_the_scheduler_does_not_load_the_site() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "mordheim_site.settings" in loaded
    assert loaded.isdisjoint({"accounts.models", "battles.engine", "django.db.models", "rest_framework"})
