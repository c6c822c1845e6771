"""Operations on a campaign in the API: files, hand-over, site, a new warband, prizes."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image

from accounts.models import User
from campaigns.core.tests.factories import entry_of, league
from campaigns.models import Campaign, CampaignEvent, Entry, Notice
from warbands.core.tests.factories import founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(arbitrator: User, owner: User, rival: User) -> Campaign:
    return league(arbitrator, [owner, rival], map_code="ruined_city")


def send(client: Client, method: str, address: str, body: Any = None, **headers: str) -> Any:
    url = f"/api/v1/campaigns/{address}"
    return getattr(client, method)(url, json.dumps(body or {}), content_type="application/json", headers=headers)


def test_a_campaign_is_exported_imported_once_and_handed_over(
    campaign: Campaign, arbitrator: User, owner: User, rival: User, client_of
) -> None:
    client = client_of(arbitrator)
    address = f"/api/v1/campaigns/{campaign.slug}/export/"
    assert client_of(owner).get(address).status_code == 403
    document = client.get(address).json()
    answers = [send(client, "post", "import/", {"document": document}, **{"Idempotency-Key": "a"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    copy = Campaign.objects.get(slug=answers[0].json()["slug"])
    assert answers[1].json()["slug"] == copy.slug
    assert copy.audience == "members"
    refused = send(client, "post", "import/", {"document": {**document, "format": "other"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_league_file")
    entry = Entry.objects.filter(campaign=copy, player=None).first()
    assert entry is not None
    handing = f"{copy.slug}/people/{entry.public_id}/hand-over/"
    assert send(client_of(rival), "post", handing, {"username": "owner"}).status_code == 404
    assert send(client, "post", handing, {"username": owner.username}).json()["is_non_player"] is False
    assert Warband.objects.get(pk=entry.warband_id).owner == owner
    assert send(client, "post", handing, {"username": owner.username}).json()["code"] == "bad_handover"


def test_imports_by_page_and_program_share_a_limit(settings, arbitrator: User, client_of) -> None:
    settings.LIMITS = {**settings.LIMITS, "battles": (1, 3600)}
    cache.clear()
    client = client_of(arbitrator)
    assert send(client, "post", "import/", {"document": {}}).json()["code"] == "bad_league_file"
    assert send(client, "post", "import/", {"document": {}}).json()["code"] == "too_many"
    page = client.post("/campaigns/import/", {"file": io.BytesIO(b"{}")})
    assert page.status_code == 429


def test_invitations_by_page_and_program_share_a_limit(
    settings, campaign: Campaign, arbitrator: User, stranger: User, client_of
) -> None:
    settings.LIMITS = {**settings.LIMITS, "messages": (1, 3600)}
    cache.clear()
    client = client_of(arbitrator)
    data = {"act": "invite", "person": stranger.username}
    assert send(client, "post", f"{campaign.slug}/manage/", data).status_code == 200
    assert Notice.objects.filter(user=stranger).count() == 1
    assert send(client, "post", f"{campaign.slug}/manage/", data).status_code == 429
    page = client.post(f"/campaigns/{campaign.slug}/invite/", {"username": stranger.username})
    assert page.status_code == 429
    assert send(client, "post", f"{campaign.slug}/manage/", {"act": "still_here"}).status_code == 200


def test_the_public_page_of_a_league_is_changed(campaign: Campaign, arbitrator: User, owner: User, client_of) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    logo = base64.b64encode(picture.getvalue()).decode()
    client, address = client_of(arbitrator), f"{campaign.slug}/site/"
    assert send(client_of(owner), "patch", address, {"about": "Mine"}).status_code == 403
    answer = send(client, "patch", address, {"address": "new-ashes", "theme": "moss", "logo": logo})
    assert answer.json()["slug"] == "new-ashes"
    campaign.refresh_from_db()
    assert (campaign.theme, campaign.about, campaign.logo is not None) == ("moss", "", True)
    assert send(client, "patch", "new-ashes/site/", {"no_logo": True, "about": "Thursdays."}).status_code == 200
    campaign.refresh_from_db()
    assert (campaign.theme, campaign.about, campaign.logo) == ("moss", "Thursdays.", None)
    broken = send(client, "patch", "new-ashes/site/", {"logo": "@@"})
    assert broken.json()["fields"] == {"logo": ["Send the content of the file in base64."]}


def test_a_new_warband_joins_or_is_built_by_hand(campaign: Campaign, stranger: User, client_of) -> None:
    client = client_of(stranger)
    data = {"join_code": campaign.join_code, "warband_type": "skaven", "how": "by_hand"}
    draft = send(client, "post", "join/new/", data)
    assert (draft.status_code, draft.json()["entry"]) == (201, "")
    assert Warband.objects.get(public_id=draft.json()["warband"]).is_draft
    joined = [
        send(client, "post", "join/new/", {**data, "how": "suggested"}, **{"Idempotency-Key": "b"}).json()
        for _ in range(2)
    ]
    assert joined[0] == joined[1]
    assert joined[0]["entry"] == entry_of(campaign, stranger).public_id
    assert send(client, "post", "join/new/", {**data, "join_code": "x" * 12}).status_code == 404


def test_a_challenge_names_its_prize(campaign: Campaign, owner: User, rival: User, client_of) -> None:
    mine, other = entry_of(campaign, owner).public_id, entry_of(campaign, rival).public_id
    data = {"entry": mine, "others": [other], "district": "nowhere"}
    refused = send(client_of(owner), "post", f"{campaign.slug}/matches/", data)
    assert refused.json()["code"] == "no_such_district"
    assert campaign.matches.count() == 0
    made = send(client_of(owner), "post", f"{campaign.slug}/matches/", {**data, "district": "the_mill"})
    assert made.status_code == 201
    assert campaign.matches.get().district_code == "the_mill"


def test_an_abandoned_campaign_is_asked_for(campaign: Campaign, owner: User, stranger: User, client_of) -> None:
    address = f"{campaign.slug}/take-over/"
    assert send(client_of(owner), "post", address).json()["code"] == "campaign_not_asleep"
    assert send(client_of(stranger), "post", address).json()["code"] == "not_a_member"


def test_a_campaign_is_created_without_a_publication(owner: User, client_of) -> None:
    data = {"name": "Plain", "left_out": ["no_such_pack"], "own": {"own_xxxxxxxxxxxx": 1}}
    assert send(client_of(owner), "post", "", data).json()["code"] == "no_such_pack"
    assert founded(owner)
    assert not Campaign.objects.exists()


def test_an_unknown_field_is_answered_with_the_fields_of_its_object(
    campaign: Campaign, arbitrator: User, client_of
) -> None:
    client = client_of(arbitrator)

    def faults(method: str, address: str, body: dict[str, Any]) -> dict[str, list[str]]:
        refused = send(client, method, f"{campaign.slug}/{address}", body)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
        return refused.json()["fields"]

    outer = faults("post", "settings/", {"change": {"points_wim": 4}})["change.points_wim"][0]
    assert "Known fields: name, notice, audience, points_win," in outer
    inner = faults("post", "settings/", {"change": {"formula": {"winn": 4}}})["change.formula.winn"][0]
    assert "per_shard" in inner
    assert "points_win" not in inner
    assert faults("post", "settings/", {"chance": {}})["chance"] == ["Unknown field. Known fields: change."]
    assert faults("post", "people/leave/", {"now": True})["now"] == ["Unknown field. Nothing can be sent here."]


def test_a_page_of_the_chronicle_begins_at_an_event_of_this_campaign(
    campaign: Campaign, arbitrator: User, owner: User, client_of
) -> None:
    client, address = client_of(arbitrator), f"/api/v1/campaigns/{campaign.slug}/chronicle/"
    shown = client.get(address).json()["results"]
    rest = client.get(address, {"before": shown[0]["id"]}).json()["results"]
    assert [line["id"] for line in rest] == [line["id"] for line in shown[1:]]
    last = CampaignEvent.objects.order_by("-pk")[0].pk
    entry = Entry.objects.filter(campaign=campaign)[0].public_id
    assert client.get(address, {"entry": entry}).status_code == 200
    for query, code in (({"before": last + 1}, "no_such_line"), ({"entry": "x" * 12}, "no_such_member")):
        refused = client.get(address, query)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
        assert list(refused.json()["fields"]) == list(query)
