"""Notices that wait for an answer: invitations to leagues, and what other apps add, such as offers of a rematch. They
stay on the dashboard until they are answered or closed, whether they have been read or not. Rule: LG-TELL-01"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.dashboard.lines import DashboardLine, clear_count
from accounts.models import User
from campaigns.models import Notice
from campaigns.notices import delivery
from campaigns.notices.selectors import invitations_to
from mordheim_site.refusals import Refusal
from mordheim_site.registry import Registry


class NotInvited(Refusal):
    code = "no_open_invitation"
    message = gettext_lazy(
        "There is no open invitation for you here: it was withdrawn, has ended, or was sent to another player."
    )
    status = 409


@dataclass(frozen=True, slots=True)
class Question:
    """A notice that waits for an answer, and the address to which declining is sent."""

    notice: Notice
    decline_url: str


PROVIDERS: Registry[str, Callable[[int], Iterable[Question]]] = Registry("provider of questions")
"""Functions that return the open questions of a user, by id."""


def open_questions(user_id: int) -> list[Question]:
    """Everything this user can still accept or decline. One query for each provider."""
    return [question for provider in PROVIDERS.values() for question in provider(user_id)]


def league_invitations(user_id: int) -> Iterable[Question]:
    """The open invitations of a user to leagues. One query."""
    for notice in invitations_to(user_id):
        assert notice.campaign is not None
        yield Question(notice, reverse("campaigns:decline", args=[notice.campaign.join_code]))


def questions_waiting(user: User) -> Iterable[DashboardLine]:
    """A dashboard line for every open question."""
    for question in open_questions(user.pk):
        notice = question.notice
        yield DashboardLine(notice.at, notice.sentence, _("See the invitation"), notice.url, question.decline_url)


def decline(notice: Notice, *, sentence: str, url: str, now: datetime) -> bool:
    """Close a question, and notify the user who waits for the answer with this sentence. Returns False, without a
    second notice, if it was declined before."""
    closed = Notice.objects.filter(pk=notice.pk, answered_at__isnull=True).update(
        answered_at=now, read_at=notice.read_at or now
    )
    if not closed:
        return False
    transaction.on_commit(partial(clear_count, notice.user_id))
    delivery.write_notices(
        [notice.asked_by_id],
        campaign=notice.campaign,
        kind=notice.kind,
        sentence=sentence[:400],
        url=url,
        source=f"declined:{notice.pk}",
        now=now,
        about=notice.about,
    )
    return True
