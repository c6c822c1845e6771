"""Tabletop battles of three and more warbands: tracked, reported, confirmed by all, with an aftermath."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath import reverts
from battles.aftermath.decisions import undo
from battles.aftermath.stages import runner
from battles.models import Aftermath, AftermathLine, Battle, BattleStatus, Track
from battles.tabletop.dashboard import sheets_waiting
from battles.tabletop.sheets import amendments
from battles.tabletop.sheets import form as sheet_form
from battles.tabletop.sheets import reader as sheet_reader
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.services import OwnSheet
from battles.tabletop.sheets.sheet import Fall, Sheet, SideSheet
from battles.tabletop.sheets.warbands import NoSuchWarband
from battles.tabletop.tracker import services as tracker_services
from battles.tabletop.tracker.refusals import AllAllied
from battles.tabletop.tracker.results import sheet_of
from battles.tabletop.tracker.tally import ImpossibleEvent
from campaigns.core.refusals import BadPlaces
from campaigns.core.tests.factories import entry_of, league, now
from campaigns.matches import results
from campaigns.matches.refusals import WinnerNotFirst
from campaigns.models import Match, MatchStatus
from campaigns.rounds import scheduling
from catalogue.packs.installed import book
from tests_support.pages import one_line
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, by, founded
from warbands.models import Warband
from warbands.trading import stash

ClientOf = Callable[[User | None], Client]


@pytest.fixture
def players(db: None, owner: User, rival: User, stranger: User) -> list[User]:
    return [owner, rival, stranger]


@pytest.fixture
def match(arbitrator: User, players: list[User]) -> Match:
    campaign = league(arbitrator, players)
    first, second, third = [entry_of(campaign, player).pk for player in players]
    data = {"entry_id": first, "other_entry_id": second, "more": [third], "now": now()}
    return scheduling.challenge(campaign_id=campaign.pk, actor_id=players[0].pk, **data)


def warbands(match: Match) -> list[Warband]:
    return [side.entry.warband for side in match.sides.select_related("entry__warband").order_by("place")]


def three_way(rows: list[Warband], **more: Any) -> Sheet:
    """Side c took a hero of each other side out of action, an unknown attacker one of its henchmen. Places: c, then a,
    then b."""
    states = [load_state(row) for row in rows]
    hunter = states[2].active(HERO)[0].key
    falls = [
        [Fall(states[0].active(HERO)[1].key, hunter)],
        [Fall(states[1].active(HERO)[1].key, hunter)],
        [Fall(states[2].active(GROUP)[0].key)],
    ]
    sides = {
        letter: SideSheet(fought=[member.key for member in state.active()], falls=fell)
        for letter, state, fell in zip("abc", states, falls, strict=True)
    }
    return Sheet(sides, **{"winner": "c", "places": {"a": 2, "b": 3, "c": 1}, **more})


def test_every_other_side_confirms_and_each_has_an_aftermath(match: Match, players: list[User]) -> None:
    owner, rival, stranger = players
    battle = sheets.send_for_match(match_id=match.pk, actor_id=owner.pk, sheet=three_way(warbands(match)), now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.MUSTERING
    sheets.agree(battle_id=battle.pk, actor_id=stranger.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    match.refresh_from_db()
    assert match.status == MatchStatus.AGREED
    assert [(side.result, side.finish, side.kills, side.losses) for side in match.sides.order_by("place")] == [
        ("loss", 2, 0, 1), ("loss", 3, 0, 1), ("win", 1, 2, 1)
    ]  # fmt: skip
    rows = {row.side.letter: row for row in Aftermath.objects.filter(side__battle=battle).select_related("warband")}
    assert {letter: row.facts["won"] for letter, row in rows.items()} == {"a": False, "b": False, "c": True}
    assert len(rows["c"].facts["enemies"]) == 2
    hunter = load_state(rows["c"].warband).active(HERO)[0]
    assert rows["c"].facts["kills"] == {hunter.key: 2}
    assert [casualty["by_side"] for letter in "abc" for casualty in rows[letter].facts["fallen"]] == ["c", "c", "a"]
    assert rows["a"].facts["enemy_rating"] == max(row.side.rating for row in rows.values() if row.side.letter != "a")
    gains = AftermathLine.objects.get(aftermath=rows["c"], kind="experience").data["gains"]
    assert ["enemy_out_of_action", 2] in next(gain for gain in gains if gain["who"] == hunter.key)["parts"]
    for row in rows.values():
        assert_reconciled(row.warband)


def test_allies_win_together_and_a_ruling_applies_to_all_sides(
    match: Match, players: list[User], arbitrator: User
) -> None:
    rows = warbands(match)
    sheet = three_way(rows, winner="a", places={}, teams={"a": "a", "b": "a"})
    battle = sheets.send_for_match(match_id=match.pk, actor_id=players[0].pk, sheet=sheet, now=NOON)
    first = match.sides.order_by("place")[0]
    results.rule(match_id=match.pk, actor_id=arbitrator.pk, winner_entry_id=None, reason="Dusk fell.", now=NOON)
    assert first.entry_id
    facts = {row.side.letter: row.facts for row in Aftermath.objects.filter(side__battle=battle)}
    assert {letter: (fact["won"], fact["drawn"]) for letter, fact in facts.items()} == dict.fromkeys(
        "abc", (False, True)
    )
    runner.run(battle_id=battle.pk, now=NOON)
    reverts.request_revert(battle_id=battle.pk, actor_id=arbitrator.pk, reason="Twice the same day.", now=NOON)
    again = three_way(rows, winner="a", places={}, teams={"a": "a", "b": "a"}, note="Anew.")
    amendments.amend(battle_id=battle.pk, actor_id=arbitrator.pk, sheet=again, reason="They stood together.", now=NOON)
    facts = {row.side.letter: row.facts for row in Aftermath.objects.filter(side__battle=battle)}
    assert {letter: (fact["won"], fact["shared"]) for letter, fact in facts.items()} == {
        "a": (True, True), "b": (True, True), "c": (False, True)
    }  # fmt: skip
    assert facts["a"]["enemies"] == [rows[2].name]
    assert sorted(side.letter for side in battle.sides.filter(is_winner=True)) == ["a", "b"]
    undo.roll_again(battle_id=battle.pk, actor_id=arbitrator.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    # Three before bonuses, however many heroes are left: they found it together.
    lines = AftermathLine.objects.filter(aftermath__side__battle=battle, kind="search")
    searches = {line.aftermath.side.letter: line.data for line in lines}
    assert searches["a"]["heroes"] > 2
    for letter in "ab":
        assert len(searches[letter]["kept"]) == min(3, searches[letter]["heroes"] + 1)


@pytest.fixture
def bands(players: list[User]) -> list[Warband]:
    lists = ("reiklanders", "undead", "skaven")
    rows = [founded(player, name) for player, name in zip(players, lists, strict=True)]
    Warband.objects.update(visibility="public")
    return rows


def test_outside_leagues_every_player_must_confirm(bands: list[Warband], players: list[User]) -> None:
    owner, rival, stranger = players
    mine, *others = [row.public_id for row in bands]
    terms = {"mine": mine, "theirs": others[0], "more": others[1:], "sheet": three_way(bands), "now": NOON}
    battle = sheets.send(actor_id=owner.pk, **terms)
    with pytest.raises(OwnSheet):
        sheets.agree(battle_id=battle.pk, actor_id=owner.pk, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON)
    assert not list(sheets_waiting(rival))
    assert len(list(sheets_waiting(stranger))) == 1
    assert sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON).status == BattleStatus.MUSTERING
    assert sheets.agree(battle_id=battle.pk, actor_id=stranger.pk, now=NOON).status == BattleStatus.FINISHED
    assert Aftermath.objects.filter(side__battle=battle).count() == 3
    second = sheets.send(actor_id=owner.pk, **terms)
    assert sheets.refuse(battle_id=second.pk, actor_id=stranger.pk, now=NOON).status == BattleStatus.ABANDONED
    for wrong in ([others[0]], ["Nobody000000"], [mine], [others[1]] * 2):
        with pytest.raises(NoSuchWarband):
            sheets.send(actor_id=owner.pk, **{**terms, "more": wrong})


def form_of(rows: list[Warband]) -> dict[str, str]:
    """Form values: all warriors took part, c is first with a as its ally, b is last and gone."""
    data = {"scenario": "skirmish", "how": "reported", "dice": "here", "routed-b": "on"}
    data |= {f"place-{letter}": place for letter, place in zip("abc", "232", strict=True)}
    data |= {"place-c": "1", "team-a": "a", "team-c": "a"}
    for letter, row in zip("abc", rows, strict=True):
        data |= {f"fought-{letter}-{member.key}": "on" for member in load_state(row).active()}
    return data


def test_the_form_reads_places_and_refuses_impossible_ones(bands: list[Warband]) -> None:
    states = {letter: load_state(row) for letter, row in zip("abc", bands, strict=True)}
    data, facts = form_of(bands), book()
    sheet = sheet_reader.read(data, states, facts)
    assert (sheet.winner, sheet.results()) == ("c", {"a": "win", "b": "loss", "c": "win"})
    drawn = sheet_form.form_of_sheet(states, facts, sheet, "")
    assert [(side.place, side.team, len(side.foes)) for side in drawn.sides] == [(2, "a", 2), (3, "", 2), (1, "a", 2)]
    friend = next(member.key for member in states["c"].active() if member.headcount == 1)
    victim = next(member.key for member in states["a"].active() if member.headcount == 1)
    wrongs: list[dict[str, str]] = [{"place-a": ""}, {"place-c": "2"}, {"team-b": "a"}, {"place-b": "4"}]
    for wrong in [*wrongs, {f"fell-a-{victim}": friend}]:
        with pytest.raises((BadPlaces, sheet_reader.BadSheet)):
            sheet_reader.read(data | wrong, states, facts)


def test_the_winner_of_a_sheet_of_three_is_the_side_in_first_place(bands: list[Warband]) -> None:
    states = {letter: load_state(row) for letter, row in zip("abc", bands, strict=True)}
    sheet_reader.refuse_bad(three_way(bands), states, book())
    for wrong in ("a", "b"):
        with pytest.raises(WinnerNotFirst):
            sheet_reader.refuse_bad(three_way(bands, winner=wrong), states, book())
    with pytest.raises(BadPlaces):
        sheet_reader.refuse_bad(three_way(bands, places={"a": 3, "b": 3, "c": 1}), states, book())


def test_the_pages_from_the_form_of_three_sides_to_the_aftermath(
    bands: list[Warband], players: list[User], client_of: ClientOf
) -> None:
    owner, rival, stranger = (client_of(player) for player in players)
    address = reverse("battles:new_sheet")
    mine, *others = [row.public_id for row in bands]
    query = {"mine": mine, "theirs": [others[0], f"/warbands/{others[1]}/", ""]}
    assert "Three or more warbands" in owner.get(address).content.decode()
    assert owner.get(address, {**query, "theirs": [others[0], others[0]]}).status_code == 422
    page = owner.get(address, query).content.decode()
    assert page.count('<optgroup label="') > 2
    assert owner.post(address, {**query, **form_of(bands), "place-a": ""}).status_code == 422
    sheet = owner.post(address, {**query, **form_of(bands)}).headers["Location"]
    assert "Every other side is asked" in owner.get(sheet).content.decode()
    assert rival.post(sheet, {"act": "agree"}).headers["Location"] == sheet
    assert "You have confirmed." in rival.get(sheet).content.decode()
    battle = Battle.objects.get()
    done = stranger.post(sheet, {"act": "agree"}).headers["Location"]
    assert done == reverse("battles:aftermath", args=[battle.public_id])
    runner.run(battle_id=battle.pk, now=NOON)
    assert owner.get(done).status_code == 200
    assert [side.is_winner for side in battle.sides.order_by("letter")] == [True, False, True]


def test_a_tracked_battle_of_three_from_start_to_sheet(match: Match, players: list[User], client_of: ClientOf) -> None:
    owner, _rival, stranger = players
    client = client_of(owner)
    address = reverse("battles:track_match", args=[match.public_id])
    assert address in client.get(reverse("battles:match_section", args=[match.public_id])).content.decode()
    assert "Alliances" in client.get(address).content.decode()
    data = {"scenario": "skirmish", "first": "c"}
    for letter, row in zip("abc", warbands(match), strict=True):
        data |= {f"fights-{letter}-{member.key}": "on" for member in load_state(row).active()}
    with pytest.raises(AllAllied):
        tracker_services.start_for_match(
            match_id=match.pk, actor_id=owner.pk, data=data | {f"team-{letter}": "a" for letter in "abc"}, now=NOON
        )
    table = client.post(address, data | {"team-a": "a", "team-b": "a"}).headers["Location"]
    track = Track.objects.get()
    assert [row.pk for row in tracker_services.warbands_of(track).values()] == [row.pk for row in warbands(match)]
    page = client.get(table).content.decode()
    assert "party A" in page
    assert "Needed to hit, to wound and to save; critical hits" in page
    assert '<table class="track-line"><thead><tr><th scope="col">M</th>' in one_line(page)
    leader = next(piece for piece in track.setup["sides"]["c"]["pieces"] if piece["is_leader"])
    victim = track.setup["sides"]["a"]["pieces"][0]["id"]
    client_of(stranger).post(f"{table}act/", {"kind": "out", "piece": victim, "by": leader["key"]})
    client.post(f"{table}act/", {"kind": "rout", "side": "c", "passed": "no", "willing": "1"})
    assert "Only one party is left on the field" in client.get(table).content.decode()
    form = client.get(f"{reverse('battles:match_sheet', args=[match.public_id])}?track={track.public_id}").context[
        "form"
    ]
    assert [side.place for side in form.sides] == [1, 1, 2]
    assert [side.routed for side in form.sides] == [False, False, True]


def test_the_aftermath_does_not_ask_again_about_items_used_up_on_the_tracker(
    bands: list[Warband], players: list[User]
) -> None:
    owner = players[0]
    item = next(item for item in book().items.values() if tracker_services.is_gone_once_used(item))
    hero = load_state(bands[0]).active(HERO)[0]
    stash.add(warband_id=bands[0].pk, item=item.code, count=2, warrior=hero.key, by=by(owner))
    report = {"scenario": "skirmish", "first": "a"}
    for letter, row in zip("ab", bands[:2], strict=True):
        report |= {f"fights-{letter}-{member.key}": "on" for member in load_state(row).active()}
    mine, theirs = bands[0].public_id, bands[1].public_id
    track = tracker_services.start(mine=mine, theirs=theirs, actor_id=owner.pk, data=report, now=NOON)
    piece = next(piece for piece in track.setup["sides"]["a"]["pieces"] if piece["key"] == hero.key)
    assert piece["things"] == [[item.code, item.name]] * 2
    press = {"track_id": track.public_id, "actor_id": owner.pk, "kind": "used", "now": NOON}
    for number in range(2):
        data = {"piece": piece["id"], "thing": item.code}
        tracker_services.record_event(**press, data=data, command_id=f"u{number}")
    with pytest.raises(ImpossibleEvent):
        tracker_services.record_event(**press, data=data, command_id="u3")
    sheet = sheet_of(track.setup, tracker_services.tally(track), "skirmish")
    assert sheet.sides["a"].used == {hero.key: {item.code: 2}}
    sheet.winner = ""
    battle = sheets.send(mine=mine, theirs=theirs, actor_id=owner.pk, sheet=sheet, now=NOON)
    sheets.agree(battle_id=battle.pk, actor_id=players[1].pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    assert not row.lines.filter(kind="was_it_used").exists()
    assert row.lines.get(kind="used_up", subject=hero.key).data["count"] == 2


def test_a_tracked_battle_of_six(bands: list[Warband], players: list[User], client_of: ClientOf) -> None:
    more = [founded(players[0], seed=f"more {number}") for number in range(3)]
    rows = [*bands, *more]
    data = {"scenario": "skirmish", "first": "f"}
    for letter, row in zip("abcdef", rows, strict=True):
        data |= {f"fights-{letter}-{member.key}": "on" for member in load_state(row).active()}
    mine, *others = [row.public_id for row in rows]
    client = client_of(players[0])
    table = client.post(reverse("battles:track_start"), {"mine": mine, "theirs": others, **data}).headers["Location"]
    page = client.get(table).content.decode()
    assert 'aria-label="Side F"' in page
    assert len(re.findall(r'class="track-side[ "]', page)) == 6
    onward = {"kind": "turn", "turn": "1", "side": "f", "phase": "0"}
    assert client.post(f"{table}act/", onward).status_code == 302
    assert client.get(f"{reverse('battles:new_sheet')}", {"mine": mine, "theirs": others}).status_code == 200
