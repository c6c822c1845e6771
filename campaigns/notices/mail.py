"""Mails of notices: one for each, or one a day, each with an unsubscribe link. A notice is marked before it is sent, so
that it is never sent twice. If a worker is killed while sending, the mail is lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import formataddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.dashboard.lines import dashboard_lines
from accounts.mail import verified_address_of
from accounts.models import User
from campaigns.models import Notice, NoticeChoice, Rhythm
from jobs.mail import delivery_connection
from jobs.services import enqueue
from mordheim_site.isolation import isolated

KIND = "campaigns.mail"
DAY = timedelta(hours=24)
MOST_IN_ONE = 100


def absolute(path: str) -> str:
    """An absolute URL of this site."""
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def request_mail(notice: Notice) -> None:
    """Enqueue the mail of one notice, once."""
    enqueue(kind=KIND, key=f"notice:{notice.pk}", payload={"user_id": notice.user_id, "notice_id": notice.pk})


def request_digests(*, now: datetime) -> int:
    """Enqueue a daily mail for every user who wants one and has not had one for a day. Returns how many. Can safely run
    twice."""
    waiting = Notice.objects.filter(is_for_mail=True, mailed_at__isnull=True)
    choices = NoticeChoice.objects.filter(rhythm=Rhythm.DAILY, user_id__in=waiting.values("user_id"))
    due = [choice for choice in choices.order_by("pk") if choice.mailed_at is None or now - choice.mailed_at >= DAY]
    count = 0
    for choice in due:
        with isolated("campaigns.digests", choice.pk):
            key = f"digest:{choice.user_id}:{now.date().isoformat()}"
            enqueue(kind=KIND, key=key, payload={"user_id": choice.user_id})
            count += 1
    return count


def hold_digests(now: datetime) -> int:
    """Mark notices that wait for a daily mail as mailed: after a restore they have probably been sent. They stay in the
    inbox. Returns how many."""
    return Notice.objects.filter(is_for_mail=True, mailed_at__isnull=True).update(mailed_at=now)


@transaction.atomic
def claim_notices(*, user_id: int, notice_id: int | None, now: datetime) -> list[int]:
    """Mark the notices to be mailed now, so that no other worker sends them. Returns their ids; none if the user has
    turned mail off."""
    choice = NoticeChoice.objects.select_for_update().filter(user_id=user_id).first()
    if choice is None or choice.rhythm == Rhythm.OFF:
        return []
    rows = Notice.objects.filter(user_id=user_id, is_for_mail=True, mailed_at__isnull=True)
    if notice_id is not None:
        rows = rows.filter(pk=notice_id)
    taken = list(rows.order_by("at", "pk").values_list("pk", flat=True)[:MOST_IN_ONE])
    Notice.objects.filter(pk__in=taken).update(mailed_at=now)
    if taken:
        choice.mailed_at = now
        choice.save(update_fields=["mailed_at"])
    return taken


def message_of(user_id: int, notice_ids: list[int]) -> EmailMessage | None:
    """The mail about these notices; None if the user has no confirmed address."""
    choice = NoticeChoice.objects.select_related("user").filter(user_id=user_id).first()
    rows = list(Notice.objects.filter(pk__in=notice_ids, user_id=user_id).select_related("campaign").order_by("at"))
    address = verified_address_of(user_id)
    if choice is None or not address or not rows:
        return None
    stop = absolute(reverse("campaigns:stop_mail", args=[choice.stop_key]))
    subject = rows[0].sentence
    if len(rows) > 1:
        subject = ngettext("%(n)d notification", "%(n)d notifications", len(rows)) % {"n": len(rows)}
    lines = [_("Hello %(name)s,") % {"name": choice.user.shown_name}, ""]
    for notice in rows:
        league = f"{notice.campaign.name}: " if notice.campaign is not None else ""
        lines += [f"{league}{notice.sentence}", absolute(notice.url), ""]
    lines += [*_waiting_lines(choice.user), "--", _("Unsubscribe from these mails: %(url)s") % {"url": stop}]
    return EmailMessage(
        subject=" ".join(subject.split())[:150],
        body="\n".join(lines),
        to=[formataddr(("", address))],
        connection=delivery_connection(),
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def _waiting_lines(user: User) -> list[str]:
    """The number of the reader's dashboard lines as text, the same number that the pages show; empty if there are
    none."""
    count = len(dashboard_lines(user))
    if not count:
        return []
    words = ngettext("%(n)d thing to do:", "%(n)d things to do:", count) % {"n": count}
    return [words, absolute(f"{reverse('accounts:front')}#waiting"), ""]


@transaction.atomic
def stop(*, stop_key: str) -> bool:
    """Turn off mails for the user with this key. Returns whether the key exists. Calling it again changes nothing."""
    return bool(NoticeChoice.objects.filter(stop_key=stop_key).update(rhythm=Rhythm.OFF))


@transaction.atomic
def choose(*, user_id: int, muted: list[str], rhythm: str) -> NoticeChoice:
    """Save a user's notification settings."""
    choice, _is_new = NoticeChoice.objects.select_for_update().get_or_create(user_id=user_id)
    choice.muted, choice.rhythm = muted, Rhythm(rhythm)
    choice.save(update_fields=["muted", "rhythm"])
    return choice


@transaction.atomic
def mark_read(*, user_id: int, now: datetime) -> int:
    """Mark everything in the inbox as read."""
    return Notice.objects.filter(user_id=user_id, read_at__isnull=True).update(read_at=now)
