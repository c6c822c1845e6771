"""An abandoned campaign goes to a player who asks and waits; one with an active arbitrator does not."""

import datetime

import pytest
from django.utils import timezone

from campaigns.administration import services as running_services
from campaigns.administration import takeover
from campaigns.core.refusals import ArbitratorAnswered, ArbitratorIsActive, NotAMember, NotTheArbitrator, StillWaiting
from campaigns.core.tests.factories import league, now
from campaigns.members import services as members_services
from campaigns.models import Campaign, CampaignEvent, Role

pytestmark = pytest.mark.django_db
MONTH = datetime.timedelta(days=31)


@pytest.fixture
def asleep(arbitrator, owner, rival) -> Campaign:
    campaign = league(arbitrator, [owner, rival])
    Campaign.objects.filter(pk=campaign.pk).update(created_at=now())
    return campaign


def ask(campaign, who, at):
    return takeover.request_takeover(campaign_id=campaign.pk, actor_id=who.pk, now=at)


def take(campaign, user, at):
    return takeover.take_over(campaign_id=campaign.pk, actor_id=user.pk, now=at)


def test_after_a_month_and_a_week_the_asker_runs_it(asleep, owner, rival, arbitrator, stranger) -> None:
    with pytest.raises(ArbitratorIsActive):
        ask(asleep, owner, now())
    late = now() + MONTH
    with pytest.raises(NotAMember):
        ask(asleep, stranger, late)
    ask(asleep, owner, late)
    assert ask(asleep, rival, late).takeover_by_id == owner.pk
    with pytest.raises(StillWaiting):
        take(asleep, owner, late + datetime.timedelta(days=6))
    with pytest.raises(NotAMember):
        take(asleep, rival, late + datetime.timedelta(days=8))
    for _press in range(2):
        assert take(asleep, owner, late + datetime.timedelta(days=8)).role == Role.ARBITRATOR
    assert asleep.memberships.get(user=arbitrator).role == Role.PLAYER


def test_an_arbitrator_who_answers_keeps_it(asleep, owner, arbitrator) -> None:
    late = now() + MONTH
    ask(asleep, owner, late)
    takeover.decline_takeover(campaign_id=asleep.pk, actor_id=arbitrator.pk, now=late)
    with pytest.raises(NotAMember):
        take(asleep, owner, late + MONTH)


def test_an_arbitrator_who_does_anything_meanwhile_keeps_it(asleep, owner, arbitrator) -> None:
    late = now() + MONTH
    ask(asleep, owner, late)
    later = late + datetime.timedelta(days=2)
    running_services.change(campaign_id=asleep.pk, actor_id=arbitrator.pk, now=later, notice="Back")
    with pytest.raises(ArbitratorIsActive):
        take(asleep, owner, late + datetime.timedelta(days=8))


def test_the_pages_offer_to_take_over_an_abandoned_league(asleep, owner, arbitrator, client_of) -> None:
    past = now() - MONTH * 20
    Campaign.objects.filter(pk=asleep.pk).update(created_at=past)
    CampaignEvent.objects.filter(campaign=asleep).update(at=past)
    people = f"/campaigns/{asleep.slug}/people/"
    assert b"Ask to run it" not in client_of(None).get(people).content
    arbitrator.last_login = past
    arbitrator.save(update_fields=["last_login"])
    client = client_of(owner)
    assert b"Ask to run it" in client.get(people).content
    assert client.post(f"{people}take-over/").status_code == 302
    assert b"You asked on" in client.get(people).content
    desk = client_of(arbitrator)
    assert b"I am still here" in desk.get(f"/campaigns/{asleep.slug}/manage/").content
    desk.post(f"/campaigns/{asleep.slug}/manage/still-here/")
    asleep.refresh_from_db()
    assert asleep.takeover_by_id is None


def test_a_campaign_put_away_stands_in_no_list_and_comes_back(asleep, arbitrator, client_of) -> None:
    for status in ("closed", "archived"):
        running_services.set_status(campaign_id=asleep.pk, actor_id=arbitrator.pk, status=status, now=now())
    assert asleep.name.encode() not in client_of(None).get("/campaigns/").content
    page = client_of(None).get(f"/campaigns/{asleep.slug}/")
    assert b"Archived" in page.content
    running_services.set_status(campaign_id=asleep.pk, actor_id=arbitrator.pk, status="running", now=now())
    asleep.refresh_from_db()
    assert (asleep.archived_at, asleep.closed_at) == (None, None)
    assert asleep.name.encode() in client_of(None).get("/campaigns/").content


def co(campaign, actor, user) -> None:
    data = {"actor_id": actor.pk, "user_id": user.pk, "role": Role.CO_ARBITRATOR, "now": now()}
    members_services.give_role(campaign_id=campaign.pk, **data)


def step_up(campaign, user, at):
    return takeover.promote_co_arbitrator(campaign_id=campaign.pk, actor_id=user.pk, now=at)


def test_a_co_arbitrator_steps_up_by_themselves_when_the_arbitrator_is_not_seen(
    asleep, owner, rival, arbitrator
) -> None:
    co(asleep, arbitrator, owner)
    with pytest.raises(ArbitratorAnswered):
        step_up(asleep, owner, now())
    late = now() + MONTH
    running_services.change(campaign_id=asleep.pk, actor_id=owner.pk, now=late, notice="I am still here, he is not")
    with pytest.raises(NotTheArbitrator):
        step_up(asleep, rival, late)
    for _press in range(2):
        assert step_up(asleep, owner, late).role == Role.ARBITRATOR
    roles = dict(asleep.memberships.values_list("user_id", "role"))
    assert (roles[owner.pk], roles[arbitrator.pk]) == ("arbitrator", "co_arbitrator")
    assert asleep.events.filter(kind="arbitrator_replaced").count() == 1


def test_the_desk_offers_the_office_and_gives_it(asleep, owner, arbitrator, client_of) -> None:
    co(asleep, arbitrator, owner)
    client = client_of(owner)
    asleep.events.filter(actor=arbitrator).update(at=timezone.now())
    assert "Become the arbitrator" not in client.get("/campaigns/ashes/manage/").content.decode()
    asleep.events.filter(actor=arbitrator).update(at=timezone.now() - MONTH)
    assert "Become the arbitrator" in client.get("/campaigns/ashes/manage/").content.decode()
    assert client.post("/campaigns/ashes/manage/step-up/").status_code == 302
    assert asleep.memberships.get(user=owner).role == Role.ARBITRATOR
    assert "been away for a month; owner" in client.get("/campaigns/ashes/chronicle/").content.decode()
