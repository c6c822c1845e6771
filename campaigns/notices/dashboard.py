"""Dashboard lines for invitations to leagues."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.dashboard.lines import DashboardLine
from accounts.models import User
from campaigns.notices.selectors import invitations_to


def invitations_waiting(user: User) -> Iterable[DashboardLine]:
    """A line for every league that this user is invited to."""
    for notice in invitations_to(user.pk):
        yield DashboardLine(notice.at, notice.sentence, _("See the invitation"), notice.url)
