"""The odds page and its API."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from battles.odds import fighters, matchups
from battles.odds.text import often, percent_of
from catalogue.packs.installed import book
from warbands.core.tests.factories import founded
from warbands.models import Visibility, Warband

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
DUEL = {"a": "reiklanders_champion", "ak": "sword", "b": "skaven_verminkin", "bk": "spear"}


def test_a_visitor_sees_chances_at_once_and_can_send_the_link(client_of: ClientOf) -> None:
    client = client_of(None)
    page = client.get("/odds/", DUEL).content.decode()
    assert "Champion attacks" in page
    assert "Out of action" in page
    assert page.count('class="odds-bar"') == 2
    link = re.search(r'id="odds-link"[^>]*value="http://testserver([^"]+)"', page)
    assert link is not None
    again = client.get(link[1].replace("&amp;", "&")).content.decode()
    assert again.split("odds-answer")[1] == page.split("odds-answer")[1]


def test_the_odds_are_those_of_the_engine() -> None:
    facts = book()
    first = fighters.odds_fighter("reiklanders_champion", ["sword"], None)
    second = fighters.odds_fighter("reiklanders_champion", ["axe"], None)
    found = matchups.odds_between(first.data(facts), second.data(facts), matchups.Terms("mordheim", "fight"))
    for odds in (found["strikes"], found["back"]):
        assert sum(odds["postures"].values()) == pytest.approx(1, abs=1e-12)
        assert sum(odds["wounds"].values()) == pytest.approx(1, abs=1e-12)
    assert found["strikes"]["hit"] == pytest.approx(1 / 2, abs=1e-12)
    assert found["back"]["hit"] < 1 / 2, "the sword parries"


@pytest.mark.parametrize("ruleset", matchups.RULESETS)
@pytest.mark.parametrize("situation", matchups.SITUATIONS)
def test_every_situation_is_answered_in_every_ruleset(client_of: ClientOf, ruleset: str, situation: str) -> None:
    data = {
        **DUEL,
        "ak": "bow,sword",
        "rules": ruleset,
        "how": situation,
        "range": "far",
        "cover": "hard",
        "moved": "1",
    }
    page = client_of(None).get("/odds/", data)
    assert page.status_code == 200
    assert b"Result for" in page.content


def test_other_arms_are_compared_and_the_best_is_marked_by_a_word(client_of: ClientOf) -> None:
    page = client_of(None).get("/odds/", DUEL).content.decode()
    table = page.split("with other weapons")[1]
    assert "<b>best</b>" in table
    for arms in ("Axe, Dagger", "Halberd", "Double-handed weapon"):
        assert f">{arms}</a>" in table


def test_the_duel_comes_without_script_too(client_of: ClientOf) -> None:
    client = client_of(None)
    whole = client.get("/odds/", {**DUEL, "end": "1"}).content.decode()
    fragment = client.get("/odds/duel/", DUEL).content.decode()
    assert "Champion wins" in whole
    assert "Champion wins" in fragment
    assert "<html" not in fragment


def test_a_roster_warrior_stands_there_with_what_the_warrior_has(owner: User, rival: User, client_of: ClientOf) -> None:
    band = founded(owner)
    warrior = band.warriors.order_by("position").first()
    assert warrior is not None
    named = f"{band.public_id}.{warrior.public_id}"
    mine = client_of(owner).get("/odds/", {"a": named, "b": "undead_zombie"}).content.decode()
    assert f"{warrior.name} attacks" in mine
    Warband.objects.filter(pk=band.pk).update(visibility=Visibility.PRIVATE)
    theirs = client_of(rival).get("/odds/", {"a": named, "b": "undead_zombie"})
    assert theirs.status_code == 200
    assert warrior.name not in theirs.content.decode()
    assert "You cannot view that roster" in theirs.content.decode()
    assert "attacks" not in theirs.content.decode(), "nothing is worked out with another warrior"
    assert client_of(rival).get("/odds/duel/", {"a": named, "b": "undead_zombie"}).status_code == 404
    assert (
        f"/odds/?a={named}"
        in client_of(owner).get(f"/warbands/{band.public_id}/warriors/{warrior.public_id}/").content.decode()
    )


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"a": "nobody", "b": ""}, 422),
        ({"ak": "gromril_armour"}, 422),
        ({"a": "x.y"}, 422),
        ({"how": "charge", "range": "far"}, 422),
        ({"how": "shot", "duel": "1"}, 422),
        ({"how": "leap"}, 400),
        ({"rules": "none"}, 400),
        ({"a": "x.y", "b": "...", "ak": ["", "sword", "sword"], "rules": "chess", "how": "loudly"}, 400),
        ({"a": "undead_zombie", "ak": "gromril_armour,no_such_thing", "range": "7", "moved": "maybe"}, 400),
        ({"a": "animal_horse", "b": "a" * 5_000}, 400),
    ],
)
def test_invalid_input_gets_a_page_and_an_api_error(client_of: ClientOf, asked: dict[str, object], status: int) -> None:
    assert client_of(None).get("/odds/", asked).status_code == 200
    answer = client_of(None).get("/api/v1/odds/", asked)
    assert answer.status_code == status
    assert answer.json()["fields"], "what cannot be read is named, never replaced"


def test_queries_do_not_grow_with_warbands(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    founded(owner)
    client.get("/odds/", DUEL)
    with CaptureQueriesContext(connection) as few:
        client.get("/odds/", DUEL)
    for _ in range(3):
        founded(owner)
    with CaptureQueriesContext(connection) as many:
        client.get("/odds/", DUEL)
    assert len(many) == len(few)


def test_the_api_returns_the_odds_as_numbers(client_of: ClientOf) -> None:
    found = client_of(None).get("/api/v1/odds/", {**DUEL, "how": "charge", "duel": "1"}).json()
    assert found["attacker"]["kit"] == ["sword"]
    assert sum(found["strikes"]["postures"].values()) == pytest.approx(1, abs=1e-9)
    duel = found["duel"]
    assert duel["first_wins"] + duel["second_wins"] + duel["undecided"] == pytest.approx(1, abs=1e-9)


def test_chances_in_words() -> None:
    assert (percent_of(0), percent_of(1), percent_of(0.9999), percent_of(0.0004)) == (
        "never", "always", "99.9\u00a0%", "under 0.1\u00a0%",
    )  # fmt: skip
    assert (percent_of(0.2594), often(0.2594), often(0.7)) == ("25.9\u00a0%", "1 in 3.9", "")
    assert [often(chance) for chance in (0.0224, 1 / 1105, 1 / 20_995.2)] == ["1 in 45", "1 in 1,100", "1 in 21,000"]
