"""The process that sends the schedule: `python -m mordheim_site.serve.beat --schedule FILE`.

`celery beat` would load the whole site only to send names of tasks. This process loads just the settings, so it uses a
third of the memory and starts at once. It needs Redis.
"""

from __future__ import annotations

import argparse
import logging.config
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from mordheim_site.monitoring.logs import log_all
from mordheim_site.serve.broker import SiteCelery


def application() -> Celery:
    """A Celery application with the broker and the schedule, but without Django and the tasks."""
    from mordheim_site import settings

    app = SiteCelery("mordheim", fixups=[], set_as_current=False)
    app.config_from_object(settings, namespace="CELERY")
    return app


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m mordheim_site.serve.beat", description="Send the schedule.")
    parser.add_argument("--schedule", required=True, help="file with the time when each task was last sent")
    options = parser.parse_args(arguments)
    log_all()
    from mordheim_site import settings

    logging.config.dictConfig(settings.LOGGING)
    setup_logging.connect(_keep_our_logging, weak=False)
    application().Beat(schedule=options.schedule, quiet=True, loglevel="WARNING").run()


def _keep_our_logging(**_: Any) -> None:
    """Prevent Celery from replacing the log handlers, which it does unless this signal has a receiver."""


if __name__ == "__main__":
    main()
