"""Declining an invitation to a league that was sent by account name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.dashboard.lines import dashboard_lines
from accounts.models import User
from campaigns.core.refusals import InvitationDeclined
from campaigns.core.tests.factories import enter, league
from campaigns.members import invitations
from campaigns.members.invitations import invite_by_name
from campaigns.models import Campaign, CampaignStatus, Notice
from campaigns.notices.questions import NotInvited

pytestmark = pytest.mark.django_db


@pytest.fixture
def invited_to(owner: User, arbitrator: User) -> Campaign:
    campaign = league(arbitrator)
    invite_by_name(campaign_id=campaign.pk, actor_id=arbitrator.pk, username=owner.username, now=timezone.now())
    return campaign


def news(user: User) -> list[str]:
    return [notice.sentence for notice in Notice.objects.filter(user=user, sentence__contains="declined")]


@pytest.mark.parametrize("page", ["/", "/inbox/", "invitation"])
def test_pages_offer_to_decline(page: str, client: Client, owner: User, invited_to: Campaign) -> None:
    client.force_login(owner)
    invitation = reverse("campaigns:join", args=[invited_to.join_code])
    shown = client.get(invitation if page == "invitation" else page).content.decode()
    address = reverse("campaigns:decline", args=[invited_to.join_code])
    assert f'action="{address}"' in shown
    answer = client.post(address, {"next": "/inbox/" if page == "/inbox/" else "/"})
    assert answer["Location"] == ("/inbox/" if page == "/inbox/" else "/")
    for again in ("/", "/inbox/", invitation):
        assert f'action="{address}"' not in client.get(again).content.decode()
    assert dashboard_lines(owner) == []


def test_the_arbitrator_who_invited_is_told_once(owner: User, arbitrator: User, invited_to: Campaign) -> None:
    for _time in range(2):
        invitations.decline(join_code=invited_to.join_code, actor_id=owner.pk, now=timezone.now())
    (sentence,) = news(arbitrator)
    assert owner.shown_name in sentence
    assert invited_to.name in sentence
    with pytest.raises(InvitationDeclined):
        invite_by_name(campaign_id=invited_to.pk, actor_id=arbitrator.pk, username=owner.username, now=timezone.now())


def test_others_members_and_closed_leagues_have_nothing_to_decline(
    owner: User, rival: User, arbitrator: User, invited_to: Campaign
) -> None:
    for stranger in (rival, arbitrator):
        with pytest.raises(NotInvited):
            invitations.decline(join_code=invited_to.join_code, actor_id=stranger.pk, now=timezone.now())
    Campaign.objects.filter(pk=invited_to.pk).update(status=CampaignStatus.PAUSED)
    with pytest.raises(NotInvited):
        invitations.decline(join_code=invited_to.join_code, actor_id=owner.pk, now=timezone.now())
    Campaign.objects.filter(pk=invited_to.pk).update(status=CampaignStatus.RUNNING)
    enter(invited_to, owner)
    with pytest.raises(NotInvited):
        invitations.decline(join_code=invited_to.join_code, actor_id=owner.pk, now=timezone.now())
    assert news(arbitrator) == []


def test_the_api_declines(client: Client, owner: User, rival: User, invited_to: Campaign) -> None:
    address, body = "/api/v1/campaigns/join/decline/", {"join_code": invited_to.join_code}
    client.force_login(rival)
    assert client.post(address, body, content_type="application/json").status_code == 409
    client.force_login(owner)
    for _time in range(2):
        assert client.post(address, body, content_type="application/json").status_code == 204
    unknown = {"join_code": "AAAAAAAAAAAA"}
    assert client.post(address, unknown, content_type="application/json").status_code == 404


def test_visitors_sign_in_before_they_decline(client: Client, invited_to: Campaign) -> None:
    answer = client.post(reverse("campaigns:decline", args=[invited_to.join_code]))
    assert answer.status_code == 302
    assert "login" in answer["Location"]
