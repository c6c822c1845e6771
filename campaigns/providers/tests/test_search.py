"""One search over warbands, leagues and users: tolerates typing mistakes, and shows only what is public or the reader's
own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from campaigns.core.tests.factories import league
from catalogue.search.index import search
from catalogue.search.similar_names import PIECES, pieces_of
from warbands.builder import founding, renaming
from warbands.core.tests.factories import by, draft, founded
from warbands.models import Warband

ClientOf = Callable[[User | None], Client]
pytestmark = pytest.mark.django_db


def found(query: str, reader: object = None) -> dict[str, list[str]]:
    """Section -> names, without the sections of the catalogue."""
    data = {str(section.title): [hit.name for hit in section.hits] for section in search(query, reader)}
    return {title: names for title, names in data.items() if title in ("Warbands of players", "Leagues", "Players")}


def named(owner: User, name: str, visibility: str = "public") -> Warband:
    warband = founded(owner)
    renaming.rename(warband_id=warband.pk, name=name, by=by(owner))
    founding.change_details(warband_id=warband.pk, visibility=visibility)
    return warband


@pytest.mark.parametrize("typed", ["broken lanterns", "brokn lanters", "the brocken lantern", "LANTERNS", "lanternes"])
def test_a_public_warband_is_found_however_it_is_spelt(owner: User, typed: str) -> None:
    named(owner, "The Broken Lanterns")
    named(owner, "The Rat Tithe")
    assert found(typed, AnonymousUser()) == {"Warbands of players": ["The Broken Lanterns"]}


def test_closed_warbands_and_drafts_are_found_by_their_owner_alone(owner: User, stranger: User) -> None:
    for visibility in ("private", "link"):
        named(owner, f"Lantern {visibility}", visibility)
    begun = draft(owner)
    renaming.rename(warband_id=begun.pk, name="Lantern draft", by=by(owner))
    founding.change_details(warband_id=begun.pk, visibility="public")
    for reader in (stranger, AnonymousUser()):
        assert "Warbands of players" not in found("lantern", reader)
    assert sorted(found("lantern", owner)["Warbands of players"]) == [
        "Lantern draft", "Lantern link", "Lantern private",
    ]  # fmt: skip


def test_leagues_are_found_by_everyone_when_public_and_by_members_else(
    arbitrator: User, owner: User, stranger: User
) -> None:
    league(arbitrator, [owner], name="Ashes of the Mill")
    league(arbitrator, [owner], name="Ashes behind doors", audience="members")
    assert found("ashez", stranger)["Leagues"] == ["Ashes of the Mill"]
    assert sorted(found("ashez", owner)["Leagues"]) == ["Ashes behind doors", "Ashes of the Mill"]


@pytest.mark.postgres
def test_people_are_found_who_show_something_of_themselves(owner: User, rival: User, client_of: ClientOf) -> None:
    User.objects.filter(pk=owner.pk).update(display_name="Wilhelmina Voss")
    assert "Players" not in found("wilhelmina", AnonymousUser())
    assert found("wilhelmina", User.objects.get(pk=owner.pk))["Players"] == ["Wilhelmina Voss"]
    url = reverse("campaigns:person", args=[owner.public_id])
    assert client_of(rival).get(url).status_code == 404
    named(owner, "The Broken Lanterns")
    assert found("wilhemina vos", AnonymousUser())["Players"] == ["Wilhelmina Voss"]
    page = client_of(None).get(url)
    assert page.status_code == 200
    assert "The Broken Lanterns" in page.content.decode()
    assert owner.username not in found("owner", AnonymousUser()).get("Players", [])


def test_the_page_shows_the_sections_and_asks_as_often_whatever_there_is(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    named(owner, "The Broken Lanterns")
    with CaptureQueriesContext(connection) as few:
        assert "The Broken Lanterns" in client.get("/search/?q=lanterns").content.decode()
    for number in range(6):
        named(owner, f"Lanterns {number}")
    with CaptureQueriesContext(connection) as many:
        client.get("/search/?q=lanterns")
    assert len(many) <= len(few)


@pytest.mark.postgres
def test_search_input_is_treated_as_plain_text(owner: User) -> None:
    named(owner, "The 100% Company")
    assert found("100%", AnonymousUser())["Warbands of players"] == ["The 100% Company"]
    for typed in ("%", "_", "\\", "' OR 1=1 --", "a", "é", "漢字", "x" * 400, "  "):
        found(typed, owner)


def test_the_search_uses_few_trigrams_of_meaningful_words() -> None:
    assert pieces_of("the lantern") == ["lan", "ant", "nte", "ter", "ern"]
    assert pieces_of("the") == ["the"]
    assert len(pieces_of("a very long name of a warband from the marshes of the north")) == PIECES
