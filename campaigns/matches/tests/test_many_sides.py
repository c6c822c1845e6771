"""Battles of three and more warbands in a league: arranged, reported with places and allies, confirmed by all, and
counted."""

import pytest
from django.urls import reverse

from accounts.models import User
from campaigns.administration import services as running_services
from campaigns.chronicle.results import shape_of
from campaigns.core.event_data import EventData
from campaigns.core.refusals import BadPlaces, MatchNotOpen, OpponentOutOfReach, OwnReport, SameWarband, TooManySides
from campaigns.core.tests.factories import enter, entry_of, league, now
from campaigns.matches import results
from campaigns.matches.selectors import unanswered_by, view_of
from campaigns.matches.tallies import MultiSideDetails
from campaigns.models import Campaign, Entry, Match, MatchStatus
from campaigns.rounds import scheduling
from campaigns.standings import outcomes
from campaigns.standings.ladder_selectors import ladder_of
from campaigns.standings.outcomes import Ending
from campaigns.standings.rules import Formula, leader, worth
from campaigns.standings.selectors import results_from_events, results_of, standings_of
from warbands.core.state_storage import load_state


@pytest.mark.parametrize(
    ("ending", "told", "behind"),
    [
        (Ending("a"), "win loss loss loss", (3, 0, 0, 0)),
        (Ending(None), "draw draw draw draw", (0, 0, 0, 0)),
        (Ending(None, {"a": 2, "b": 1, "c": 4, "d": 3}), "loss win loss loss", (2, 3, 0, 1)),
        (Ending(None, {"a": 1, "b": 1, "c": 3, "d": 3}), "draw draw loss loss", (2, 2, 0, 0)),
        (Ending("a", {}, {"a": "x", "c": "x"}), "win loss win loss", (2, 0, 2, 0)),
        (Ending(None, {"a": 1, "b": 2, "c": 4, "d": 3}, {"a": "x", "c": "x"}), "win loss win loss", (2, 1, 2, 0)),
        (Ending(None, {"a": 1, "b": 1, "c": 2, "d": 2}, {"a": "x", "c": "x"}), "draw draw draw loss", (1, 1, 1, 0)),
    ],
)
def test_the_ending_gives_each_side_its_result(ending: Ending[str], told: str, behind: tuple[int, ...]) -> None:
    assert outcomes.is_whole("abcd", ending)
    assert list(outcomes.results("abcd", ending).values()) == told.split()
    assert tuple(outcomes.beaten("abcd", ending).values()) == behind
    assert len(outcomes.winners("abcd", ending)) == told.count("win")


@pytest.mark.parametrize(
    "ending",
    [
        Ending("e"),
        Ending(None, {"a": 1, "b": 2}),
        Ending(None, {"a": 2, "b": 2, "c": 3}),
        Ending(None, {"a": 1, "b": 2, "c": 4}),
        Ending(None, {"a": 1, "b": 3, "c": 3}),
        Ending(None, {"a": 0, "b": 1, "c": 2}),
        Ending("a", {}, {"a": "x", "b": "x", "c": "x"}),
        Ending("a", {}, {"z": "x"}),
    ],
)
def test_impossible_endings_are_rejected(ending: Ending[str]) -> None:
    assert not outcomes.is_whole("abc", ending)


@pytest.mark.parametrize(
    ("ending", "is_first"),
    [
        (Ending("a"), True),
        (Ending(None, {"a": 1, "b": 2, "c": 3}), True),
        (Ending("a", {"a": 1, "b": 2, "c": 3}), True),
        (Ending("b", {"a": 1, "b": 2, "c": 3}), False),
        (Ending("a", {"a": 1, "b": 1, "c": 3}), False),
        (Ending("a", {"a": 1, "b": 1, "c": 3}, {"a": "x", "b": "x"}), True),
        (Ending("b", {"a": 1, "b": 2, "c": 3}, {"a": "x", "b": "x"}), False),
    ],
)
def test_a_winner_is_the_one_in_first_place(ending: Ending[str], is_first: bool) -> None:
    assert outcomes.is_winner_first("abc", ending) is is_first


@pytest.fixture
def players(owner: User, rival: User, stranger: User) -> list[User]:
    return [owner, rival, stranger]


@pytest.fixture
def ashes(db: None, arbitrator: User, players: list[User]) -> Campaign:
    return league(arbitrator, players)


def models(*entries: Entry) -> int:
    return sum(member.headcount for entry in entries for member in load_state(entry.warband).active())


def meeting(campaign: Campaign, *players: User) -> Match:
    first, second, *more = [entry_of(campaign, player).pk for player in players]
    data = {"entry_id": first, "other_entry_id": second, "more": more}
    return scheduling.challenge(campaign_id=campaign.pk, actor_id=players[0].pk, now=now(), **data)


def told(match: Match, actor: User, places: tuple[int, ...], teams: str = "", kills: tuple[int, ...] = ()) -> Match:
    entries = list(match.sides.order_by("place").values_list("entry_id", flat=True))
    many = MultiSideDetails(
        places=dict(zip(entries, places, strict=True)),
        teams={entry: team.strip() for entry, team in zip(entries, teams, strict=False)},
        kills=dict(zip(entries, kills, strict=False)),
    )
    return results.report(match_id=match.pk, actor_id=actor.pk, winner_entry_id=None, now=now(), many=many)


def test_a_result_counts_when_every_other_side_has_confirmed(ashes: Campaign, players: list[User]) -> None:
    owner, rival, stranger = players
    match = meeting(ashes, *players)
    assert view_of(match).names.count(" against ") == 1
    told(match, owner, (2, 1, 3), kills=(1, 4, 0))
    with pytest.raises(OwnReport):
        results.agree(match_id=match.pk, actor_id=owner.pk, now=now())
    assert [view.id for view in unanswered_by(rival)] == [match.pk]
    assert results.agree(match_id=match.pk, actor_id=rival.pk, now=now()).status == MatchStatus.REPORTED
    assert unanswered_by(rival) == []
    assert [view.id for view in unanswered_by(stranger)] == [match.pk]
    results.agree(match_id=match.pk, actor_id=rival.pk, now=now())
    assert ashes.events.filter(kind="match_played").count() == 0
    assert results.agree(match_id=match.pk, actor_id=stranger.pk, now=now()).status == MatchStatus.AGREED
    table = {row.entry.player_id: row.line for row in standings_of(ashes)}
    assert {one: (line.points, line.kills) for one, line in table.items()} == {
        owner.pk: (0, 1), rival.pk: (3, 4), stranger.pk: (0, 0)
    }  # fmt: skip
    assert results_of(ashes.pk) == results_from_events(ashes)
    played = ashes.events.get(kind="match_played")
    shape = shape_of(EventData.read(played.data))
    assert shape is not None
    assert shape.shape == "many_win"
    assert " and " in shape.loser.text


def test_a_report_written_again_asks_everyone_again(ashes: Campaign, players: list[User]) -> None:
    owner, rival, stranger = players
    match = meeting(ashes, *players)
    told(match, owner, (2, 1, 3))
    results.agree(match_id=match.pk, actor_id=rival.pk, now=now())
    told(match, stranger, (1, 1, 1))
    assert [view.id for view in unanswered_by(rival)] == [match.pk]
    results.agree(match_id=match.pk, actor_id=owner.pk, now=now())
    match.refresh_from_db()
    assert match.status == MatchStatus.REPORTED
    results.dispute(match_id=match.pk, actor_id=rival.pk, now=now())
    with pytest.raises(MatchNotOpen):
        results.agree(match_id=match.pk, actor_id=rival.pk, now=now())


def test_an_alliance_wins_together_and_no_one_in_it_stood_against_the_other(
    ashes: Campaign, players: list[User], arbitrator: User
) -> None:
    owner, rival, stranger = players
    match = meeting(ashes, *players)
    entries = {player.pk: entry_of(ashes, player).pk for player in players}
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), formula={"per_beaten": 2})
    ashes.refresh_from_db()
    results.rule(
        match_id=match.pk,
        actor_id=arbitrator.pk,
        winner_entry_id=entries[owner.pk],
        reason="I was there.",
        many=MultiSideDetails(teams={entries[owner.pk]: "a", entries[stranger.pk]: "a"}),
        now=now(),
    )
    points = {row.entry.player_id: row.line.points for row in standings_of(ashes)}
    assert points == {owner.pk: 5, rival.pk: 0, stranger.pk: 5}
    found = {result.entry: result for result in results_of(ashes.pk)}
    mine = found[entries[owner.pk]]
    assert (mine.other, mine.more, mine.beaten) == (entries[rival.pk], (), 1)
    assert found[entries[rival.pk]].more
    assert leader(found.values(), Formula()) is None
    assert worth(mine, Formula(per_beaten=2)) == (3, 2)
    # The winners move above those they beat, and not above each other.
    assert ladder_of(ashes).index(entries[rival.pk]) == 2


def test_impossible_places_and_teams_are_refused(ashes: Campaign, players: list[User], arbitrator: User) -> None:
    owner, rival, _stranger = players
    match = meeting(ashes, *players)
    with pytest.raises(BadPlaces):
        told(match, owner, (2, 2, 3))
    with pytest.raises(BadPlaces):
        told(match, owner, (1, 2, 3), "aaa")
    with pytest.raises(SameWarband):
        meeting(ashes, owner, rival, owner)
    mine, theirs = entry_of(ashes, owner).pk, entry_of(ashes, rival).pk
    with pytest.raises(TooManySides):
        scheduling.challenge(
            campaign_id=ashes.pk, actor_id=owner.pk, entry_id=mine, other_entry_id=theirs, more=range(9001, 9006),
            now=now(),
        )  # fmt: skip
    running_services.change(campaign_id=ashes.pk, actor_id=arbitrator.pk, now=now(), ladder_reach=1)
    last = entry_of(ashes, players[2])
    with pytest.raises(OpponentOutOfReach):
        scheduling.challenge(
            campaign_id=ashes.pk, actor_id=players[2].pk, entry_id=last.pk, other_entry_id=theirs, more=(mine,),
            now=now(),
        )  # fmt: skip


def test_arranged_reported_and_agreed_on_pages(ashes: Campaign, players: list[User], client_of) -> None:
    owner, rival, stranger = players
    sides = [entry_of(ashes, player) for player in players]
    data = {"entry": sides[0].public_id, "other": sides[1].public_id, "more": [sides[1].public_id, sides[2].public_id]}
    page = client_of(owner).get(reverse("campaigns:challenge", args=[ashes.slug])).content.decode()
    assert "A battle with three or more sides" in page
    client_of(owner).post(reverse("campaigns:challenge", args=[ashes.slug]), data)
    match = ashes.matches.get()
    assert match.sides.count() == 3
    here = reverse("campaigns:match", args=[ashes.slug, match.public_id])
    act = reverse("campaigns:match_act", args=[ashes.slug, match.public_id])
    assert f'name="place_{sides[2].public_id}"' in client_of(owner).get(here).content.decode()
    report = {"act": "report", "note": "Fog.", f"team_{sides[0].public_id}": "a", f"team_{sides[2].public_id}": "a"}
    assert client_of(owner).post(act, report).status_code == 422
    report |= {f"place_{entry.public_id}": str(place) for entry, place in zip(sides, (1, 3, 2), strict=True)}
    client_of(owner).post(act, report)
    text = client_of(rival).get(here).content.decode()
    assert "It counts once everyone confirms." in text
    assert text.count(": no answer yet.") == 2
    assert "won, place 1, with party A" in text
    client_of(rival).post(act, {"act": "agree"})
    client_of(stranger).post(act, {"act": "agree"})
    match.refresh_from_db()
    assert match.status == MatchStatus.AGREED
    assert [side.result for side in match.sides.order_by("place")] == ["win", "loss", "win"]
    for page in ("home", "matches", "standings", "chronicle"):
        assert client_of(None).get(reverse(f"campaigns:{page}", args=[ashes.slug])).status_code == 200


@pytest.mark.parametrize("more", [{}, {"places": {}}, {"winner": "first"}])
def test_a_report_of_three_sides_without_places_is_refused(
    ashes: Campaign, players: list[User], client_of, more: dict[str, object]
) -> None:
    match = meeting(ashes, *players)
    first = match.sides.order_by("place")[0].entry.public_id
    named = {name: first if value == "first" else value for name, value in more.items()}
    body = {"winner": None, "losses": {}, **named}
    url = reverse("api-match-report", args=[ashes.slug, match.public_id])
    response = client_of(players[0]).post(url, body, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (422, "bad_places")
    assert list(response.json()["fields"]) == ["places"]
    assert "Give every side a place from 1 on" in response.json()["message"]
    match.refresh_from_db()
    assert match.status == MatchStatus.PLANNED


def test_a_result_of_three_sides_is_reported_by_the_api(ashes: Campaign, players: list[User], client_of) -> None:
    owner, rival, _stranger = players
    match = meeting(ashes, *players)
    ids = list(match.sides.order_by("place").values_list("entry__public_id", flat=True))
    url = reverse("api-match-report", args=[ashes.slug, match.public_id])
    body = {"winner": None, "places": dict(zip(ids, (1, 2, 3), strict=True)), "kills": {ids[0]: 3}, "losses": {}}
    wrong = client_of(owner).post(url, {**body, "places": {ids[0]: 1}}, content_type="application/json")
    assert wrong.status_code == 422
    sent = client_of(owner).post(url, body, content_type="application/json").json()
    assert [(side["place"], side["result"], side["kills"], side["has_agreed"]) for side in sent["sides"]] == [
        (1, "win", 3, True), (2, "loss", 0, False), (3, "loss", 0, False)
    ]  # fmt: skip
    agreed = reverse("api-match-agree", args=[ashes.slug, match.public_id])
    assert client_of(rival).post(agreed, content_type="application/json").json()["status"] == "reported"


def test_reports_that_contradict_themselves_are_refused_by_field(
    ashes: Campaign, players: list[User], arbitrator: User, client_of
) -> None:
    owner, _rival, _stranger = players
    match = meeting(ashes, *players)
    first, other, third = (entry_of(ashes, player) for player in players)
    a, b, c = first.public_id, other.public_id, third.public_id
    places = {a: 1, b: 2, c: 3}
    most, enemies_of_two = models(other, third), models(third)
    wrong = [
        ({"places": {a: 1, b: 3, c: 3}}, "bad_places", "places"),
        ({"places": {a: 1, b: 2}}, "bad_places", "places"),
        ({"places": places, "winner": b}, "winner_not_first", "winner"),
        ({"places": {**places, b: 1}, "winner": a}, "winner_not_first", "winner"),
        ({"places": places, "kills": {a: most + 1}}, "too_many_kills", f"kills.{a}"),
        (
            {"places": places, "teams": {a: "x", b: "x"}, "kills": {b: enemies_of_two + 1}},
            "too_many_kills",
            f"kills.{b}",
        ),
    ]
    report = reverse("api-match-report", args=[ashes.slug, match.public_id])
    decide = report.replace("/report/", "/decision/")
    for body, code, field in wrong:
        for person, address, more in ((owner, report, {}), (arbitrator, decide, {"reason": "I was there."})):
            sent = {"winner": None, **body, **more}
            refused = client_of(person).post(address, sent, content_type="application/json")
            assert (refused.status_code, refused.json()["code"]) == (422, code), (body, refused.content)
            assert list(refused.json()["fields"]) == [field]
    match.refresh_from_db()
    assert match.status == MatchStatus.PLANNED
    page = reverse("campaigns:match_act", args=[ashes.slug, match.public_id])
    form = {"act": "report", **{f"place_{entry}": str(place) for entry, place in places.items()}}
    assert client_of(owner).post(page, {**form, f"place_{b}": "3"}).status_code == 422
    refused = client_of(owner).post(page, {**form, f"kills_{a}": str(most + 1)})
    assert refused.status_code == 422
    assert f"had at most {most} models" in refused.content.decode()
    good = {"winner": a, "places": places, "kills": {a: most}}
    assert client_of(owner).post(report, good, content_type="application/json").json()["status"] == "reported"


@pytest.mark.parametrize("field", ["places", "teams", "kills"])
def test_places_teams_and_kills_are_refused_for_two_sides(
    ashes: Campaign, players: list[User], arbitrator: User, client_of, field: str
) -> None:
    owner, rival, _stranger = players
    match = meeting(ashes, owner, rival)
    a, b = (entry_of(ashes, player).public_id for player in (owner, rival))
    value = {"places": {a: 1, b: 2}, "teams": {a: "a"}, "kills": {a: 2}}[field]
    report = reverse("api-match-report", args=[ashes.slug, match.public_id])
    for person, address in ((owner, report), (arbitrator, report.replace("/report/", "/decision/"))):
        sent = {"winner": a, field: value, **({"reason": "Seen."} if person == arbitrator else {})}
        refused = client_of(person).post(address, sent, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (422, "for_several_sides")
        assert list(refused.json()["fields"]) == [field]
    plain = {"winner": a, field: {}}
    assert client_of(owner).post(report, plain, content_type="application/json").json()["status"] == "reported"


def test_confirming_twice_counts_once(ashes: Campaign, players: list[User], arbitrator: User) -> None:
    enter(ashes, arbitrator)
    owner, rival, stranger = players
    match = meeting(ashes, owner, rival, stranger, arbitrator)
    told(match, arbitrator, (4, 3, 2, 1))
    for user in (owner, owner, rival):
        results.agree(match_id=match.pk, actor_id=user.pk, now=now())
    match.refresh_from_db()
    assert match.status == MatchStatus.REPORTED
    results.agree(match_id=match.pk, actor_id=stranger.pk, now=now())
    match.refresh_from_db()
    assert match.status == MatchStatus.AGREED
