"""The invitation: everyone can read it, and people with and without accounts can accept it."""

import pytest
from django.urls import reverse

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.core.tests.factories import league, now
from campaigns.models import Campaign, Entry
from warbands.core.tests.factories import draft, founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def ashes(arbitrator: User) -> Campaign:
    return league(arbitrator)


def address(campaign: Campaign, name: str = "join") -> str:
    return reverse(f"campaigns:{name}", args=[campaign.join_code])


def test_the_invitation_says_who_and_what(ashes, owner, client_of) -> None:
    for reader in (None, owner):
        page = client_of(reader).get(address(ashes)).content.decode()
        assert "arbitrator invites you" in page
        assert "Core (community edition)" in page
    assert client_of(None).get(reverse("campaigns:join", args=["a" * 12])).status_code == 404


def test_the_holder_of_the_link_reads_the_invitation_of_a_closed_circle(ashes, arbitrator, client_of) -> None:
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), audience="members")
    page = client_of(None).get(address(ashes))
    assert page.status_code == 200
    assert b"Look around first" not in page.content


def test_joining_with_a_warband_one_has(ashes, owner, rival, client_of) -> None:
    band = founded(owner)
    for _press in range(2):
        assert client_of(owner).post(address(ashes), {"warband": band.public_id}).url == f"/campaigns/{ashes.slug}/"
    assert Entry.objects.count() == 1
    assert client_of(rival).post(address(ashes), {"warband": band.public_id}).status_code == 422
    assert client_of(rival).post(address(ashes), {}).status_code == 422
    assert b"You have joined" in client_of(owner).get(address(ashes)).content


def test_a_draft_and_a_warband_of_the_wrong_gold_are_not_offered(arbitrator, owner, client_of) -> None:
    poor = running_services.create(actor_id=arbitrator.pk, name="Poor", now=now(), starting_gold_gc=300)
    draft(owner)
    rich = founded(owner, seed="rich")
    chips = client_of(owner).get(address(poor)).context["warbands"]
    assert [(chip["label"], bool(chip["why"])) for chip in chips] == [(rich.name, True)]
    assert client_of(owner).post(address(poor), {"warband": rich.public_id}).status_code == 422


def test_a_visitor_joins_with_the_suggested_band_and_gets_a_seat(ashes, client_of) -> None:
    client = client_of(None)
    sent = {"warband_type": "skaven", "how": "suggested", "idempotency_key": "k"}
    for _press in range(2):
        assert client.post(address(ashes, "join_with_new"), sent).status_code == 302
    entry = Entry.objects.get()
    assert entry.player is not None
    assert entry.player.is_guest
    assert entry.warband.status == "founded"
    assert b"(yours)" in client.get(f"/campaigns/{ashes.slug}/").content


def test_reading_the_invitation_creates_no_guest(ashes, client_of) -> None:
    client_of(None).get(address(ashes))
    client_of(None).post(address(ashes, "join_with_new"), {"warband_type": "nobody", "how": "suggested"})
    client_of(None).post(address(ashes), {"warband": "x"})
    assert not User.objects.filter(is_guest=True).exists()


def test_building_by_hand_keeps_the_invitation(ashes, client_of) -> None:
    client = client_of(None)
    answer = client.post(address(ashes, "join_with_new"), {"warband_type": "reiklanders", "how": "by_hand"})
    warband = Warband.objects.get()
    assert answer.url == reverse("warbands:draft", args=[warband.public_id])
    section = reverse("campaigns:warband_section", args=[warband.public_id])
    assert b"Found this warband" in client.get(section).content
    client.post(reverse("warbands:act", args=[warband.public_id, "suggest"]), {"version": warband.version})
    from warbands.builder import founding
    from warbands.core.tests.factories import by

    warband.refresh_from_db()
    if warband.warriors.count() < 4:
        founding.suggest(warband_id=warband.pk, by=by(warband.owner))
    founding.found(warband_id=warband.pk, by=by(warband.owner))
    assert b"Join with" in client.get(section, headers={"HX-Request": "true"}).content
    client.post(address(ashes), {"warband": warband.public_id})
    assert ashes.name.encode() in client.get(section).content
    assert client_of(None).get(section).status_code == 404


def test_a_closed_campaign_takes_no_one_and_says_so(ashes, arbitrator, owner, client_of) -> None:
    band = founded(owner)
    running_services.set_status(campaign_id=ashes.pk, actor_id=arbitrator.pk, status="closed", now=now())
    assert b"nobody can join now" in client_of(owner).get(address(ashes)).content
    assert client_of(owner).post(address(ashes), {"warband": band.public_id}).status_code == 409
    sent = {"warband_type": "skaven", "how": "suggested"}
    assert client_of(owner).post(address(ashes, "join_with_new"), sent).status_code == 409
    assert Warband.objects.filter(owner=owner).count() == 1
    assert client_of(None).get(address(ashes, "join_with_new")).status_code == 405


def test_a_guest_appears_under_the_name_that_they_gave(ashes, client_of) -> None:
    client = client_of(None)
    assert "Your name" in client.get(address(ashes)).content.decode()
    sent = {"warband_type": "reiklanders", "how": "suggested", "player_name": "  Greta  of the Docks "}
    assert client.post(address(ashes, "join_with_new"), sent).status_code == 302
    player = Entry.objects.get().player
    assert (player.is_guest, player.shown_name) == (True, "Greta of the Docks")
    assert "Greta of the Docks" in client_of(None).get(f"/campaigns/{ashes.slug}/people/").content.decode()
    assert "Your name" not in client.get(address(ashes)).content.decode(), "it is asked once"


def test_an_account_keeps_its_name_when_it_joins(ashes, owner, client_of) -> None:
    before = owner.shown_name
    sent = {"warband_type": "reiklanders", "how": "suggested", "player_name": "Somebody Else"}
    assert client_of(owner).post(address(ashes, "join_with_new"), sent).status_code == 302
    owner.refresh_from_db()
    assert owner.shown_name == before


def test_a_name_that_cannot_be_used_leaves_no_guest_behind(ashes, client_of) -> None:
    sent = {"warband_type": "reiklanders", "how": "suggested", "player_name": "\u202eatterG"}
    before = User.objects.count()
    assert client_of(None).post(address(ashes, "join_with_new"), sent).status_code == 422
    assert User.objects.count() == before
