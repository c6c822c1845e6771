"""Delivers an event to subscribers: inbox lines, mails, webhooks. Jobs do all the work, and their keys contain the
event, so that nothing is sent twice. Rule: LG-TELL-01"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.dashboard.lines import clear_counts
from campaigns.core import notice_rules
from campaigns.core.event_data import EventData
from campaigns.core.names import versus
from campaigns.core.notice_rules import ALL, NOTICE_RULES, RUNNERS
from campaigns.matches.references import References, references, references_of
from campaigns.models import (
    Campaign,
    CampaignEvent,
    Comment,
    Entry,
    Match,
    MatchSide,
    MatchStatus,
    Membership,
    Notice,
    NoticeChoice,
    Post,
    Rhythm,
    Role,
)
from campaigns.notices import mail, push
from mordheim_site.isolation import isolated
from mordheim_site.registry import Registry

CHANNELS: Registry[str, Callable[[CampaignEvent, datetime], object]] = Registry("channel for events")
"""Further channels that get every event when it is delivered; later features add theirs."""
AHEAD = timedelta(hours=24)


@transaction.atomic
def deliver(*, event_id: int, now: datetime) -> int:
    """Write the notices of an event, and enqueue its mails and webhooks. Returns how many are new. Can safely run
    twice."""
    event = CampaignEvent.objects.select_related("campaign", "actor").filter(pk=event_id).first()
    if event is None or event.is_revoked:
        return 0
    for send in CHANNELS.values():
        send(event, now)
    rule = NOTICE_RULES.get(event.kind)
    if rule is None:
        return 0
    data = EventData.read(event.data)
    names = _warbands(event, data)
    sentence = notice_rules.sentence(event.kind, data, event.actor.shown_name if event.actor else "", names)
    people = _people(event, data, rule.to) - {event.actor_id}
    source = f"event:{event.pk}"
    if event.kind == "result_reported":
        people &= _awaited(data)
    return write_notices(
        people,
        campaign=event.campaign,
        kind=rule.kind,
        sentence=sentence,
        url=_url(event, data),
        source=source,
        now=now,
        about=references_of(event.campaign, {event.pk: data})[event.pk],
    )


def write_notices(
    people: Iterable[int | None],
    *,
    campaign: Campaign | None,
    kind: str,
    sentence: str,
    url: str,
    source: str,
    now: datetime,
    about: References,
    is_quiet: bool = False,
    asked_by_id: int | None = None,
) -> int:
    """Write inbox lines for users who have not muted this kind, and enqueue immediate mails and push messages unless
    `is_quiet`. `about` has the ids of what they are about, `asked_by_id` the user who waits for an answer. Returns how
    many are new."""
    wanted = {entry for entry in people if entry is not None}
    choices = {
        choice.user_id: choice for choice in NoticeChoice.objects.filter(user_id__in=wanted).select_related("user")
    }
    there = set(Notice.objects.filter(source_key=source, user_id__in=wanted).values_list("user_id", flat=True))
    rows = []
    for user_id in sorted(wanted - there):
        choice = choices.get(user_id)
        if choice is not None and kind in choice.muted:
            continue
        mails = not is_quiet and choice is not None and choice.rhythm != Rhythm.OFF and bool(choice.user.email)
        rows.append(
            Notice(
                user_id=user_id,
                campaign=campaign,
                kind=kind,
                sentence=sentence,
                url=url,
                at=now,
                source_key=source,
                about=about,
                asked_by_id=asked_by_id,
                is_for_mail=mails,
            )
        )
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    transaction.on_commit(partial(clear_counts, wanted))
    if is_quiet:
        return len(rows)
    at_once = [row.user_id for row in rows if row.is_for_mail and choices[row.user_id].rhythm == Rhythm.AT_ONCE]
    for notice in Notice.objects.filter(source_key=source, user_id__in=at_once).order_by("pk"):
        with isolated("campaigns.mails", notice.pk):
            mail.request_mail(notice)
    for notice in Notice.objects.filter(source_key=source, user_id__in={row.user_id for row in rows}).order_by("pk"):
        with isolated("campaigns.push", notice.pk):
            push.request_push(notice)
    return len(rows)


def _warbands(event: CampaignEvent, data: EventData) -> list[str]:
    if data.sides:
        return [side.warband for side in data.sides]
    if data.warbands:
        return list(data.warbands)
    rows = MatchSide.objects.filter(match__public_id=data.match, match__campaign_id=event.campaign_id)
    return list(rows.order_by("place").values_list("entry__warband__name", flat=True))


def _people(event: CampaignEvent, data: EventData, to: str) -> set[int | None]:
    members = Membership.objects.filter(campaign_id=event.campaign_id, left_at__isnull=True)
    if to == ALL:
        return set(members.values_list("user_id", flat=True))
    if to == RUNNERS:
        runners = members.filter(role__in=(Role.ARBITRATOR, Role.CO_ARBITRATOR))
        return set(runners.values_list("user_id", flat=True))
    entries = [*(side.entry for side in data.sides), data.entry]
    played = Entry.objects.filter(campaign_id=event.campaign_id, public_id__in=entries)
    found: set[int | None] = set(played.values_list("player_id", flat=True))
    if data.match:
        of_match = MatchSide.objects.filter(match__public_id=data.match)
        found |= set(of_match.values_list("entry__player_id", flat=True))
    if data.post:
        found |= set(Post.objects.filter(public_id=data.post).values_list("author_id", flat=True))
        about = Comment.objects.filter(post__public_id=data.post, hidden_at__isnull=True)
        found |= set(about.values_list("author_id", flat=True))
    return found


def _awaited(data: EventData) -> set[int | None]:
    """The players who have not confirmed a reported result yet."""
    match = Match.objects.filter(public_id=data.match, status=MatchStatus.REPORTED).first()
    if match is None:
        return set()
    return set(match.sides.filter(agreed_at__isnull=True).values_list("entry__player_id", flat=True))


def _url(event: CampaignEvent, data: EventData) -> str:
    page, slug = NOTICE_RULES[event.kind].page, event.campaign.slug
    if page == "post" and data.post:
        return reverse("campaigns:post", args=[slug, data.post])
    if page in ("match", "post") and data.match:
        return reverse("campaigns:match", args=[slug, data.match])
    return reverse("campaigns:home" if page in ("match", "post") else f"campaigns:{page}", args=[slug])


def send_reminders(*, now: datetime, is_quiet: bool = False) -> int:
    """Remind both sides of every match that is planned for the next day; with `is_quiet`, only in their inbox. Returns
    how many lines are new. Can safely run twice."""
    due = Match.objects.filter(
        status=MatchStatus.PLANNED, planned_for__gt=now, planned_for__lte=now + AHEAD, campaign__status="running"
    )
    count = 0
    for match in due.select_related("campaign").prefetch_related("sides__entry__warband").order_by("pk"):
        with isolated("campaigns.remind", match.pk):
            count += _remind_of(match, now, is_quiet)
    return count


def hold_reminders(now: datetime) -> int:
    """Write the reminders that are due to the inboxes only: after a restore they have probably been sent."""
    return send_reminders(now=now, is_quiet=True)


def _remind_of(match: Match, now: datetime, is_quiet: bool) -> int:
    sides = list(match.sides.all())
    names = [side.entry.warband.name for side in sides]
    assert match.planned_for is not None
    return write_notices(
        {side.entry.player_id for side in sides},
        campaign=match.campaign,
        kind="reminder",
        sentence=_("%(match)s will be played within a day.") % {"match": versus(names)},
        url=reverse("campaigns:match", args=[match.campaign.slug, match.public_id]),
        source=f"remind:{match.pk}:{match.planned_for.isoformat()}",
        now=now,
        about=references(match.campaign, match),
        is_quiet=is_quiet,
    )
