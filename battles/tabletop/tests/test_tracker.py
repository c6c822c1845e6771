"""A tabletop battle tracked turn by turn: start, events, the test that is due, undo, and the sheet at its end."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.engine.rulesets.compile import rules_for
from battles.models import Battle, Track, TrackStep
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.services import NotYourSheet, SheetClosed
from battles.tabletop.sheets.sheet import Sheet
from battles.tabletop.tests.test_amendments import wounded
from battles.tabletop.tests.test_sheets import author_and_other, sent, warbands
from battles.tabletop.tracker import refusals
from battles.tabletop.tracker import services as tracker_services
from battles.tabletop.tracker.results import sheet_of
from battles.tabletop.tracker.tally import ImpossibleEvent, RoutTestDue, Tally, apply, rout_due, tally_of
from campaigns.models import Campaign, Match, MatchStatus
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def band(letter: str, count: int, leadership: int = 7) -> dict[str, Any]:
    """A side of single warriors. The first one is the leader, with Leadership 8."""
    pieces = [
        {
            "id": f"{letter}{n}",
            "key": f"{letter}-line-{n}",
            "name": f"{letter}{n}",
            "leadership": 8 if n == 1 else leadership,
            "wounds": 2,
            "is_leader": n == 1,
        }
        for n in range(1, count + 1)
    ]
    return {"name": f"Side {letter}", "pieces": pieces, "old_wounds": {}}


SETUP = {"sides": {"a": band("a", 4), "b": band("b", 8)}, "first": "b"}
CORE = rules_for("core")


def played(*steps: tuple[str, dict[str, Any]], ruleset: str = "core") -> Tally:
    return tally_of(SETUP, rules_for(ruleset), steps)


def out(piece: str, by: str = "") -> tuple[str, dict[str, Any]]:
    return "out", {"piece": piece, "by": by}


def onward(tally: Tally, kind: str = "phase") -> None:
    apply(tally, kind, {"turn": tally.turn, "side": tally.active, "phase": tally.phase})


def test_turns_go_to_and_fro_through_the_phases_of_the_edition() -> None:
    for ruleset, phases in (("core", 4), ("skirmish", 5)):
        tally = played(ruleset=ruleset)
        assert len(tally.phases) == phases
        seen = []
        for _press in range(2 * phases + 1):
            seen.append((tally.turn, tally.active, tally.phase))
            onward(tally)
        assert seen[:phases] == [(1, "b", n) for n in range(phases)]
        assert seen[phases] == (1, "a", 0)
        assert seen[-1] == (2, "b", 0)
    onward(tally, "turn")
    assert (tally.active, tally.phase) == ("a", 0)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("out", {"piece": "a9"}),
        ("out", {"piece": "a1", "by": "a-line-2"}),
        ("out", {"piece": "b1"}),
        ("posture", {"piece": "a1", "posture": "asleep"}),
        ("posture", {"piece": "b1", "posture": "standing"}),
        ("wounds", {"piece": "a1", "lost": 3}),
        ("wounds", {"piece": "a1", "lost": "1"}),
        ("wounds", {"piece": "a1"}),
        ("phase", {"turn": 1, "side": "a", "phase": 0}),
        ("turn", {"turn": 2, "side": "b", "phase": 0}),
        ("rout", {"side": "c"}),
        ("note", {"text": "  "}),
    ],
)
def test_an_impossible_event_is_refused_and_changes_nothing(kind: str, data: dict[str, Any]) -> None:
    tally, untouched = played(out("b1")), played(out("b1"))
    with pytest.raises(ImpossibleEvent):
        apply(tally, kind, data)
    assert tally == untouched


def test_a_rout_test_is_due_at_a_quarter_lost_once_in_a_turn_of_that_side() -> None:
    tally = played(out("b2"))
    assert rout_due(tally, CORE) is None
    apply(tally, *out("b3"))
    assert rout_due(tally, CORE) == RoutTestDue("b", 2, 8, "b1", 8)
    apply(tally, "rout", {"side": "b", "passed": True})
    assert rout_due(tally, CORE) is None
    onward(tally, "turn")
    assert rout_due(tally, CORE) is None
    onward(tally, "turn")
    assert rout_due(tally, CORE) is not None
    assert rout_due(tally, rules_for("gazette")) is None
    assert rout_due(tally, CORE, scenario_routs=False) is None


def test_the_test_is_rolled_on_the_leader_or_whom_the_edition_puts_in_their_place() -> None:
    tally = played(out("b2"), out("b3"), ("posture", {"piece": "b1", "posture": "stunned"}))
    tally.pieces["b4"].leadership, tally.pieces["b5"].leadership = 10, 9
    tally.pieces["b4"].posture = "fleeing"
    due, printed = rout_due(tally, CORE), rout_due(tally, rules_for("mordheim"))
    assert due is not None
    assert printed is not None
    assert (due.name, printed.name) == ("b5", "b4")
    for n in range(4, 9):
        tally.pieces[f"b{n}"].posture = "stunned"
    nobody = rout_due(tally, CORE)
    assert nobody is not None
    assert (nobody.name, nobody.leadership) == ("", 0)


def test_the_sheet_says_who_fell_to_whom_who_routed_and_who_won() -> None:
    tally = played(out("b2", "a-line-1"), out("a3"), ("note", {"text": "Rain."}))
    assert sheet_of(SETUP, tally, "skirmish").winner == "?"
    apply(tally, "rout", {"side": "b", "passed": False})
    sheet = sheet_of(SETUP, tally, "skirmish")
    assert (sheet.winner, sheet.note, sheet.is_tracked) == ("a", "Rain.", True)
    assert [(fall.who, fall.by) for fall in sheet.sides["b"].falls] == [("b-line-2", "a-line-1")]
    assert sheet.sides["b"].routed
    assert Sheet.from_data(sheet.as_data()) == sheet


# -- with rows -----------------------------------------------------------------------------------------------------


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def everybody(match: Match, **more: str) -> dict[str, str]:
    data = {"scenario": "skirmish", "first": "a"}
    for letter, row in zip("ab", warbands(match), strict=True):
        data |= {f"fights-{letter}-{member.key}": "on" for member in load_state(row).active()}
    return data | more


def begun(match: Match, actor: User, **more: str) -> Track:
    return tracker_services.start_for_match(
        match_id=match.pk, actor_id=actor.pk, data=everybody(match, **more), now=NOON
    )


def press(track: Track, actor: User, kind: str, command_id: str = "", **data: Any) -> None:
    tracker_services.record_event(
        track_id=track.public_id, actor_id=actor.pk, kind=kind, data=data, command_id=command_id, now=NOON
    )


def test_a_match_has_one_track_whoever_begins_it(match: Match, stranger: User, arbitrator: User) -> None:
    first, second = author_and_other(match)
    with pytest.raises(NotYourSheet):
        begun(match, stranger)
    assert begun(match, first) == begun(match, second) == begun(match, arbitrator)
    pieces = Track.objects.get().setup["sides"]["a"]["pieces"]
    assert len(pieces) == sum(member.headcount for member in load_state(warbands(match)[0]).active())


def test_a_match_with_a_result_is_not_tracked(match: Match) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    with pytest.raises(SheetClosed):
        begun(match, author)


def test_old_wounds_are_rolled_before_and_who_fails_stays_at_home(match: Match) -> None:
    author, _other = author_and_other(match)
    key = wounded(match, author)
    with pytest.raises(refusals.DieMissing):
        begun(match, author)
    track = begun(match, author, **{f"wound-a-{key}": "1"})
    assert key not in {piece["key"] for piece in track.setup["sides"]["a"]["pieces"]}
    sheet = sheet_of(track.setup, tracker_services.tally(track), "skirmish")
    assert sheet.sides["a"].old_wounds == {key: 1}
    assert key not in sheet.sides["a"].fought


def test_a_battle_needs_fighters_on_every_side(match: Match) -> None:
    author, _other = author_and_other(match)
    data = {name: value for name, value in everybody(match).items() if not name.startswith("fights-b")}
    with pytest.raises(refusals.NoFighters):
        tracker_services.start_for_match(match_id=match.pk, actor_id=author.pk, data=data, now=NOON)


def test_presses_happen_once_and_the_last_is_taken_back_once(match: Match, stranger: User) -> None:
    author, other = author_and_other(match)
    track = begun(match, author)
    for _press in range(2):
        press(track, author, "out", "one", piece="b1")
    press(track, other, "note", "two", text="A bell rings.")
    assert TrackStep.objects.count() == 2
    with pytest.raises(NotYourSheet):
        press(track, stranger, "out", "three", piece="b2")
    with pytest.raises(ImpossibleEvent):
        press(track, other, "out", "four", piece="b1")
    with pytest.raises(ImpossibleEvent):
        press(track, other, "fly", "five")

    def back(number: int) -> None:
        tracker_services.undo_event(track_id=track.public_id, actor_id=other.pk, number=number, now=NOON)

    with pytest.raises(ImpossibleEvent):
        back(1)
    for _press in range(2):
        back(2)
    assert tracker_services.tally(track).notes == []
    assert tracker_services.tally(track).pieces["b1"].is_out
    back(1)
    with pytest.raises(refusals.NoEvent):
        back(3)


def test_from_the_match_to_the_aftermath_by_pages(match: Match, client_of: ClientOf, stranger: User) -> None:
    author, other = author_and_other(match)
    mine, theirs = client_of(author), client_of(other)
    section = reverse("battles:match_section", args=[match.public_id])
    address = reverse("battles:track_match", args=[match.public_id])
    assert address in mine.get(section).content.decode()
    assert mine.get(address).status_code == 200
    table = mine.post(address, everybody(match)).headers["Location"]
    assert table in theirs.get(section).content.decode()
    assert theirs.get(address).headers["Location"] == table
    act = f"{table}act/"
    track = Track.objects.get()
    enemy = track.setup["sides"]["a"]["pieces"][0]["key"]
    fallen = [piece["id"] for piece in track.setup["sides"]["b"]["pieces"]][:-1]
    for number, piece in enumerate(fallen):
        fragment = mine.post(
            act,
            {"kind": "out", "piece": piece, "by": enemy, "idempotency_key": f"k{number}"},
            headers={"HX-Request": "true"},
        )
        assert fragment.status_code == 200
    assert mine.post(act, {"kind": "turn", "turn": "1", "side": "a", "phase": "0"}).status_code == 302
    page = theirs.get(table).content.decode()
    assert "A rout test is due" in page
    assert "is not recorded yet. You can still go on without it." in page
    assert "End the turn without the Rout test" in page
    assert theirs.post(act, {"kind": "turn", "turn": "1", "side": "a", "phase": "0"}).status_code == 409
    assert client_of(stranger).post(act, {"kind": "note", "text": "I was here"}).status_code in (403, 404)
    theirs.post(act, {"kind": "rout", "side": "b", "passed": "no"})
    page = theirs.get(table).content.decode()
    sheet_form = reverse("battles:match_sheet", args=[match.public_id])
    assert "One side has left the field" in page
    form = mine.get(f"{sheet_form}?track={track.public_id}")
    assert form.status_code == 200
    assert form.content.decode().count(f'<option value="{enemy}" selected>') == len(fallen)
    data = everybody(match) | {"track": track.public_id, "winner": "a", "how": "tracked", "dice": "here"}
    state = load_state(warbands(match)[1])
    for letter, row in zip("ab", warbands(match), strict=True):
        data |= {f"fought-{letter}-{member.key}": "on" for member in load_state(row).active()}
    data[f"fell-b-{next(member.key for member in state.active() if member.headcount == 1)}"] = enemy
    assert mine.post(sheet_form, data).status_code == 302
    battle = Battle.objects.get(match=match)
    track.refresh_from_db()
    assert (battle.opponent, track.battle, track.ended_at is not None) == ("tracked", battle, True)
    assert mine.post(act, {"kind": "note", "text": "Late"}).status_code == 409
    assert reverse("battles:sheet", args=[battle.public_id]) in mine.get(table).content.decode()
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    match.refresh_from_db()
    assert match.status == MatchStatus.AGREED


def test_two_warbands_outside_of_leagues_are_tracked_too(owner: User, rival: User, client_of: ClientOf) -> None:
    mine, theirs = founded(owner), founded(rival, "undead")
    Warband.objects.filter(pk=theirs.pk).update(visibility="public")
    pair = {"mine": mine.public_id, "theirs": theirs.public_id}
    data = {
        f"fights-{letter}-{member.key}": "on"
        for letter, row in (("a", mine), ("b", theirs))
        for member in load_state(row).active()
    }
    address = reverse("battles:track_start")
    client = client_of(owner)
    assert client.get(address, pair).status_code == 200
    assert client.post(address, pair).status_code == 422
    table = client.post(address, pair | data).headers["Location"]
    page = client.get(table).content.decode()
    assert f"mine={mine.public_id}" in page
    sheet = client.get(reverse("battles:new_sheet"), pair | {"track": Track.objects.get().public_id})
    assert sheet.context["form"].is_tracked


def test_a_roster_that_becomes_private_can_still_be_on_the_sheet(
    owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    mine, theirs = founded(owner), founded(rival, "undead")
    Warband.objects.filter(pk=theirs.pk).update(visibility="public")
    pair = {"mine": mine.public_id, "theirs": theirs.public_id}
    absent, *fighters = load_state(theirs).active()
    data = {f"fights-a-{member.key}": "on" for member in load_state(mine).active()}
    data |= {f"fights-b-{member.key}": "on" for member in fighters}
    client = client_of(owner)
    client.post(reverse("battles:track_start"), pair | data)
    track = Track.objects.get()
    tracked, address = pair | {"track": track.public_id}, reverse("battles:new_sheet")
    assert "is private now" not in client.get(address, tracked).content.decode()
    Warband.objects.filter(pk=theirs.pk).update(visibility="private")
    page = unescape(client.get(address, tracked).content.decode())
    assert f"The roster of {theirs.name} (Undead) is private now." in page
    assert fighters[0].key in page
    assert absent.key not in page
    assert client.get(address, pair).status_code == 422
    assert client_of(stranger).get(address, tracked).status_code == 422
    sheet = {f"fought-a-{member.key}": "on" for member in load_state(mine).active()}
    sheet |= {f"fought-b-{member.key}": "on" for member in fighters}
    sheet |= {"scenario": "skirmish", "winner": "a", "dice": "here"}
    assert client.post(address, tracked | sheet).status_code == 302
    assert client.get(reverse("battles:sheet", args=[Battle.objects.get().public_id])).status_code == 200


def test_the_table_asks_as_much_for_forty_presses_as_for_none(
    match: Match, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    author, _other = author_and_other(match)
    track, client = begun(match, author), client_of(author)
    address = reverse("battles:track", args=[track.public_id])
    client.get(address)
    with django_assert_max_num_queries(14) as queries:
        client.get(address)
    for number in range(20):
        press(track, author, "posture", piece="b1", posture="stunned")
        press(track, author, "note", text=f"{number}")
    with django_assert_max_num_queries(len(queries)):
        client.get(address)


def test_a_closed_circle_keeps_its_table_to_itself(match: Match, client_of: ClientOf, stranger: User) -> None:
    Campaign.objects.filter(pk=match.campaign_id).update(audience="members")
    track = begun(match, author_and_other(match)[0])
    assert client_of(stranger).get(reverse("battles:track", args=[track.public_id])).status_code == 404


def test_a_part_of_a_henchman_group_takes_the_table(
    arbitrator: User, owner: User, rival: User, client_of: ClientOf
) -> None:
    match = league(arbitrator, owner, rival)[1]
    author, _other = author_and_other(match)
    rows = warbands(match)
    letter, row, group = next(
        (letter, row, member)
        for letter, row in zip("ab", rows, strict=True)
        for member in load_state(row).active()
        if member.headcount > 1
    )
    address = reverse("battles:track_match", args=[match.public_id])
    client = client_of(author)
    assert f'name="count-{letter}-{group.key}"' in client.get(address).content.decode()
    form = {
        f"fights-{side}-{member.key}": "on"
        for side, warband in zip("ab", rows, strict=True)
        for member in load_state(warband).active()
    }
    too_many = client.post(address, {**form, f"count-{letter}-{group.key}": str(group.headcount + 1)})
    assert f"{group.name} has {group.headcount} models." in too_many.content.decode()
    assert not Track.objects.exists()
    assert client.post(address, {**form, f"count-{letter}-{group.key}": "1"}).status_code == 302
    track = Track.objects.get()
    pieces = track.setup["sides"][letter]["pieces"]
    assert [piece["key"] for piece in pieces].count(group.key) == 1
    assert tracker_services.tally(track).lost(letter) == (0, len(pieces))
    assert len(pieces) == sum(member.headcount for member in load_state(row).active()) - group.headcount + 1
