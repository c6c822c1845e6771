"""The site's responses to queued taps, and whose ids they have (items 1.1 and 1.13)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.models import Track, TrackStep
from battles.play.command_ids import CommandIdUsed
from battles.tabletop.tests.test_sheets import author_and_other
from battles.tabletop.tests.test_tracker import begun, press
from battles.tabletop.tracker import services as tracker_services
from campaigns.models import Match

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def tap(client: Client, track: Track, by: User, tap_id: str = "tap-1", **fields: str) -> tuple[int, dict[str, Any]]:
    """Send one tap as the queue of the page does."""
    answer = client.post(
        reverse("battles:track_act", args=[track.public_id]),
        {"kind": "note", "text": "Rain.", **fields, "idempotency_key": tap_id, "tapped_by": by.public_id},
        headers={"Accept": "application/json"},
    )
    return answer.status_code, answer.json()


def test_a_tap_is_acknowledged_by_its_own_id_each_time_it_arrives(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    for _time in range(2):
        status, data = tap(client_of(author), track, author)
        assert (status, data["accepted"]) == (200, "tap-1")
        assert 'id="track"' in data["html"]
        assert "csrfmiddlewaretoken" in data["html"]
    assert TrackStep.objects.filter(track=track).count() == 1


def test_an_impossible_tap_is_refused_with_its_id(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    status, data = tap(client_of(author), track, author, "tap-2", kind="out", piece="nobody")
    assert (status, data["refused"], data["code"]) == (409, "tap-2", "not_so")
    assert data["message"]


def test_the_next_turn_names_the_moment_that_the_player_saw(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    address = f"/api/v1/battles/track/{track.public_id}/"
    for kind in ("turn", "phase"):
        refused = client_of(author).post(address, {"kind": kind, "data": {}}, "application/json")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_so")
        assert refused.json()["message"] == "Send the turn, the side and the phase that the player saw."


def test_nothing_is_acknowledged_to_who_is_signed_out_or_somebody_else(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    for client, status, code in ((client_of(None), 401, "signed_out"), (client_of(other), 403, "other_player")):
        found, data = tap(client, track, author)
        assert (found, data["code"]) == (status, code)
        assert not {"accepted", "refused"} & set(data)
    assert not TrackStep.objects.exists()
    direct = client_of(None).post(
        reverse("battles:track_act", args=[track.public_id]),
        {"kind": "note", "text": "x"},
        headers={"HX-Request": "true"},
    )
    assert direct.status_code == 401


def test_ids_of_taps_belong_to_their_player(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    press(track, author, "note", "same", text="mine")
    press(track, other, "note", "same", text="yours")
    press(track, author, "note", "same", text="mine")
    assert TrackStep.objects.filter(track=track).count() == 2
    with pytest.raises(CommandIdUsed):
        press(track, author, "note", "same", text="something else")
    # Nobody can use the site's own ids before the site does.
    press(track, author, "note", "press-4", text="third")
    press(track, author, "note", text="fourth")
    press(track, author, "note", text="fifth")
    assert tracker_services.tally(track).notes == ["mine", "yours", "third", "fourth", "fifth"]


class BadNetwork:
    """A connection that loses requests and responses, delivers twice or late, and responds with errors."""

    def __init__(self, seed: int, record: Callable[[int], str]) -> None:
        self.random = random.Random(seed)
        self.record = record
        self.late: list[int] = []

    def deliver(self, tap: int) -> str:
        """The id to which the site has responded; "" if there was no response or an error."""
        if self.late and self.random.random() < 0.3:
            self.record(self.late.pop(self.random.randrange(len(self.late))))
        match self.random.randrange(6):
            case 0:
                return ""
            case 1:
                self.record(tap)
                return ""
            case 2:
                self.late.append(tap)
                return self.record(tap)
            case 3:
                self.record(tap)
        return self.record(tap)


@pytest.mark.slow
def test_500_taps_over_a_bad_network_are_each_recorded_once_and_in_order(match: Match) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    piece = next(iter(tracker_services.tally(track).pieces))

    def record(tap: int) -> str:
        press(track, author, "posture", f"tap-{tap}", piece=piece, posture=("knocked_down", "standing")[tap % 2])
        return f"tap-{tap}"

    network, attempts = BadNetwork(14, record), 0
    # Like the page: send the first entry of the queue until the site has answered for its id.
    for tap in range(500):
        attempts += 1
        while network.deliver(tap) != f"tap-{tap}":
            attempts += 1
    for tap in network.late:
        record(tap)
    steps = TrackStep.objects.filter(track=track).order_by("number")
    assert [step.command_id for step in steps] == [f"tap-{tap}" for tap in range(500)]
    assert [step.number for step in steps] == list(range(1, 501))
    assert attempts > 600
