"""`manage.py serve`: the whole site with one command. Prepares the database, runs web and worker until Ctrl-C."""

import os
import socket
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections
from django.utils import timezone

from jobs import services as jobs
from mordheim_site import demo, environment
from mordheim_site.celery import app
from mordheim_site.checks import START_UP
from mordheim_site.isolation import isolated
from mordheim_site.serve import commands
from mordheim_site.serve.child import Child
from mordheim_site.serve.supervisor import Supervisor
from mordheim_site.static_files.collecting import collect_if_changed


class Command(BaseCommand):
    help = "Run the whole site: migrate, load the packs, start web and worker, print the address."
    requires_system_checks = [START_UP]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=int, default=None, help="default: PORT, or 8000")
        parser.add_argument("--threads", type=int, default=2, help="jobs the worker runs at a time")

    def handle(self, *args: Any, **options: Any) -> None:
        # Only the owner can read what the site and its child processes write to VAR_DIR (mail, jobs, the database).
        os.umask(0o077)
        host: str = options["host"]
        port: int = options["port"] or environment.whole_number("PORT", 8000, lowest=1, highest=65535)
        refuse_taken_port(host, port)
        self.make_ready()
        children = os.environ.copy()
        children.update(DJANGO_SETTINGS_MODULE="mordheim_site.settings", PYTHONPATH=str(commands.working_directory()))
        supervisor = Supervisor(
            [
                Child("web", commands.web(host=host, port=port), children),
                Child("worker", commands.worker(threads=options["threads"]), children),
            ]
        )
        supervisor.add_chore(reap, every=settings.JOB_REAP_SECONDS)
        for task, seconds in periodic_tasks():
            supervisor.add_chore(partial(send_task, task, seconds), every=seconds)
        supervisor.listen()
        shown = f"[{host}]" if ":" in host else host
        self.stdout.write(self.style.SUCCESS(f"Mordheim is at http://{shown}:{port}/"))
        self.stdout.write(f"Data is kept in {settings.VAR_DIR}. Ctrl-C ends everything.")
        self.stdout.flush()
        supervisor.run()

    def make_ready(self) -> None:
        """Migrate the database, collect static files, load the packs, and enqueue the demo league if the site is
        empty."""
        call_command("migrate", interactive=False, verbosity=0)
        collect_if_changed()
        if "load_packs" in get_commands():
            call_command("load_packs", verbosity=0)
        demo.request_demo()


def refuse_taken_port(host: str, port: int) -> None:
    """Raise CommandError if the port is taken. Otherwise the web process would fail and restart again and again."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} of {host} cannot be used ({error.strerror}). Set PORT to another."
            ) from error


def reap() -> None:
    """Send messages for jobs that no worker holds. Without Redis, the supervisor does this instead of Celery beat."""
    try:
        with isolated("serve.reap", "release_dead", atomic=False):
            jobs.release_dead(host=socket.gethostname())
        jobs.reap(now=timezone.now())
    finally:
        close_old_connections()


def periodic_tasks() -> list[tuple[str, float]]:
    """Names and intervals (seconds) of Celery's periodic tasks, except the reaper, which runs in the supervisor."""
    schedule = settings.CELERY_BEAT_SCHEDULE.values()
    return [(entry["task"], float(entry["schedule"])) for entry in schedule if entry["task"] != "jobs.reap"]


def send_task(task: str, seconds: float) -> None:
    """Send a periodic task to the worker. It expires if the worker has not started it within the interval."""
    app.send_task(task, expires=seconds)
