"""How players find the page for a battle with miniatures, and name the warband of their opponent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, Track
from battles.tabletop.permissions import WarbandAddress, warband_address
from warbands.core.tests.factories import founded
from warbands.models import Visibility, Warband

pytestmark = pytest.mark.django_db

HERE = "/battles/tabletop/"


@pytest.fixture
def mine(owner: User) -> Warband:
    return founded(owner)


@pytest.fixture
def theirs(rival: User) -> Warband:
    """The rival's warband, which only people with its link can see."""
    warband = founded(rival, "undead")
    Warband.objects.filter(pk=warband.pk).update(visibility=Visibility.LINK)
    warband.refresh_from_db()
    return warband


def links_of(client: Client, page: str) -> list[str]:
    return re.findall(r'href="([^"]+)"', client.get(page).content.decode())


def test_the_pages_where_players_look_lead_there(owner: User, mine: Warband, client: Client) -> None:
    assert HERE in links_of(client, "/")
    client.force_login(owner)
    for page in ("/play/", "/battles/", "/help/"):
        assert HERE in links_of(client, page), page
    roster = f"{HERE}?mine={mine.public_id}"
    assert roster in links_of(client, f"/warbands/{mine.public_id}/")
    page = client.get(roster)
    assert page.status_code == 200
    assert f'value="{mine.public_id}" selected' in page.content.decode()


def test_the_roster_of_another_player_leads_to_a_battle_against_it(
    owner: User, mine: Warband, theirs: Warband, client: Client
) -> None:
    roster = f"/warbands/{theirs.public_id}/?key={theirs.share_key}"
    way = f"{HERE}?theirs={theirs.public_id}%3Fkey%3D{theirs.share_key}"
    assert way not in links_of(client, roster)
    client.force_login(owner)
    assert way in links_of(client, roster)
    page = client.get(way)
    assert page.status_code == 200
    assert f'value="{theirs.public_id}?key={theirs.share_key}"' in page.content.decode()


@pytest.mark.parametrize(
    "text",
    [
        "https://league.example.org/warbands/{id}/?key={key}",
        "{id}?key={key}",
        " {id}/?key={key}&x=1 ",
        "/warbands/{id}/?view=list&key={key}#top",
    ],
)
def test_the_link_of_a_warband_is_understood_however_it_is_pasted(text: str) -> None:
    pasted = text.format(id="Ab12Cd34Ef56", key="Gh78Ij90Kl12")
    assert warband_address(pasted) == WarbandAddress("Ab12Cd34Ef56", "Gh78Ij90Kl12")
    assert warband_address(str(warband_address(pasted))) == warband_address(pasted)


@pytest.mark.parametrize("text", ["", "?", "https://league.example.org/", "?key=Gh78Ij90Kl12", "nonsense"])
def test_other_text_names_no_warband(text: str, owner: User, mine: Warband, client: Client) -> None:
    client.force_login(owner)
    page = client.get(HERE, {"mine": mine.public_id, "theirs": text})
    assert page.status_code in (200, 422)
    assert 'id="theirs"' in page.content.decode()


def sheet_of(page: str) -> dict[str, Any]:
    """The hidden fields and ticked boxes of a form, as the browser sends them."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page):
        found.setdefault(name, []).append(value)
    for box in re.findall(r'<input type="checkbox"[^>]*checked[^>]*>', page):
        found[re.findall(r'name="([^"]+)"', box)[0]] = ["on"]
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def test_a_battle_against_a_warband_shared_by_link_is_tracked_and_its_sheet_sent(
    owner: User, mine: Warband, theirs: Warband, client: Client
) -> None:
    client.force_login(owner)
    pasted = f"http://testserver/warbands/{theirs.public_id}/?key={theirs.share_key}"
    named = {"mine": mine.public_id, "theirs": pasted}
    start = client.get("/battles/track/", named).content.decode()
    assert "Who has the first turn?" in start
    begun_track = client.post("/battles/track/", {**sheet_of(start), "first": "a"})
    assert begun_track.status_code == 302
    assert Track.objects.get().second == theirs
    sheet = client.get(HERE, named).content.decode()
    fields = {**sheet_of(sheet.partition('id="sheet"')[2]), "winner": "a"}
    sent = client.post(HERE, fields)
    assert sent.status_code == 302, re.findall(r"data-refusal.*?</div>", sent.content.decode(), re.DOTALL)
    battle = Battle.objects.get()
    assert {side.warband_id for side in battle.sides.all()} == {mine.pk, theirs.pk}


def test_a_wrong_or_missing_share_key_opens_nothing(
    owner: User, mine: Warband, theirs: Warband, client: Client
) -> None:
    client.force_login(owner)
    for named in (theirs.public_id, f"{theirs.public_id}?key=AAAAAAAAAAAA"):
        page = client.get("/battles/track/", {"mine": mine.public_id, "theirs": named}, follow=True)
        assert page.status_code == 422
        assert "Sharing and notes" in page.content.decode()
        body = {"mine": mine.public_id, "theirs": named}
        tracked = client.post("/api/v1/battles/track/", body, content_type="application/json")
        assert (tracked.status_code, tracked.json()["code"]) == (422, "no_such_warband")
    body = {"mine": mine.public_id, "theirs": f"{theirs.public_id}?key={theirs.share_key}"}
    assert client.post("/api/v1/battles/track/", body, content_type="application/json").status_code == 201


def test_the_owner_can_show_the_link_as_a_code(rival: User, theirs: Warband, client: Client) -> None:
    client.force_login(rival)
    page = client.get(f"/warbands/{theirs.public_id}/settings/").content.decode()
    assert 'class="qr"' in page
    assert "QR code of the link" in page


def test_a_battle_outside_of_leagues_has_the_ruleset_that_is_played_at_the_table(
    owner: User, mine: Warband, theirs: Warband, client: Client
) -> None:
    client.force_login(owner)
    named = {"mine": mine.public_id, "theirs": f"{theirs.public_id}?key={theirs.share_key}"}
    start = client.get("/battles/track/", named).content.decode()
    assert 'value="core" selected' in start
    client.post("/battles/track/", {**sheet_of(start), "first": "a", "ruleset": "mordheim"})
    track = Track.objects.get()
    assert track.ruleset == "mordheim"
    assert "Mordheim (1999 rulebook)" in client.get(f"/battles/track/{track.public_id}/guide/").content.decode()
    # Its sheet has the same ruleset without asking again, and the next battle offers it first.
    sheet = client.get(HERE, {**named, "track": track.public_id}).content.decode()
    assert 'id="ruleset"' not in sheet
    client.post(HERE, {**sheet_of(sheet.partition('id="sheet"')[2]), "winner": "a"})
    assert Battle.objects.get().ruleset == "mordheim"
    assert 'value="mordheim" selected' in client.get(HERE, named).content.decode()


def test_an_unknown_ruleset_is_refused(owner: User, mine: Warband, theirs: Warband, client: Client) -> None:
    client.force_login(owner)
    body = {"mine": mine.public_id, "theirs": f"{theirs.public_id}?key={theirs.share_key}", "ruleset": "chess"}
    answer = client.post("/api/v1/battles/track/", body, content_type="application/json")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["ruleset"])
