"""The Celery application. Its configuration is in settings under CELERY_; the jobs themselves are in the job table
(jobs/)."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import setup_logging

import mordheim_site.serve.file_broker  # noqa: F401  registers the scheme of its broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")

app = Celery("mordheim")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_configure.connect
def make_broker_folders(sender: Celery, **_: Any) -> None:
    """Create the folders of the file broker, which does not create them itself."""
    options = sender.conf.broker_transport_options or {}
    for key in ("data_folder_in", "data_folder_out", "control_folder"):
        if key in options:
            Path(options[key]).mkdir(parents=True, exist_ok=True)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Keep Django's log handlers: connecting this signal stops Celery from replacing them."""
