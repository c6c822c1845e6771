"""Sheets, tracked battles and aftermaths in the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.activities.searches import STAGE
from battles.aftermath.decisions import undo
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.aftermath.tests.world import at_rest
from battles.models import Aftermath, Battle, BattleStatus, Opponent
from battles.tabletop.sheets import services as sheets
from battles.tabletop.tests.test_sheets import author_and_other, bloody_sheet, sent, warbands
from campaigns.models import Match
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
ROOT = "/api/v1/battles/"


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def send(client: Client, address: str, data: dict[str, Any], *, put: bool = False) -> Any:
    return (client.put if put else client.post)(address, data, "application/json")


def said_of(match: Match, **more: Any) -> dict[str, Any]:
    """The sheet with many casualties as an API request."""
    return {**bloody_sheet(match).as_data(), **more}


def test_a_match_is_reported_by_its_sheet_and_the_other_side_agrees(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    address = f"{ROOT}match/{match.public_id}/sheet/"
    missing = client_of(author).get(address)
    assert (missing.status_code, missing.json()["code"]) == (404, "no_sheet_yet")
    for _press in range(2):
        made = send(client_of(author), address, said_of(match), put=True)
    assert (made.status_code, Battle.objects.filter(match=match).count()) == (200, 1)
    sheet = f"{ROOT}{made.json()['battle']}/sheet/"
    assert client_of(other).get(sheet).json()["sheet"]["winner"] == "a"
    assert send(client_of(author), sheet, {"act": "agree"}).status_code in (403, 409, 422)
    agreed = send(client_of(other), sheet, {"act": "agree"})
    assert agreed.json()["status"] == BattleStatus.FINISHED
    rows = Aftermath.objects.filter(side__battle__match=match)
    assert sum(len(row.facts["fallen"]) for row in rows) == 4


REFUSED: dict[str, tuple[str, str]] = {
    "nobody": ("nobody_fought", "sides.b.fought"),
    "stranger": ("did_not_fight", "sides.b.falls.3.who"),
    "other roster": ("not_on_roster", "sides.b.fought.0"),
    "twice": ("too_many_falls", "sides.b.falls.3.who"),
    "foe": ("unknown_attacker", "sides.b.falls.0.by"),
    "deed": ("unknown_deed", "sides.b.deeds.{hero}.flew"),
    "mark": ("not_a_bounty_hunter", "sides.b.marks.{hero}"),
    "absent hunter": ("did_not_fight", "sides.b.marks.xxxxxxxxxxxx"),
    "shards": ("shards_not_counted", "sides.b.shards"),
    "prize": ("no_prize", "sides.b.has_prize"),
    "used": ("not_used_up", "sides.b.used.{hero}.sword"),
    "winner": ("unknown_winner", "winner"),
    "no attacker": ("attacker_missing", "attacker"),
    "healthy": ("no_old_wound", "sides.b.old_wounds.{hero}"),
    "one side": ("wrong_sides", "sides"),
    "scenario": ("unknown_scenario", "scenario"),
    "old wound": ("not_on_roster", "sides.b.old_wounds.xxxxxxxxxxxx"),
    "places": ("for_several_sides", "places"),
    "teams": ("for_several_sides", "teams"),
}
"""Code and field of the refusal, by what is impossible on the sheet."""


def spoil(data: dict[str, Any], wrong: str, hero: str) -> None:
    """Add something impossible to the sheet of a request. `hero` is on the roster of side b."""
    side = data["sides"]["b"]
    if wrong == "nobody":
        side["fought"] = []
    elif wrong == "stranger":
        side["falls"].append({"who": "x" * 12})
    elif wrong == "other roster":
        side["fought"] = ["x" * 12]
    elif wrong == "twice":
        side["falls"] += [{"who": hero}, {"who": hero}]
    elif wrong == "foe":
        side["falls"][0]["by"] = hero
    elif wrong == "deed":
        side["deeds"] = {hero: {"flew": 1}}
    elif wrong == "mark":
        side["marks"] = {hero: hero}
    elif wrong == "absent hunter":
        side["marks"] = {"x" * 12: hero}
    elif wrong in ("shards", "prize"):
        side |= {"shards": 1} if wrong == "shards" else {"has_prize": True}
    elif wrong == "used":
        side["used"] = {hero: {"sword": 1}}
    elif wrong == "winner":
        data["winner"] = "c"
    elif wrong == "no attacker":
        data["scenario"] = "brigands_in_the_pasturelands"
    elif wrong == "healthy":
        side["old_wounds"] = {hero: 4}
    elif wrong == "one side":
        del data["sides"]["b"]
    elif wrong in ("places", "teams"):
        data[wrong] = {"a": 1, "b": 2} if wrong == "places" else {"a": "a"}
    elif wrong == "old wound":
        side["old_wounds"] = {"x" * 12: 1}
    else:
        data["scenario"] = "tea"


@pytest.mark.parametrize("wrong", list(REFUSED))
def test_an_impossible_sheet_is_refused_with_a_code_and_the_field(
    match: Match, client_of: ClientOf, wrong: str
) -> None:
    author, _other = author_and_other(match)
    data, hero = said_of(match), load_state(warbands(match)[1]).active(HERO)[1].key
    spoil(data, wrong, hero)
    answer = send(client_of(author), f"{ROOT}match/{match.public_id}/sheet/", data, put=True)
    code, field = REFUSED[wrong]
    assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (
        422,
        code,
        [field.format(hero=hero)],
    )
    assert not Battle.objects.filter(match=match).exists()


def test_outside_of_leagues_a_sheet_between_two_of_mine_counts_at_once(owner: User, client_of: ClientOf) -> None:
    mine, theirs = founded(owner), founded(owner, "undead")
    sides = {
        letter: {"fought": [member.key for member in load_state(row).active()]}
        for letter, row in (("a", mine), ("b", theirs))
    }
    data = {"mine": mine.public_id, "theirs": theirs.public_id, "sides": sides, "winner": ""}
    made = send(client_of(owner), f"{ROOT}paper/", data)
    assert (made.status_code, made.json()["status"]) == (201, BattleStatus.FINISHED)
    assert send(client_of(owner), f"{ROOT}paper/", {**data, "theirs": "x" * 12}).status_code == 422


def test_a_battle_with_miniatures_says_that_it_has_no_moves(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    for is_finished in (False, True):
        if is_finished:
            sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
        for part in ("report/", "replay/", "dice/", "table/", "choices/a1/", "sight/a1/"):
            refused = client_of(author).get(f"{ROOT}{battle.public_id}/{part}")
            assert (refused.status_code, refused.json()["code"]) == (409, "played_with_miniatures"), part
            assert "played with miniatures" in refused.json()["message"]


def test_an_aftermath_is_read_answered_sealed_and_ruled_on(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = at_rest(owner, rival, gold=200, shards=3)
    address, client = f"{ROOT}{battle.public_id}/aftermath/", client_of(owner)
    mine = next(side for side in client.get(address).json()["sides"] if side["is_mine"])
    line = next(line for line in mine["lines"] if line["options"])
    assert (line["stage"], line["kind"]) == ("sale", "sale")
    other = next(side for side in client_of(rival).get(address).json()["sides"] if side["side"] == "a")
    assert not any(line["options"] for line in other["lines"])
    option = line["options"][-1]["key"]
    assert send(client_of(rival), f"{address}answers/", {"line": line["id"], "option": option}).status_code == 403
    answered = send(client, f"{address}answers/", {"line": line["id"], "option": option}).json()
    found = next(answered_line for answered_line in answered["sides"][0]["lines"] if answered_line["id"] == line["id"])
    assert found["answer"] == option
    hero = load_state(Warband.objects.get(owner=owner)).active(HERO)[0].key
    act = {"aftermath": mine["id"], "act": "seek", "who": hero, "thing": "lucky_charm"}
    for _press in range(2):
        sought = client.post(f"{address}acts/", act, "application/json", headers={"Idempotency-Key": "once"})
        assert sought.status_code == 200
    assert sum(line["subject"] == hero and line["stage"] == STAGE for line in sought.json()["sides"][0]["lines"]) == 1
    send(client, f"{address}acts/", {"aftermath": mine["id"], "act": "rest"})
    sealed = send(client, f"{address}acts/", {"aftermath": mine["id"], "act": "confirm"}).json()
    assert sealed["sides"][0]["is_confirmed"]
    gold = Warband.objects.get(owner=owner).treasury_gc
    ruling = {"act": "correct", "aftermath": mine["id"], "gold_gc": 7, "reason": "Miscounted."}
    assert send(client, f"{address}rulings/", ruling | {"reason": ""}).status_code == 422
    assert send(client, f"{address}rulings/", ruling).status_code == 200
    assert Warband.objects.get(owner=owner).treasury_gc == gold + 7


def test_each_ruling_counts_however_long_its_key(owner: User, rival: User, client_of: ClientOf) -> None:
    """Keys used to be cut off at 40 characters, and missing keys counted as one key, so the second of two rulings was
    lost."""
    battle = at_rest(owner, rival, gold=200)
    address, client = f"{ROOT}{battle.public_id}/aftermath/", client_of(owner)
    mine = next(side for side in client.get(address).json()["sides"] if side["is_mine"])
    send(client, f"{address}acts/", {"aftermath": mine["id"], "act": "rest"})
    gold = Warband.objects.get(owner=owner).treasury_gc

    def rule(gold_gc: int, key: str) -> int:
        ruling = {"act": "correct", "aftermath": mine["id"], "gold_gc": gold_gc, "reason": "Miscounted."}
        headers = {"Idempotency-Key": key} if key else {}
        return int(client.post(f"{address}rulings/", ruling, "application/json", headers=headers).status_code)

    for gold_gc, key in ((1, "k" * 55 + "1"), (2, "k" * 55 + "2"), (2, "k" * 55 + "2"), (4, ""), (8, "")):
        assert rule(gold_gc, key) == 200
    assert Warband.objects.get(owner=owner).treasury_gc == gold + 1 + 2 + 4 + 8
    assert rule(16, "k" * 57) == 422
    ruling = {"act": "correct", "aftermath": mine["id"], "gold_gc": 16, "reason": "Miscounted."}
    unnamed = client.post(f"{address}rulings/", ruling, "application/json", headers={"Idempotency-Key": ""})
    assert (unnamed.status_code, unnamed.json()["code"]) == (422, "bad_idempotency_key")
    assert Warband.objects.get(owner=owner).treasury_gc == gold + 1 + 2 + 4 + 8
    assert Warband.objects.get(owner=owner).treasury_gc == gold + 15


def test_the_way_back_the_sheet_again_and_the_way_on(match: Match, arbitrator: User, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    battle = sent(match, author)
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    address, client = f"{ROOT}{battle.public_id}/", client_of(arbitrator)
    assert client.get(f"{address}aftermath/").json()["may_rule"]
    assert send(client_of(author), f"{address}aftermath/rulings/", {"act": "back", "reason": "x"}).status_code == 403
    assert send(client, f"{address}aftermath/rulings/", {"act": "back", "reason": "Wrong."}).status_code == 200
    anew = send(client, f"{address}sheet/", said_of(match, winner="b", reason="The other way."), put=True)
    assert anew.json()["sheet"]["winner"] == "b"
    assert send(client, f"{address}aftermath/rulings/", {"act": "again"}).status_code == 200
    assert undo.NotYoursToRevert.status == 403
    assert {row.facts["won"] for row in Aftermath.objects.filter(side__battle=battle, side__letter="b")} == {True}


def test_a_table_is_tracked_by_programs(match: Match, client_of: ClientOf, stranger: User) -> None:
    author, other = author_and_other(match)
    begin = f"{ROOT}match/{match.public_id}/track/"
    assert client_of(author).get(begin).status_code == 404
    at_home = load_state(warbands(match)[0]).active(HERO)[-1].key
    made = send(client_of(author), begin, {"first": "b", "at_home": [at_home]})
    assert made.status_code == 201
    table = made.json()
    assert (table["side"], table["last"]) == ("b", 0)
    assert at_home not in {piece["key"] for piece in table["pieces"]}
    address = f"{ROOT}track/{table['id']}/"
    out = {"kind": "out", "data": {"piece": "b1", "by": ""}, "command_id": "one"}
    for _press in range(2):
        assert send(client_of(other), address, out).json()["last"] == 1
    assert (
        send(client_of(other), address, {"kind": "turn", "data": {"turn": 1, "side": "b", "phase": 0}}).status_code
        == 200
    )
    assert send(client_of(other), address, {"kind": "turn", "data": {"turn": 1}}).status_code == 409
    assert send(client_of(other), address, {"kind": "back", "data": {"number": 2}}).json()["last"] == 1
    assert send(client_of(stranger), address, out).status_code == 403
    assert client_of(author).get(begin).json()["id"] == table["id"]


def test_a_battle_outside_of_leagues_is_tracked_by_programs(owner: User, rival: User, client_of: ClientOf) -> None:
    mine, theirs = founded(owner), founded(rival)
    body = {"mine": mine.public_id, "theirs": theirs.public_id, "first": "b"}
    Warband.objects.filter(pk=theirs.pk).update(visibility="private")
    refused = send(client_of(owner), f"{ROOT}track/", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "no_such_warband")
    Warband.objects.filter(pk=theirs.pk).update(visibility="public")
    made, again = (send(client_of(owner), f"{ROOT}track/", body) for _time in range(2))
    assert (made.status_code, made.json()["side"]) == (201, "b")
    assert made.json()["id"] == again.json()["id"]
    assert set(made.json()["sides"]) == {"a", "b"}


def league_path(match: Match, act: str) -> str:
    return f"/api/v1/campaigns/{match.campaign.slug}/matches/{match.public_id}/{act}/"


def entries(match: Match) -> list[str]:
    """The ids of both sides in the league, in the order of the letters."""
    return list(match.sides.order_by("place").values_list("entry__public_id", flat=True))


def test_a_plain_report_replaces_a_waiting_sheet(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    sheet = f"{ROOT}match/{match.public_id}/sheet/"
    assert send(client_of(author), sheet, said_of(match), put=True).status_code == 200
    ours, theirs = entries(match)
    plain = {"winner": ours, "losses": {theirs: 1}}
    assert send(client_of(author), league_path(match, "report"), plain).status_code == 200
    assert client_of(other).get(sheet).status_code == 404
    assert send(client_of(other), league_path(match, "agree"), {}).json()["status"] == "agreed"
    assert not Aftermath.objects.filter(side__battle__match=match).exists()


def test_a_report_of_what_the_sheet_says_keeps_it(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    send(client_of(author), f"{ROOT}match/{match.public_id}/sheet/", said_of(match), put=True)
    ours, theirs = entries(match)
    same = {"winner": ours, "losses": {ours: 1, theirs: 3}, "note": "As on the sheet."}
    assert send(client_of(author), league_path(match, "report"), same).status_code == 200
    send(client_of(other), league_path(match, "agree"), {})
    assert Aftermath.objects.filter(side__battle__match=match).count() == 2


@pytest.mark.parametrize("names_losses", [True, False])
def test_a_decision_and_the_aftermath_say_the_same(
    match: Match, arbitrator: User, client_of: ClientOf, names_losses: bool
) -> None:
    """Without casualties, a decision only names the winner of the battle on the sheet; with other casualties it
    replaces the sheet."""
    author, _other = author_and_other(match)
    send(client_of(author), f"{ROOT}match/{match.public_id}/sheet/", said_of(match), put=True)
    ours, theirs = entries(match)
    decision = {"winner": theirs, "reason": "They held on.", **({"losses": {ours: 2}} if names_losses else {})}
    decided = send(client_of(arbitrator), league_path(match, "decision"), decision).json()
    assert decided["winner"] == theirs
    assert [side["losses"] for side in decided["sides"]] == ([2, 0] if names_losses else [1, 3])
    rows = Aftermath.objects.filter(side__battle__match=match).order_by("side__letter")
    fallen = [len(row.facts["fallen"]) for row in rows]
    assert fallen == ([] if names_losses else [1, 3])


def test_a_cancelled_match_takes_no_more_taps_of_its_tracker(
    match: Match, arbitrator: User, client_of: ClientOf
) -> None:
    author, _other = author_and_other(match)
    table = send(client_of(author), f"{ROOT}match/{match.public_id}/track/", {"first": "b"}).json()
    assert send(client_of(arbitrator), league_path(match, "cancel"), {}).json()["status"] == "void"
    out = {"kind": "out", "data": {"piece": "b1", "by": ""}, "command_id": "late"}
    answer = send(client_of(author), f"{ROOT}track/{table['id']}/", out)
    assert (answer.status_code, answer.json()["code"]) == (409, "track_over")


def test_a_battle_with_miniatures_whose_sheet_is_missing_is_not_found(owner: User, client: Client) -> None:
    battle = Battle.objects.create(opponent=Opponent.REPORTED, ruleset="core", dice_seed=b"", created_by=owner)
    client.force_login(owner)
    for address in (f"/api/v1/battles/{battle.public_id}/sheet/", f"/battles/{battle.public_id}/sheet/"):
        assert client.get(address).status_code == 404
