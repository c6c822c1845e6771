"""The Celery application. Configuration lives in settings under CELERY_; the work itself is the Job ledger (jobs/)."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")

app = Celery("mordheim")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_configure.connect
def make_broker_folders(sender: Celery, **_: Any) -> None:
    """The filesystem broker does not make its own folders."""
    options = sender.conf.broker_transport_options or {}
    for key in ("data_folder_in", "data_folder_out", "control_folder"):
        if key in options:
            Path(options[key]).mkdir(parents=True, exist_ok=True)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Celery would replace Django's handlers; connecting this signal keeps them."""
