"""One count of what waits for a user: header, page title, badge, dashboard and mails all show it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.dashboard.lines import dashboard_lines
from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import ended
from battles.core.tests.factories import two_people
from battles.models import Aftermath, Battle, BattleStatus, Opponent
from battles.setup.rematch import rematch
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Sheet, SideSheet
from battles.tabletop.tracker import services as tracker
from campaigns.administration.services import renew_join_code
from campaigns.core.tests.factories import enter, entry_of, league, match_between
from campaigns.deals import services as deals
from campaigns.deals.rules import DealGoods
from campaigns.members.invitations import invite_by_name
from campaigns.models import Campaign, Notice, NoticeChoice, Rhythm
from campaigns.notices import mail
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db


ClientOf = Callable[[User | None], Client]


def send_challenge(owner: User, rival: User, campaign: Campaign) -> None:
    match_between(campaign, rival, owner)


def send_invitation(owner: User, rival: User, campaign: Campaign) -> None:
    other = league(rival, name="The Second League")
    invite_by_name(campaign_id=other.pk, actor_id=rival.pk, username=owner.username, now=timezone.now())


def start_tracking(owner: User, rival: User, campaign: Campaign) -> None:
    mine, theirs = founded(owner, "skaven"), founded(rival, "undead")
    form = {"first": "a", "scenario": "skirmish"}
    for letter, row in (("a", theirs), ("b", mine)):
        form |= {f"fights-{letter}-{member.key}": "on" for member in load_state(row).active()}
    tracker.start(mine=theirs.public_id, theirs=mine.public_id, actor_id=rival.pk, data=form, now=timezone.now())


def send_result(owner: User, rival: User, campaign: Campaign) -> None:
    mine, theirs = founded(owner, "reiklanders"), founded(rival, "witch_hunters")
    fought = {
        letter: SideSheet(fought=[member.key for member in load_state(row).active()])
        for letter, row in (("a", theirs), ("b", mine))
    }
    sheet = Sheet(winner="a", sides=fought)
    sheets.send(mine=theirs.public_id, theirs=mine.public_id, actor_id=rival.pk, sheet=sheet, now=timezone.now())


def run_aftermath(owner: User, rival: User, *, hand_dice: bool) -> None:
    battle = ended(owner, rival)
    Aftermath.objects.filter(side__battle=battle, side__player=owner).update(hand_dice=hand_dice)
    runner.run(battle_id=battle.pk, now=timezone.now())


def need_dice(owner: User, rival: User, campaign: Campaign) -> None:
    run_aftermath(owner, rival, hand_dice=True)


def need_choices(owner: User, rival: User, campaign: Campaign) -> None:
    run_aftermath(owner, rival, hand_dice=False)


def offer_trade(owner: User, rival: User, campaign: Campaign) -> None:
    deals.offer(
        campaign_id=campaign.pk,
        actor_id=rival.pk,
        one=entry_of(campaign, rival).public_id,
        other=entry_of(campaign, owner).public_id,
        gives=DealGoods(gold_gc=1),
        takes=DealGoods(),
        now=timezone.now(),
    )


def take_turn(owner: User, rival: User, campaign: Campaign) -> None:
    # The sides roll for who sets up first: here the owner does.
    battle = two_people(rival, owner, clock="day")
    while battle.awaiting != "b":
        battle.delete()
        battle = two_people(rival, owner, clock="day")


CASES = [
    (send_challenge, "See the challenge"),
    (send_invitation, "See the invitation"),
    (start_tracking, "Open the tracker"),
    (send_result, "Open the sheet"),
    (need_dice, "Enter dice"),
    (need_choices, "Choose"),
    (offer_trade, "Answer"),
    (take_turn, "Take your turn"),
]


def number(pattern: str, text: str) -> int:
    """The number matched by this pattern in a text; 0 if there is none."""
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


def counts(client: Client, user: User) -> dict[str, int]:
    """The numbers shown in the five places."""
    page = client.get(reverse("accounts:settings")).content.decode()
    dashboard = client.get(reverse("accounts:front")).content.decode()
    notice = Notice.objects.filter(user=user).order_by("-pk")[0]
    message = mail.message_of(user.pk, [notice.pk])
    assert message is not None
    return {
        "header": number(r"(\d+) waiting", page),
        "title": number(r"<title>\((\d+)\) ", page),
        "badge": number(r'data-waiting="(\d+)"', page),
        "dashboard": dashboard.partition('class="dashboard-list"')[2].split("</ol>")[0].count("<li>"),
        "mail": number(r"(\d+) things? to do:", str(message.body)),
    }


def test_everything_that_waits_is_counted_once_in_every_place(
    owner: User,
    rival: User,
    arbitrator: User,
    client_of: ClientOf,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    campaign = league(arbitrator, [owner, rival])
    # The aftermaths are those of battles outside the league.
    Campaign.objects.filter(pk=campaign.pk).update(house_rules={"af_outside_battles": True})
    User.objects.filter(pk=owner.pk).update(email="owner@example.org")
    EmailAddress.objects.create(user=owner, email="owner@example.org", verified=True, primary=True)
    NoticeChoice.objects.create(user=owner, rhythm=Rhythm.DAILY)
    Notice.objects.create(
        user=owner,
        kind="league",
        sentence="News.",
        url="/",
        at=timezone.now(),
        source_key="news",
        read_at=timezone.now(),
    )
    client = client_of(owner)
    assert set(counts(client, owner).values()) == {len(dashboard_lines(owner))}
    for make, button in CASES:
        before = [line.button for line in dashboard_lines(owner)].count(button)
        with django_capture_on_commit_callbacks(execute=True):
            make(owner, rival, campaign)
        lines = dashboard_lines(owner)
        assert [line.button for line in lines].count(button) == before + 1, (make.__name__, lines)
        shown = counts(client, owner)
        assert set(shown.values()) == {len(lines)}, (make.__name__, shown)


def test_answering_lowers_the_waiting_count_of_both_players(
    owner: User,
    rival: User,
    arbitrator: User,
    client_of: ClientOf,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    """Both counts change at once: that of the player who answers, and that of the player whose answer is no longer
    needed."""
    campaign = league(arbitrator, [owner, rival])
    match = match_between(campaign, rival, owner)
    deal = deals.offer(
        campaign_id=campaign.pk,
        actor_id=rival.pk,
        one=entry_of(campaign, rival).public_id,
        other=entry_of(campaign, owner).public_id,
        gives=DealGoods(gold_gc=1),
        takes=DealGoods(),
        now=timezone.now(),
    )
    client = client_of(owner)
    before = header(client)
    with django_capture_on_commit_callbacks(execute=True):
        deals.withdraw(deal_id=deal.pk, actor_id=rival.pk, now=timezone.now())
    assert header(client) == before - 1
    form = {"first": "a", "scenario": "skirmish"}
    for letter, side in zip("ab", match.sides.select_related("entry__warband").order_by("place"), strict=True):
        form |= {f"fights-{letter}-{member.key}": "on" for member in load_state(side.entry.warband).active()}
    with django_capture_on_commit_callbacks(execute=True):
        tracker.start_for_match(match_id=match.pk, actor_id=rival.pk, data=form, now=timezone.now())
    assert [line.button for line in dashboard_lines(owner)].count("Open the tracker") == 1
    assert header(client) == before - 1, "a match that has begun waits once, at its tracker"


def header(client: Client) -> int:
    return number(r"(\d+) waiting", client.get(reverse("accounts:settings")).content.decode())


def test_a_league_is_not_asked_for_twice(owner: User, arbitrator: User) -> None:
    campaign = league(arbitrator)
    invite_by_name(campaign_id=campaign.pk, actor_id=arbitrator.pk, username=owner.username, now=timezone.now())
    assert [line.button for line in dashboard_lines(owner)] == ["See the invitation"]
    enter(campaign, owner)
    assert "See the invitation" not in [line.button for line in dashboard_lines(owner)]


def test_reading_an_invitation_does_not_answer_it(
    owner: User,
    arbitrator: User,
    client_of: ClientOf,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    campaign = league(arbitrator)
    invite_by_name(campaign_id=campaign.pk, actor_id=arbitrator.pk, username=owner.username, now=timezone.now())
    client = client_of(owner)
    mail.mark_read(user_id=owner.pk, now=timezone.now())
    assert header(client) == 1
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("campaigns:decline", args=[campaign.join_code]))
    assert dashboard_lines(owner) == []
    assert 'data-waiting="0"' in client.get(reverse("accounts:settings")).content.decode()


def test_a_new_invitation_link_closes_invitations_to_the_old_one(owner: User, arbitrator: User) -> None:
    campaign = league(arbitrator)
    invite_by_name(campaign_id=campaign.pk, actor_id=arbitrator.pk, username=owner.username, now=timezone.now())
    renew_join_code(campaign_id=campaign.pk, actor_id=arbitrator.pk)
    assert dashboard_lines(owner) == []


def test_an_offer_to_play_again_waits_for_the_other_player(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    Battle.objects.filter(pk=battle.pk).update(opponent=Opponent.INVITED)
    again = rematch(battle_id=battle.pk, actor_id=owner.pk, now=timezone.now())
    (line,) = [line for line in dashboard_lines(rival) if "play again" in str(line.sentence)]
    assert line.url == reverse("battles:join", args=[again.public_id])
    mail.mark_read(user_id=rival.pk, now=timezone.now())
    assert line in dashboard_lines(rival)
    Battle.objects.filter(pk=again.pk).update(status=BattleStatus.ABANDONED)
    assert not [line for line in dashboard_lines(rival) if "play again" in str(line.sentence)]
