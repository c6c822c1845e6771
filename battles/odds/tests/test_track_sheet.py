"""Odds as a sheet over the tracker: warriors of the battle only, with the numbers of the page of odds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.engine.state import KNOCKED_DOWN, STANDING
from battles.models import Track
from battles.odds.fighters import odds_fighter
from battles.odds.matchups import Terms, odds_between
from battles.odds.text import percent_of
from battles.odds.track_sheet import choices_of
from battles.tabletop.offline_pages import pages_of
from battles.tabletop.tests.test_sheets import author_and_other, warbands
from battles.tabletop.tests.test_tracker import begun, press
from catalogue.packs.installed import book

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def track(arbitrator: User, owner: User, rival: User) -> Track:
    match = league(arbitrator, owner, rival)[1]
    return begun(match, author_and_other(match)[0])


def author_of(track: Track) -> User:
    return User.objects.get(pk=track.created_by_id)


def asked(client: Client, track: Track, **query: str) -> str:
    answer = client.get(reverse("battles:track_odds", args=[track.public_id]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_numbers_are_those_of_the_page_of_odds(track: Track, client_of: ClientOf) -> None:
    user = author_of(track)
    own, enemy = choices_of(track, user)
    assert own.is_own
    first, second = own.choices[0][0], enemy.choices[0][0]
    page = asked(client_of(user), track, a=first, b=second)
    shared = frozenset(row.public_id for row in warbands(track.match))
    pair = [odds_fighter(value, [], user, shared).data(book()) for value in (first, second)]
    for situation in ("charge", "fight", "charged"):
        found = odds_between(*pair, Terms(track.ruleset, situation))
        for odds in (found["strikes"], found["back"]):
            assert odds is not None
            assert percent_of(odds["hit"]) in page
            assert percent_of(odds["postures"]["out_of_action"]) in page
    assert f"{own.choices[0][1]} charges" in page
    assert f"{enemy.choices[0][1]} charges" in page


def test_only_enemies_who_are_still_there_can_be_chosen(track: Track, client_of: ClientOf) -> None:
    user = author_of(track)
    client = client_of(user)
    own, enemy = choices_of(track, user)
    bare = asked(client, track)
    assert "<table" not in bare
    assert bare.count("<option") >= len(own.choices) * 2
    value, name = enemy.choices[0]
    assert "selected>" + name in asked(client, track, a=value).replace("\n", "").replace("  ", "")
    both = asked(client, track, a=own.choices[0][0], b=own.choices[1][0])
    assert "Choose an enemy" in both
    piece = next(piece for piece in track.setup["sides"][enemy.letter]["pieces"] if piece["name"] == name)
    press(track, user, "out", piece=piece["id"], by="")
    gone = asked(client, track, a=own.choices[0][0], b=value)
    assert "Choose an enemy" in gone or len(choices_of(track, user)[1].choices) == len(enemy.choices)


def test_a_stranger_gets_no_odds_of_a_private_warband(track: Track, client_of: ClientOf) -> None:
    own, enemy = choices_of(track, None)
    for warband in warbands(track.match):
        warband.visibility = "private"
        warband.save(update_fields=["visibility"])
    page = asked(client_of(None), track, a=own.choices[0][0], b=enemy.choices[0][0])
    assert "You cannot view that roster" in page
    assert "<table" not in page


def test_the_sheets_of_a_players_own_battle_are_there_without_a_network(track: Track, client_of: ClientOf) -> None:
    user = author_of(track)
    client = client_of(user)
    saved = [page for page in pages_of(user) if "/odds/?a=" in page]
    tracker = client.get(reverse("battles:track", args=[track.public_id])).content.decode()
    linked = [part.split("#")[0] for part in tracker.split('href="')[1:] if "/odds/?a=" in part.split('"')[0]]
    assert linked
    assert set(linked) <= set(saved)
    assert any("&b=" in page for page in saved)


def test_a_warrior_who_is_down_is_put_out_of_action_more_easily_and_does_not_attack(
    track: Track, client_of: ClientOf
) -> None:
    user = author_of(track)
    client = client_of(user)
    own, enemy = choices_of(track, user)
    first, second = own.choices[0][0], enemy.choices[0][0]
    standing = asked(client, track, a=first, b=second)
    assert "cannot attack" not in standing
    piece = next(piece for piece in track.setup["sides"][enemy.letter]["pieces"] if second.endswith(piece["key"]))
    press(track, user, "posture", piece=piece["id"], posture="knocked_down")
    page = asked(client, track, a=first, b=second)
    assert f"{piece['name']} (Knocked down)" in page
    assert "cannot attack while knocked down or stunned" in page
    assert f"{piece['name']} charges" not in page
    shared = frozenset(row.public_id for row in warbands(track.match))
    pair = [odds_fighter(value, [], user, shared).data(book()) for value in (first, second)]
    up, down = (
        odds_between(*pair, Terms(track.ruleset, "charge", postures=(STANDING, posture)))["strikes"]
        for posture in (STANDING, KNOCKED_DOWN)
    )
    assert up is not None
    assert down is not None
    assert down["postures"]["out_of_action"] > up["postures"]["out_of_action"]
    assert percent_of(down["postures"]["out_of_action"]) in page
    sure = odds_between(*pair, Terms("mordheim", "charge", postures=(STANDING, KNOCKED_DOWN)))["strikes"]
    assert sure is not None
    assert sure["hit"] == pytest.approx(1), "there, hits on a model that is down are automatic"


def test_models_of_a_group_in_different_states_are_different_choices(track: Track, client_of: ClientOf) -> None:
    user = author_of(track)
    enemy = choices_of(track, user)[1]
    pieces = track.setup["sides"][enemy.letter]["pieces"]
    group = next(found for piece in pieces if len(found := [p for p in pieces if p["key"] == piece["key"]]) > 1)
    line = next(value for value, _name in enemy.choices if value.endswith(group[0]["key"]))
    press(track, user, "posture", piece=group[1]["id"], posture="stunned")
    names = dict(choices_of(track, user)[1].choices)
    assert names[line] == group[0]["name"]
    assert names[f"{line}~{group[1]['id']}"] == f"{group[1]['name']} (Stunned)"
    tracker = client_of(user).get(reverse("battles:track", args=[track.public_id])).content.decode()
    assert f"?a={line}~{group[1]['id']}#odds" in tracker
    press(track, user, "posture", piece=group[1]["id"], posture="standing")
    own = choices_of(track, user)[0].choices[0][0]
    page = asked(client_of(user), track, a=own, b=f"{line}~{group[1]['id']}")
    assert "cannot attack" not in page, "the model stands again since the link was shown"
    assert "<table" in page
