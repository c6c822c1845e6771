"""Battles outside of leagues that were open when a warband joined a league. Rule: AF-LEAGUE-01"""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.aftermath.tests.world import begun, surrender
from battles.core.league_rosters import PlaysInLeague
from battles.models import Aftermath, Battle, BattleStatus, ConfirmLink, LinkAnswer
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Sheet, SideSheet
from battles.tabletop.stand_ins import links
from campaigns.core.tests.factories import entry_of, league
from campaigns.members import services as members_services
from campaigns.models import Campaign
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db


def join(campaign: Campaign, warband: Warband, player: User) -> None:
    members_services.join(join_code=campaign.join_code, actor_id=player.pk, warband_id=warband.pk, now=timezone.now())


@pytest.fixture
def sheet(owner: User, rival: User) -> Battle:
    """A sheet of the owner that waits for the rival."""
    mine, theirs = founded(owner), founded(rival, "undead")
    sides = {
        letter: SideSheet([fighter.key for fighter in load_state(row).active()])
        for letter, row in (("a", mine), ("b", theirs))
    }
    return sheets.send(
        mine=mine.public_id,
        theirs=theirs.public_id,
        actor_id=owner.pk,
        sheet=Sheet(sides, winner="a"),
        now=timezone.now(),
    )


@pytest.fixture
def joined(sheet: Battle, owner: User, arbitrator: User) -> Campaign:
    """The league that the owner's warband has joined since."""
    campaign = league(arbitrator)
    warband = sheet.sides.get(letter="a").warband
    assert warband is not None
    join(campaign, warband, owner)
    return campaign


def test_the_sheet_cannot_be_confirmed_and_stays_open(
    sheet: Battle, joined: Campaign, rival: User, client: Client
) -> None:
    client.force_login(rival)
    address = f"/api/v1/battles/{sheet.public_id}/sheet/"
    response = client.post(address, {"act": "agree"}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (422, "plays_in_league")
    assert joined.name in response.json()["message"]
    sheet.refresh_from_db()
    assert sheet.status == BattleStatus.MUSTERING
    assert not Aftermath.objects.exists()
    assert client.post(address, {"act": "refuse"}, content_type="application/json").status_code == 200


def test_the_pages_give_the_reason_before_anyone_tries(
    sheet: Battle, joined: Campaign, owner: User, rival: User, client: Client
) -> None:
    reason = f"cannot be confirmed. Battles outside of {joined.name} change no roster"
    link = ConfirmLink.objects.get(side__battle=sheet, side__letter="b")
    client.force_login(rival)
    by_link = client.get(f"/battles/confirm/{link.key}/").content.decode()
    assert reason in by_link
    assert 'value="true"' not in by_link
    assert 'value="false"' in by_link
    for player in (owner, rival):
        client.force_login(player)
        page = client.get(f"/battles/{sheet.public_id}/sheet/").content.decode()
        assert reason in page
        assert 'value="agree"' not in page
        assert 'value="refuse"' in page


def test_the_page_gives_the_reason(sheet: Battle, joined: Campaign, rival: User, client: Client) -> None:
    client.force_login(rival)
    page = client.post(f"/battles/{sheet.public_id}/sheet/", {"act": "agree"}, follow=True)
    assert f"Battles outside of {joined.name} change no roster" in page.content.decode()


def test_a_link_does_not_confirm_it_either(sheet: Battle, joined: Campaign, rival: User) -> None:
    link = ConfirmLink.objects.get(side__battle=sheet, side__letter="b")
    with pytest.raises(PlaysInLeague):
        links.answer_by_link(key=link.key, is_right=True, message="", actor_id=rival.pk, now=timezone.now())
    link.refresh_from_db()
    assert link.answer == ""
    assert links.ConfirmLink.objects.filter(answer=LinkAnswer.CONFIRMED).count() == 0


@pytest.mark.parametrize("way", ["withdrawn", "allowed"])
def test_it_is_confirmed_once_the_league_does_not_forbid_it(
    sheet: Battle, joined: Campaign, owner: User, rival: User, way: str
) -> None:
    if way == "withdrawn":
        entry = entry_of(joined, owner)
        members_services.withdraw(entry_id=entry.pk, actor_id=owner.pk, now=timezone.now())
    else:
        Campaign.objects.filter(pk=joined.pk).update(house_rules={"af_outside_battles": True})
    battle = sheets.agree(battle_id=sheet.pk, actor_id=rival.pk, now=timezone.now())
    assert battle.status == BattleStatus.FINISHED
    assert Aftermath.objects.filter(side__battle=battle).count() == 2


@pytest.mark.parametrize("allowed", [False, True])
def test_a_battle_on_the_board_becomes_practice_and_says_why(
    owner: User, rival: User, arbitrator: User, client: Client, allowed: bool
) -> None:
    battle = begun(owner, rival)
    campaign = league(arbitrator)
    Campaign.objects.filter(pk=campaign.pk).update(house_rules={"af_outside_battles": allowed})
    warband = battle.sides.get(letter="a").warband
    assert warband is not None
    join(Campaign.objects.get(pk=campaign.pk), warband, owner)
    surrender(battle, rival)
    assert battle.counts is allowed
    assert Aftermath.objects.filter(side__battle=battle).count() == (2 if allowed else 0)
    client.force_login(rival)
    reason = f"became practice, because a warband has joined {campaign.name} since it began"
    board = client.get(f"/battles/{battle.public_id}/").content.decode()
    assert (reason in board) is not allowed
    assert (f'href="/battles/{battle.public_id}/aftermath/"' in board) is allowed
    assert (reason in client.get(f"/battles/{battle.public_id}/aftermath/").content.decode()) is not allowed
