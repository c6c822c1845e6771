"""The league's own site: readable for everyone, with a constant number of queries; private leagues are closed."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.tests.factories import enter, entry_of, league, match_between, now, won
from campaigns.members import services as members_services
from campaigns.models import Campaign, CampaignEvent, Match
from warbands.models import Warband

pytestmark = pytest.mark.django_db

PAGES = ("home", "standings", "matches", "people", "chronicle", "rules", "feed", "calendar")
MORE = ("statistics", "graveyard", "deals", "posts", "city", "embed", "preview")


@pytest.fixture
def ashes(arbitrator: User, owner: User, rival: User) -> Campaign:
    """A league of two with a match that was played and a planned one."""
    campaign = league(arbitrator, [owner, rival])
    won(campaign, owner, rival, (1, 3))
    match_between(campaign, owner, rival)
    return campaign


def url(name: str, campaign: Campaign, *more: str) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.slug, *more])


@pytest.mark.parametrize("page", PAGES)
def test_everyone_reads_a_public_league(page: str, ashes, owner, stranger, arbitrator, client_of) -> None:
    for reader in (None, owner, stranger, arbitrator):
        assert client_of(reader).get(url(page, ashes)).status_code == 200
    assert client_of(None).post(url(page, ashes)).status_code == 405


@pytest.mark.parametrize("page", PAGES)
def test_a_closed_circle_is_not_there_for_strangers(page: str, ashes, owner, stranger, arbitrator, client_of) -> None:
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), audience="members")
    for reader in (None, stranger):
        assert client_of(reader).get(url(page, ashes)).status_code == 404
    assert client_of(owner).get(url(page, ashes)).status_code == 200
    assert ashes.name.encode() not in client_of(stranger).get("/campaigns/").content
    members_services.leave(campaign_id=ashes.pk, actor_id=owner.pk, now=now())
    assert client_of(owner).get(url(page, ashes)).status_code == 404


def test_one_match_and_one_warband_have_pages(ashes, owner, stranger, arbitrator, client_of) -> None:
    match, entry = Match.objects.first(), entry_of(ashes, owner)
    assert match is not None
    for reader in (None, owner, stranger, arbitrator):
        client = client_of(reader)
        assert client.get(url("match", ashes, match.public_id)).status_code == 200
        assert entry.warband.name.encode() in client.get(url("entry", ashes, entry.public_id)).content
    assert client_of(None).get(url("entry", ashes, "a" * 12)).status_code == 404
    assert client_of(None).get(url("match", ashes, "a" * 12)).status_code == 404
    other = running_services.create(actor_id=arbitrator.pk, name="Other", now=now())
    assert client_of(None).get(url("match", other, match.public_id)).status_code == 404


def test_a_roster_shared_by_link_is_linked_for_the_league_alone(ashes, owner, rival, client_of) -> None:
    key = entry_of(ashes, owner).warband.share_key.encode()
    assert key in client_of(rival).get(url("people", ashes)).content
    assert key not in client_of(None).get(url("people", ashes)).content


def test_the_header_says_how_much_waits(ashes, owner, rival, client_of) -> None:
    from campaigns.matches import results

    match = Match.objects.get(status="planned")
    results.report(match_id=match.pk, actor_id=owner.pk, winner_entry_id=None, now=now())
    assert client_of(rival).get("/help/").context["waiting_count"] == 1
    assert b"1 waiting" in client_of(rival).get("/help/").content
    assert b'class="waiting"' not in client_of(owner).get("/help/").content
    assert b'class="waiting"' not in client_of(None).get("/help/").content


def test_the_notice_is_markdown_without_scripts(ashes, arbitrator, client_of) -> None:
    running_services.change(
        campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), notice="Bring **dice**<script>x</script>"
    )
    page = client_of(None).get(url("home", ashes)).content
    assert b"<strong>dice</strong>" in page
    assert b"<script>x" not in page


def test_the_table_sorts_by_any_figure(ashes, owner, rival, client_of) -> None:
    def first(sort: str) -> str:
        rows = client_of(None).get(url("standings", ashes) + f"?sort={sort}").context["rows"]
        return str(rows[0]["name"])

    assert first("points") == first("nonsense") == entry_of(ashes, owner).warband.name
    assert first("losses") == entry_of(ashes, rival).warband.name


def test_the_chronicle_goes_on_page_by_page(arbitrator, client_of) -> None:
    from campaigns.core.events import record

    campaign = league(arbitrator)
    for number in range(60):
        record(campaign, "odd", at=now(), actor_id=None, source_key=str(number), sentence=f"Sentence {number}.")
    seen: list[str] = []
    address = url("chronicle", campaign)
    for _page in range(3):
        page = client_of(None).get(address).content.decode()
        seen += re.findall(r"Sentence (\d+)\.", page)
        older = re.search(r'(?<=href=")\?before=\d+', page)
        if older is None:
            break
        address = url("chronicle", campaign) + older.group()
    assert seen == [str(number) for number in range(59, -1, -1)]


def test_the_feed_can_be_read_when_a_stored_text_contains_control_characters(ashes, client_of) -> None:
    from xml.etree import ElementTree

    event = CampaignEvent.objects.filter(campaign=ashes).latest("pk")
    event.kind, event.data = "campaign_paused", {"reason": "Snow\x0b\ufffe on the roads"}
    event.save()
    feed = client_of(None).get(url("feed", ashes))
    assert feed.status_code == 200
    ElementTree.fromstring(feed.content)
    assert "Snow on the roads" in feed.content.decode()


def test_the_feed_and_the_calendar_can_be_read(ashes, owner, client_of) -> None:
    import datetime
    from xml.etree import ElementTree

    from campaigns.rounds import scheduling

    feed = ElementTree.fromstring(client_of(None).get(url("feed", ashes)).content)
    assert len(feed.findall("{http://www.w3.org/2005/Atom}entry")) == 6
    match = Match.objects.get(status="planned")
    when = datetime.datetime(2036, 4, 1, 18, 30, tzinfo=datetime.UTC)
    scheduling.set_date(match_id=match.pk, actor_id=owner.pk, planned_for=when, now=now())
    text = client_of(None).get(url("calendar", ashes)).content.decode()
    assert "DTSTART:20360401T183000Z\r\n" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def _queries(client, address: str) -> int:
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


def test_no_page_asks_more_with_thirty_warbands_than_with_two(arbitrator, owner, rival, client_of) -> None:
    from campaigns.rounds import scheduling
    from tests_support.cast import make_user

    campaign = league(arbitrator, [owner, rival])
    scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), rounds=2)
    won(campaign, owner, rival, (1, 2))
    addresses = [url(page, campaign) for page in PAGES]
    addresses += [url("entry", campaign, entry_of(campaign, owner).public_id), f"/join/{campaign.join_code}/"]
    more = [url(page, campaign) for page in MORE]
    addresses += [*more, "/campaigns/", url("match", campaign, Match.objects.filter(is_bye=False)[0].public_id)]
    visitor, member = client_of(None), client_of(owner)
    small = {address: (_queries(visitor, address), _queries(member, address)) for address in addresses}
    assert max(of_visitor for address, (of_visitor, _member) in small.items() if address not in more) <= 8
    assert max(small[address][0] for address in more) <= 12
    for number in range(28):
        player = make_user(f"player{number}")
        enter(campaign, player)
        if number % 4 == 0:
            won(campaign, player, owner)
    scheduling.plan_round_robin(campaign_id=campaign.pk, actor_id=arbitrator.pk, now=now(), rounds=3)
    large = {address: (_queries(visitor, address), _queries(member, address)) for address in addresses}
    assert large == small


def test_the_rosters_of_a_league_are_one_pdf_of_those_that_the_reader_may_view(
    ashes, arbitrator, owner, stranger, client_of
) -> None:
    Warband.objects.update(visibility="private")
    assert client_of(stranger).get(url("rosters_pdf", ashes)).status_code == 404
    assert url("rosters_pdf", ashes) not in client_of(stranger).get(url("people", ashes)).content.decode()
    assert client_of(owner).get(url("rosters_pdf", ashes)).content.startswith(b"%PDF-")
    Warband.objects.update(visibility="public")
    assert url("rosters_pdf", ashes) in client_of(stranger).get(url("people", ashes)).content.decode()
    for paper in ("", "?paper=a5"):
        answer = client_of(stranger).get(url("rosters_pdf", ashes) + paper)
        assert answer["Content-Type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF-")
