"""Creating a league, its invitation and the arbitrator's dashboard; leaving and withdrawing."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import services as guests_services
from accounts.models import User
from campaigns.core.tests.factories import NOON, entry_of, league
from campaigns.models import Campaign, Membership
from catalogue.rules.rulesets import RULESETS
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db

ACTS = {
    "plan": {"rounds": "1"},
    "notice": {"notice": "Bring dice."},
    "change": {
        "name": "Embers", "audience": "members", "points_win": "2", "points_draw": "1", "points_loss": "0",
        "warbands_per_player": "2",
    },
    "status": {"status": "paused", "reason": "Snow"},
    "link": {},
}  # fmt: skip


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival])


def url(name: str, campaign: Campaign, *more: str) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.slug, *more])


def test_a_name_makes_a_league_and_lands_on_the_invitation(owner, client_of) -> None:
    client = client_of(owner)
    sent = {"name": "Ashes", "preset": "ladder", "idempotency_key": "k"}
    for _press in range(2):
        assert client.post("/campaigns/new/", sent).url == "/campaigns/ashes/invite/"
    campaign = Campaign.objects.get()
    assert (campaign.preset, campaign.points_draw, campaign.ruleset) == ("ladder", 2, "core")
    page = client.get("/campaigns/ashes/invite/").content.decode()
    assert f"/join/{campaign.join_code}/" in page
    assert "<svg" in page
    assert 'class="qr"' in page


def test_a_league_chooses_its_ruleset_from_four_cards_with_three_lines_each(owner, client_of) -> None:
    client = client_of(owner)
    page = client.get("/campaigns/new/").content.decode()
    assert re.findall(r'name="ruleset"\s+value="(\w+)"\s+(checked)?', page) == [
        ("core", "checked"), ("skirmish", ""), ("gazette", ""), ("mordheim", ""),
    ]  # fmt: skip
    for words in RULESETS.values():
        assert len(words.lines) == 3
        assert all(html.escape(str(line)) in page for line in words.lines)
    client.post("/campaigns/new/", {"name": "Ashes", "ruleset": "gazette"})
    assert Campaign.objects.get().ruleset == "gazette"


def test_a_league_without_a_name_or_an_account_is_not_made(owner, client_of, client) -> None:
    page = client_of(owner).post("/campaigns/new/", {"name": " ", "starting_gold_gc": "5"})
    assert page.status_code == 422
    assert client.get("/campaigns/new/").status_code == 200
    assert client.post("/campaigns/new/", {"name": "Ashes"}).url == "/accounts/signup/?next=/campaigns/new/"
    client.force_login(guests_services.create_guest(now=NOON))
    refused = client.post("/campaigns/new/", {"name": "Ashes"})
    assert refused.status_code == 403
    assert b'value="Ashes"' in refused.content
    assert not Campaign.objects.exists()


def test_a_user_without_an_account_is_told_so_before_filling_in_the_form(owner, client_of, client) -> None:
    guest = Client()
    guest.force_login(guests_services.create_guest(now=NOON))
    for asker in (client, guest):
        page = asker.get("/campaigns/new/").content.decode()
        assert "You need an account to run a league" in page
        assert "/accounts/signup/?next=/campaigns/new/" in page
        assert 'name="preset"' not in page
    page = client_of(owner).get("/campaigns/new/").content.decode()
    assert "You need an account" not in page
    assert 'name="preset"' in page


def test_the_search_finds_leagues_by_name(arbitrator, client_of) -> None:
    league(arbitrator, name="Ashes of Spring")
    league(arbitrator, name="Winter")
    assert b"Winter" not in client_of(None).get("/campaigns/?q=spring+ashes").content
    assert b"No public league is called" in client_of(None).get("/campaigns/?q=summer").content


@pytest.mark.parametrize("page", ["dashboard", "invite"])
def test_the_desk_is_for_those_who_run_it(page, ashes, owner, stranger, arbitrator, client_of) -> None:
    assert client_of(arbitrator).get(url(page, ashes)).status_code == 200
    for reader in (owner, stranger):
        assert client_of(reader).get(url(page, ashes)).status_code == 403
    assert client_of(None).get(url(page, ashes)).status_code == 302
    empty = {"dashboard": 405, "invite": 422}  # A name that is not told invites nobody.
    assert client_of(arbitrator).post(url(page, ashes)).status_code == empty[page]


@pytest.mark.parametrize("verb", sorted(ACTS))
def test_only_the_arbitrator_uses_the_dashboard_of_a_league(
    verb, ashes, owner, stranger, arbitrator, client_of
) -> None:
    address = url("dashboard_action", ashes, verb)
    before = Campaign.objects.values().get(pk=ashes.pk)
    for outsider in (owner, stranger):
        assert client_of(outsider).post(address, ACTS[verb]).status_code == 403
    assert client_of(None).post(address, ACTS[verb]).status_code == 302
    assert client_of(arbitrator).get(address).status_code == 405
    assert Campaign.objects.values().get(pk=ashes.pk) == before
    assert client_of(arbitrator).post(address, ACTS[verb]).status_code == 302
    assert Campaign.objects.values().get(pk=ashes.pk) != before or ashes.rounds.count() == 1


def test_bad_values_come_back_with_what_was_typed(ashes, arbitrator, client_of) -> None:
    client = client_of(arbitrator)
    page = client.post(url("dashboard_action", ashes, "change"), {**ACTS["change"], "points_win": "lots"})
    assert page.status_code == 422
    assert b'value="lots"' in page.content
    assert client.post(url("dashboard_action", ashes, "plan"), {"rounds": "-1"}).status_code == 422
    assert client.post(url("dashboard_action", ashes, "notice"), {"notice": "x" * 4001}).status_code == 422
    assert client.post(url("dashboard_action", ashes, "status"), {"status": "burnt"}).status_code == 404
    assert client.post(url("dashboard_action", ashes, "burn")).status_code == 404
    client.post(url("dashboard_action", ashes, "status"), {"status": "paused", "reason": "The bridge is down"})
    for reader in (client, client_of(None)):
        page = reader.get(url("home", ashes)).content.decode()
        assert "no matches are played until it is reopened: The bridge is down" in page
    assert client.post(url("dashboard_action", ashes, "plan"), {"rounds": "1"}).status_code == 409


def test_roles_and_warbands_no_one_plays(ashes, owner, rival, arbitrator, client_of) -> None:
    client = client_of(arbitrator)
    client.post(url("dashboard_action", ashes, "role"), {"user": owner.public_id, "role": "co_arbitrator"})
    assert Membership.objects.get(campaign=ashes, user=owner).role == "co_arbitrator"
    assert client.post(url("dashboard_action", ashes, "role"), {"user": "x" * 12, "role": "player"}).status_code == 404
    beasts = founded(arbitrator, "skaven", seed="beasts")
    client.post(url("dashboard_action", ashes, "non-player"), {"warband": beasts.public_id})
    assert ashes.entries.filter(player__isnull=True, warband=beasts).count() == 1
    wrong = {"warband": entry_of(ashes, rival).warband.public_id}
    assert client.post(url("dashboard_action", ashes, "non-player"), wrong).status_code == 422


def test_withdrawing_and_leaving(ashes, owner, rival, stranger, client_of) -> None:
    entry = entry_of(ashes, owner)
    address = url("withdraw", ashes, entry.public_id)
    assert client_of(stranger).post(address).status_code == 403
    assert client_of(rival).post(address).status_code == 403
    assert client_of(None).post(address).status_code == 302
    assert client_of(owner).get(address).status_code == 405
    client_of(owner).post(address)
    entry.refresh_from_db()
    assert entry.withdrawn_at is not None
    assert client_of(rival).post(url("leave", ashes)).url == "/campaigns/"
    assert not Membership.objects.filter(campaign=ashes, user=rival, left_at__isnull=True).exists()


def test_the_dashboard_section_lists_my_campaigns(ashes, owner, stranger, client_of) -> None:
    address = reverse("campaigns:dashboard_section")
    assert ashes.name.encode() in client_of(owner).get(address).content
    fragment = client_of(owner).get(address, headers={"HX-Request": "true"}).content
    assert b"<html" not in fragment
    assert ashes.name.encode() not in client_of(stranger).get(address).content
    assert client_of(None).get(address).status_code == 200
    assert address.encode() in client_of(owner).get("/").content


def test_a_planned_match_waits_on_the_desk_once_its_round_has_begun(ashes, arbitrator, owner, client_of) -> None:
    from django.utils import timezone

    client_of(arbitrator).post(
        url("dashboard_action", ashes, "plan"),
        {"rounds": "1", "first_day": timezone.localdate().isoformat(), "days": "7"},
    )
    assert "is to be played, by" in client_of(owner).get("/").content.decode()
    assert "is to be played" not in client_of(arbitrator).get("/").content.decode()


def test_staff_reads_campaigns_in_the_admin(ashes, admin_client) -> None:
    for model in ("campaign", "match", "campaignevent"):
        assert admin_client.get(f"/admin/campaigns/{model}/?q=ashes").status_code == 200
    assert admin_client.get(f"/admin/campaigns/campaign/{ashes.pk}/change/").status_code == 200
    assert admin_client.get("/admin/campaigns/campaign/add/").status_code == 403


def test_a_pause_needs_a_reason(ashes, arbitrator, owner, client_of) -> None:
    refused = client_of(arbitrator).post(url("dashboard_action", ashes, "status"), {"status": "paused", "reason": "  "})
    assert refused.status_code == 422
    assert "Give a reason for the pause" in refused.content.decode()
    assert Campaign.objects.get().is_open
    client_of(arbitrator).post(
        url("dashboard_action", ashes, "status"), {"status": "paused", "reason": "Half are <away>"}
    )
    assert "“Half are &lt;away&gt;”" in client_of(owner).get(url("chronicle", ashes)).content.decode()
    client_of(arbitrator).post(url("dashboard_action", ashes, "status"), {"status": "running"})
    assert "The league is paused" not in client_of(owner).get(url("home", ashes)).content.decode()
