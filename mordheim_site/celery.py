"""The Celery application. Its configuration is in settings under CELERY_; the jobs themselves are in the job table
(jobs/)."""

import logging
import os
import sys
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init, setup_logging, worker_init

import mordheim_site.serve.file_broker  # noqa: F401  registers the scheme of its broker
from mordheim_site.monitoring import logs
from mordheim_site.serve.broker import SiteCelery
from mordheim_site.serve.settled import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")

if Path(sys.argv[0]).parts[-1] == "celery" or Path(sys.argv[0]).parts[-2:] == ("celery", "__main__.py"):
    # The worker: Celery reads the settings only after it has imported this module.
    logs.log_all()

app = SiteCelery("mordheim")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add("jobs.liveness:AliveFile")


@app.on_after_configure.connect
def make_broker_folders(sender: Celery, **_: Any) -> None:
    """Create the folders of the file-based broker, which does not create them itself."""
    options = sender.conf.broker_transport_options or {}
    for key in ("data_folder_in", "data_folder_out", "control_folder"):
        if key in options:
            Path(options[key]).mkdir(parents=True, exist_ok=True)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Keep Django's log handlers: connecting this signal stops Celery from replacing them."""


def _log_text(text: str, *_: Any) -> None:
    if text.strip():
        logging.getLogger(__name__).warning("%s", text.strip())


@celeryd_init.connect
@beat_init.connect
def log_all(**_: Any) -> None:
    """Write Python's warnings, and what a worker prints when it stops, to the log as JSON."""
    from celery.apps import worker

    logging.captureWarnings(True)
    worker.safe_say = _log_text


@worker_init.connect
def connect_without_a_pool(**_: Any) -> None:
    """Connect to PostgreSQL without Django's pool. Celery closes the pool of a process after each task, also while the
    threads of `jobs.network_threads` use it, whose mails and webhooks then fail and wait for the next try. A statement
    ends with an error if the server hangs."""
    from django.db import connections

    from mordheim_site.postgresql.statement_limit import WORKER_SECONDS, StatementLimit

    StatementLimit.seconds = WORKER_SECONDS
    for settings in connections.databases.values():
        settings.get("OPTIONS", {}).pop("pool", None)


@worker_init.connect
def load_before_forking(**_: Any) -> None:
    """Load everything that the processes of the worker need before they are forked, so that they share the memory."""
    from django.urls import get_resolver

    from catalogue.packs.installed import book

    book()
    assert get_resolver().url_patterns
    settle()
