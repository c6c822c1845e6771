"""Sends problem reports to the staff, and deletes old ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.translation import ngettext

from accounts.dashboard.lines import DashboardLine
from accounts.data_export.registry import File, as_json
from accounts.models import ProblemReport, User
from mordheim_site.version import version

KEPT: Final = timedelta(days=365)
"""Time for which a report is kept after staff have finished it."""
SAME_REPORT: Final = timedelta(hours=1)
"""The same text about the same page within this time counts as one report."""
LONGEST_PAGE: Final = 300


@transaction.atomic
def send(*, user_id: int, text: str, page: str, browser: str, at: datetime) -> ProblemReport:
    """Store a report for the staff. A report that is sent twice within an hour is stored once. `page` is an address of
    this site. Its query string is dropped, because it may contain the key of a shared roster."""
    user = User.objects.select_for_update().get(pk=user_id)
    path = page.partition("?")[0].partition("#")[0][:LONGEST_PAGE]
    known = ProblemReport.objects.filter(user=user, page=path, text=text, at__gt=at - SAME_REPORT).first()
    return known or ProblemReport.objects.create(
        user=user, page=path, text=text, browser=browser[:200], version=version(), at=at
    )


def reports_to_read(user: User) -> Iterator[DashboardLine]:
    """The dashboard line of staff who can read reports; no query for anyone else."""
    if not user.is_staff or not user.has_perm("accounts.view_problemreport"):
        return
    waiting = list(ProblemReport.objects.filter(done_at=None).order_by("at").values_list("at", flat=True)[:100])
    if waiting:
        words = ngettext("%(n)d problem report to read.", "%(n)d problem reports to read.", len(waiting))
        url = f"{reverse('admin:accounts_problemreport_changelist')}?done_at__isempty=1"
        yield DashboardLine(
            waiting[0], words % {"n": len(waiting)}, ngettext("Read it", "Read them", len(waiting)), url
        )


def finish(reports: Iterable[ProblemReport], *, at: datetime) -> int:
    """Mark reports as done. Returns how many were open."""
    open_ones = [report.pk for report in reports if report.done_at is None]
    return ProblemReport.objects.filter(pk__in=open_ones, done_at=None).update(done_at=at)


def sweep(*, now: datetime) -> int:
    """Delete reports that were finished more than KEPT ago. Returns the number of deleted reports."""
    deleted, _each = ProblemReport.objects.filter(done_at__lt=now - KEPT).delete()
    return deleted


def delete_user_data(user: User, now: datetime) -> None:
    """Delete the reports of a deleted account."""
    ProblemReport.objects.filter(user=user).delete()


def move(guest_id: int, user_id: int) -> None:
    """Move a guest's reports to an account. A second run finds none."""
    ProblemReport.objects.filter(user_id=guest_id).update(user_id=user_id)


def reports_given(user: User) -> Iterator[File]:
    """The problem reports that a user sent, for the data export."""
    rows = list(
        ProblemReport.objects.filter(user=user)
        .order_by("pk")
        .values("at", "page", "text", "browser", "version", "done_at")
    )
    if rows:
        yield as_json("problem-reports.json", rows)
