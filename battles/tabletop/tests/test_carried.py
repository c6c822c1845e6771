"""Wyrdstone and other objects that warriors carry in a tracked battle, up to the sheet."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.tests.test_views import league
from battles.models import Track
from battles.tabletop.conflicts import Conflict
from battles.tabletop.tests.test_conflicts import MINE, THEIRS, record
from battles.tabletop.tests.test_sheets import author_and_other
from battles.tabletop.tests.test_tracker import SETUP, begun, out, press
from battles.tabletop.tracker import services as tracker_services
from battles.tabletop.tracker.carried import WYRDSTONE, counts_of
from battles.tabletop.tracker.results import fill_in, sheet_of
from battles.tabletop.tracker.tally import ImpossibleEvent, Tally, tally_of
from battles.tabletop.tracker.text import view_of
from campaigns.models import Match
from catalogue.packs.installed import book
from warbands.core.tests.factories import NOON

pytestmark = pytest.mark.django_db
Step = tuple[str, dict[str, Any]]


def carry(piece: str, how: str = "pick_up", code: str = WYRDSTONE, **more: str) -> Step:
    return "carry", {"piece": piece, "thing": code, "how": how, **more}


def played(scenario: str, *steps: Step) -> Tally:
    from battles.engine.rulesets.compile import rules_for

    return tally_of(SETUP, rules_for("core"), steps, counts_of(scenario))


def carried(tally: Tally) -> dict[str, list[str]]:
    return {piece.id: piece.carried for piece in tally.pieces.values() if piece.carried}


@pytest.mark.parametrize(
    ("scenario", "objects"),
    [
        ("skirmish", {}),
        ("breakthrough", {}),
        ("wyrdstone_hunt", {"wyrdstone": 0}),
        ("chance_encounter", {"wyrdstone": 0}),
        ("the_pool", {"wyrdstone": 0}),
        ("round_up_at_the_mordheim_corral", {"wyrdstone": 0}),
        ("hidden_treasure", {"chest": 1}),
        ("haunted_treasure", {"chest": 1}),
        ("gift_of_the_truthsayers", {"artefact": 1}),
        ("burn_the_witches", {"relic": 0}),
        ("the_lost_prince", {"prince": 1}),
        ("the_item_lost", {"wand": 1}),
        ("the_recipe", {"pie": 0}),
        ("mule_train", {"mule": 0}),
        ("the_caravan", {"wyrdstone": 0, "treasure": 0, "objective": 0}),
    ],
)
def test_each_scenario_has_its_own_objects(scenario: str, objects: dict[str, int]) -> None:
    assert counts_of(scenario) == objects


def test_every_scenario_with_counters_or_a_prize_has_something_to_carry() -> None:
    for scenario in book().scenarios.values():
        rewarded = {award.reason for award in scenario.experience} & {"carries_counter", "carries_off"}
        assert not rewarded or counts_of(scenario.code), scenario.code


def test_an_object_is_picked_up_passed_on_dropped_and_lost() -> None:
    steps = [carry("a1"), carry("a1"), carry("a1", "pass_on", to="a2"), carry("a2", "drop"), carry("a1", "lose")]
    assert carried(played("wyrdstone_hunt", *steps[:2])) == {"a1": [WYRDSTONE, WYRDSTONE]}
    assert carried(played("wyrdstone_hunt", *steps[:3])) == {"a1": [WYRDSTONE], "a2": [WYRDSTONE]}
    dropped = played("wyrdstone_hunt", *steps[:4])
    assert (carried(dropped), dropped.dropped) == ({"a1": [WYRDSTONE]}, [WYRDSTONE])
    lost = played("wyrdstone_hunt", *steps)
    assert (carried(lost), lost.dropped) == ({}, [WYRDSTONE])
    found = played("wyrdstone_hunt", *steps, carry("b1"))
    assert (carried(found), found.dropped) == ({"b1": [WYRDSTONE]}, [])


def test_a_warrior_out_of_action_drops_everything() -> None:
    tally = played("wyrdstone_hunt", carry("a1"), carry("a1"), carry("a2"), out("a1", "b-line-1"))
    assert carried(tally) == {"a2": [WYRDSTONE]}
    assert tally.dropped == [WYRDSTONE, WYRDSTONE]


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ([carry("a1", code="chest")], "cannot be carried in this scenario"),
        ([carry("a1", "drop")], "no longer carries"),
        ([carry("a1"), carry("a1", "pass_on", to="a1")], "who carries it now"),
        ([carry("a1"), carry("a1", "pass_on")], "who carries it now"),
        ([carry("a1"), out("a2"), carry("a1", "pass_on", to="a2")], "already out of action"),
        ([carry("a1"), carry("a1", "eat")], "unknown"),
        ([out("a1"), carry("a1")], "already out of action"),
        ([carry("a1")] * 13, "cannot carry more"),
    ],
)
def test_what_is_impossible_is_refused(steps: list[Step], sentence: str) -> None:
    with pytest.raises(ImpossibleEvent, match=sentence):
        played("wyrdstone_hunt", *steps)


def test_there_is_only_one_chest() -> None:
    first = carry("a1", code="chest")
    with pytest.raises(ImpossibleEvent, match="a1 already carries it"):
        played("hidden_treasure", first, carry("b1", code="chest"))
    passed = played("hidden_treasure", first, carry("a1", "pass_on", "chest", to="a2"))
    assert carried(passed) == {"a2": ["chest"]}


def test_the_sheet_has_the_shards_and_the_experience_of_carriers() -> None:
    tally = played("wyrdstone_hunt", carry("a1"), carry("a1"), carry("a2"), carry("b1"), out("a2"), carry("b2"))
    sheet = fill_in(sheet_of(SETUP, tally, "wyrdstone_hunt"), tally)
    assert {letter: side.shards for letter, side in sheet.sides.items()} == {"a": 2, "b": 2}
    assert sheet.sides["a"].deeds == {"a-line-1": {"carries_counter": 2}}
    assert set(sheet.sides["b"].deeds) == {"b-line-1", "b-line-2"}
    assert not any(side.has_prize for side in sheet.sides.values())


def test_the_sheet_has_the_side_with_the_chest() -> None:
    tally = played("hidden_treasure", carry("b3", code="chest"))
    sheet = fill_in(sheet_of(SETUP, tally, "hidden_treasure"), tally)
    assert [side.has_prize for side in sheet.sides.values()] == [False, True]
    assert [side.shards for side in sheet.sides.values()] == [0, 0]


def test_shards_brought_into_a_battle_depend_on_the_heroes_out_of_action() -> None:
    """SCN-ENCOUNTER-01: two and one shard; the first side loses two heroes, the second none."""
    tally = played("chance_encounter", carry("a1"), carry("a2"), carry("b1"), out("a1"), out("a3"))
    for piece in tally.pieces.values():
        piece.is_hero = True
    sheet = fill_in(sheet_of(SETUP, tally, "chance_encounter"), tally)
    assert {letter: side.shards for letter, side in sheet.sides.items()} == {"a": 0, "b": 3}


@pytest.fixture
def track(arbitrator: User, owner: User, rival: User) -> tuple[Match, Track]:
    match = league(arbitrator, owner, rival)[1]
    author, _other = author_and_other(match)
    track = begun(match, author)
    Track.objects.update(scenario_code="wyrdstone_hunt")
    track.refresh_from_db()
    return match, track


def test_the_page_shows_who_carries_what_and_undoes_it(track: tuple[Match, Track], client: Client) -> None:
    match, row = track
    author, _other = author_and_other(match)
    client.force_login(author)
    piece = row.setup["sides"]["a"]["pieces"][0]
    page = reverse("battles:track", args=[row.public_id])
    assert "track-carried" not in client.get(page).content.decode()
    tap = {"kind": "carry", "piece": piece["id"], "thing": WYRDSTONE, "how": "pick_up", "idempotency_key": "first"}
    for _time in range(2):
        client.post(reverse("battles:track_act", args=[row.public_id]), tap)
    shown = client.get(page).content.decode()
    assert shown.count("track-carried") == 1
    assert f"{piece['name']} picks up: Wyrdstone" in shown
    form = client.get(reverse("battles:match_sheet", args=[match.public_id]), {"track": row.public_id})
    assert form.context["form"].sides[0].shards == 1
    press(row, author, "out", "second", piece=piece["id"], by="")
    row.refresh_from_db()
    assert view_of(row).dropped == ["Wyrdstone"]
    tracker_services.undo_event(track_id=row.public_id, actor_id=author.pk, number=2, now=NOON)
    row.refresh_from_db()
    assert view_of(row).dropped == []
    assert tracker_services.tally(row).pieces[piece["id"]].carried == [WYRDSTONE]


def test_two_phones_that_record_the_same_object_ask_which_version_is_right(track: tuple[Match, Track]) -> None:
    match, row = track
    author, other = author_and_other(match)
    piece = row.setup["sides"]["a"]["pieces"][0]["id"]
    about = {"piece": piece, "thing": WYRDSTONE, "how": "pick_up"}
    record(row, other, "carry", f"{THEIRS}1", 0, **about)
    with pytest.raises(Conflict):
        record(row, author, "carry", f"{MINE}1", 0, **about)
    record(row, author, "carry", f"{MINE}1", 0, [1], **about)
    assert tracker_services.tally(row).pieces[piece].carried == [WYRDSTONE]
