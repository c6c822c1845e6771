"""Data export as one ZIP file. A job writes it, and it is stored for a day outside of the served folders."""

from __future__ import annotations

import os
import zipfile
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.audit import services as audit_services
from accounts.data_export import registry
from accounts.models import AuditEvent, User
from jobs import services
from jobs.models import Job, JobState
from jobs.registry import job
from jobs.steps import Json, StepResult, finished
from mordheim_site.isolation import isolated
from mordheim_site.public_ids import new_public_id
from mordheim_site.refusals import Refusal

KIND: Final = "account.bundle"
KEPT: Final = timedelta(days=1)
FRESH: Final = timedelta(minutes=5)
"""A file younger than this is returned instead of creating a new one."""
LEASE_SECONDS: Final = 900


class NoExport(Refusal):
    """No export was requested, it is still being written, or it has expired."""

    code = "no_bundle"
    message = gettext_lazy("You have no export to download. Request one; it is available for a day.")
    status = 404


@dataclass(frozen=True, slots=True)
class ExportFile:
    """The last export that a user requested. `size` (bytes) and `until` are set only while it is available."""

    job: Job
    state: str
    """A state of the job, or "gone" once the file was removed."""
    size: int = 0
    until: datetime | None = None

    @property
    def is_ready(self) -> bool:
        return self.state == JobState.DONE


def folder() -> Path:
    """A folder that is not served; readable only by the site's own system account."""
    place: Path = settings.VAR_DIR / "bundles"
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def file_of(row: Job) -> Path:
    """Path of the export file of this job, whether it exists or not."""
    return folder() / f"{row.public_id}.zip"


@transaction.atomic
def request_export(*, user_id: int, now: datetime) -> Job:
    """Request an export. Only one is written at a time, and a very recent one is reused; older ones are removed."""
    user = User.objects.select_for_update().get(pk=user_id)
    last = bundle_of(user_id=user_id, now=now)
    if last is not None and last.state in (JobState.QUEUED, JobState.RUNNING):
        return last.job
    if last is not None and last.until is not None and last.until - KEPT + FRESH > now:
        return last.job
    for row in Job.objects.filter(owner=user, kind=KIND):
        file_of(row).unlink(missing_ok=True)
    audit_services.record(AuditEvent.EXPORT, user=user)
    return services.enqueue(
        kind=KIND,
        key=f"{user.public_id}:{new_public_id()}",
        owner_id=user_id,
        title=_("Data export"),
        back_url=reverse("jobs:bundle"),
    )


def bundle_of(*, user_id: int, now: datetime) -> ExportFile | None:
    """The last export this user requested; None without any. One query."""
    row = Job.objects.filter(owner_id=user_id, kind=KIND).order_by("-pk").first()
    if row is None or row.state != JobState.DONE:
        return ExportFile(row, row.state) if row is not None else None
    path, until = file_of(row), (row.finished_at or row.created_at) + KEPT
    if now >= until or not path.exists():
        return ExportFile(row, "gone")
    return ExportFile(row, row.state, path.stat().st_size, until)


def content_of(*, user_id: int, now: datetime) -> bytes:
    """The bytes of the export. Raises NoExport."""
    found = bundle_of(user_id=user_id, now=now)
    if found is None or not found.is_ready:
        raise NoExport
    try:
        return file_of(found.job).read_bytes()
    except FileNotFoundError as gone:
        raise NoExport from gone


def sweep(*, now: datetime) -> int:
    """Remove expired and unfinished files. Returns how many."""
    ended = 0
    for path in folder().iterdir():
        with isolated("jobs.sweep_bundles", path.name, atomic=False):
            if now.timestamp() - path.stat().st_mtime > KEPT.total_seconds():
                path.unlink(missing_ok=True)
                ended += 1
    return ended


def write(row: Job, payload: dict[str, Any], cursor: Json) -> int:
    """Collect the data and write the file. Only reads the database, so it can run again. Returns the number of files in
    the export."""
    user = User.objects.get(jobs=row)
    target = file_of(row)
    unfinished = target.with_suffix(".unfinished")
    unfinished.unlink(missing_ok=True)
    number = 0
    handle = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    with os.fdopen(handle, "w+b") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in registry.files_of(user):
            archive.writestr(file.path, file.content)
            number += 1
    os.replace(unfinished, target)
    return number


@job(KIND, prepare=write, lease_seconds=LEASE_SECONDS, max_attempts=3)
def report_files(row: Job, payload: dict[str, Any], cursor: Json, number: int) -> StepResult:
    """Report how many files the export contains."""
    text = ngettext("It contains %(n)d file.", "It contains %(n)d files.", number) % {"n": number}
    return finished({"files": number}, sentence=text)


def delete_user_data(user: User, now: datetime) -> None:
    """Remove the exports of a deleted account, and detach its other jobs from the user."""
    for row in Job.objects.filter(owner=user, kind=KIND):
        file_of(row).unlink(missing_ok=True)
    Job.objects.filter(owner=user).update(owner=None)
