"""Two phones recorded the same thing: equal entries count once; different versions are shown, and the player
chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.models import Track, TrackStep
from battles.tabletop.conflicts import Conflict
from battles.tabletop.tests.test_sheets import author_and_other
from battles.tabletop.tests.test_tracker import NOON, begun, press
from battles.tabletop.tracker import services as tracker_services
from campaigns.models import Match

pytestmark = pytest.mark.django_db
MINE, THEIRS = "a" * 12, "b" * 12


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def record(
    track: Track, actor: User, kind: str, tap: str, seen: int, replaces: list[int] | None = None, **data: Any
) -> None:
    tracker_services.record_event(
        track_id=track.public_id,
        actor_id=actor.pk,
        kind=kind,
        data=data,
        command_id=tap,
        now=NOON,
        seen=seen,
        replaces=replaces or [],
    )


def test_a_different_entry_of_another_phone_is_a_conflict_until_the_player_chooses(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    piece = next(iter(tracker_services.tally(track).pieces))
    record(track, other, "posture", f"{THEIRS}1", 0, piece=piece, posture="fleeing")
    with pytest.raises(Conflict) as found:
        record(track, author, "posture", f"{MINE}1", 0, piece=piece, posture="stunned")
    assert [step.number for step in found.value.theirs] == [1]
    assert tracker_services.tally(track).pieces[piece].posture == "fleeing"
    record(track, author, "posture", f"{MINE}1", 0, [1], piece=piece, posture="stunned")
    assert tracker_services.tally(track).pieces[piece].posture == "stunned"
    assert TrackStep.objects.get(number=1).is_undone


def test_a_fall_replaces_the_fall_that_another_phone_recorded(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    now = tracker_services.tally(track)
    victim = now.of("b")[0]
    first, second = now.of("a")[0], next(piece for piece in now.of("a") if piece.key != now.of("a")[0].key)
    record(track, other, "out", f"{THEIRS}1", 0, piece=victim.id, by=first.key)
    record(track, author, "out", f"{MINE}1", 0, [1], piece=victim.id, by=second.key)
    assert tracker_services.tally(track).pieces[victim.id].by == second.key


def test_the_same_entry_on_both_phones_counts_once(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    moment = tracker_services.tally(track).moment
    record(track, other, "phase", f"{THEIRS}1", 0, **moment)
    for _time in range(2):
        record(track, author, "phase", f"{MINE}1", 0, **moment)
    assert TrackStep.objects.count() == 1
    assert tracker_services.tally(track).phase == 1


def test_what_a_phone_has_seen_or_recorded_itself_is_no_conflict(match: Match) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    pieces = list(tracker_services.tally(track).pieces)
    record(track, other, "posture", f"{THEIRS}1", 0, piece=pieces[0], posture="fleeing")
    record(track, author, "posture", f"{MINE}1", 1, piece=pieces[0], posture="standing")
    record(track, author, "posture", f"{MINE}2", 1, piece=pieces[0], posture="stunned")
    record(track, author, "posture", f"{MINE}3", 0, piece=pieces[1], posture="stunned")
    record(track, author, "note", f"{MINE}4", 0, text="Rain.")
    assert tracker_services.tally(track).pieces[pieces[0]].posture == "stunned"


def test_two_phones_of_one_player_can_contradict_each_other(match: Match) -> None:
    author, _other = author_and_other(match)
    track = begun(match, author)
    piece = next(iter(tracker_services.tally(track).pieces))
    record(track, author, "posture", f"{THEIRS}1", 0, piece=piece, posture="fleeing")
    with pytest.raises(Conflict):
        record(track, author, "posture", f"{MINE}1", 0, piece=piece, posture="stunned")


def test_the_answer_to_a_queued_tap_has_both_versions(match: Match, client_of: Callable[[User | None], Client]) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    piece = next(iter(tracker_services.tally(track).pieces.values()))
    press(track, other, "posture", f"{THEIRS}1", piece=piece.id, posture="fleeing")
    tap = {
        "kind": "posture",
        "piece": piece.id,
        "posture": "stunned",
        "seen": "0",
        "idempotency_key": f"{MINE}1",
        "tapped_by": author.public_id,
    }
    address, script = reverse("battles:track_act", args=[track.public_id]), {"Accept": "application/json"}
    found = client_of(author).post(address, tap, headers=script)
    assert found.status_code == 409
    content = found.json()
    assert (content["code"], content["refused"], content["numbers"]) == ("conflict", f"{MINE}1", [1])
    assert content["theirs"] == [{"text": f"{piece.name}: fleeing", "player": other.shown_name}]
    chosen = client_of(author).post(address, {**tap, "replaces": "1"}, headers=script)
    assert chosen.json()["accepted"] == f"{MINE}1"
