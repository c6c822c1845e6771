"""A league script, a chat bot and a program that watches a battle, as docs/reference/api.md describes the API."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.api_journeys.programs import Listener, Program

pytestmark = [pytest.mark.slow, pytest.mark.own_servers, pytest.mark.timeout(600)]
ProgramOf = Callable[..., list[Program]]
DISCORD = "discord"


def founded(player: Program, name: str) -> str:
    """The id of a founded warband."""
    warband: str = player.post("warbands/", {"warband_type": "reiklanders", "name": name})["public_id"]
    player.post(f"warbands/{warband}/actions/suggest/", {})
    player.post(f"warbands/{warband}/actions/found/", {})
    return warband


def running_league(arbitrator: Program, *players: Program) -> tuple[str, list[str]]:
    """The slug of a new league that all players have joined, and their entries."""
    league = arbitrator.post("campaigns/", {"name": "The Long Night"})
    entries = [
        player.post("campaigns/join/", {"join_code": league["join_code"], "warband": founded(player, f"Band {number}")})
        for number, player in enumerate(players)
    ]
    return league["slug"], [entry["entry"] for entry in entries]


def played(league: str, winner: Program, loser: Program, entries: list[str]) -> str:
    """The id of a match that the first entry won: one player reports, the other agrees."""
    match: str = winner.post(f"campaigns/{league}/matches/", {"entry": entries[0], "others": entries[1:]})["id"]
    report = {"winner": entries[0], "losses": {entries[1]: 3}}
    winner.post(f"campaigns/{league}/matches/{match}/report/", report)
    loser.post(f"campaigns/{league}/matches/{match}/agree/", {})
    return match


def test_a_league_script_runs_a_league_from_the_first_request_to_the_standings(program_of: ProgramOf) -> None:
    arbitrator, first, two = program_of("script-arbitrator", "script-one", "script-two")
    # Sending a request again creates nothing more, and its key belongs to one request.
    created = [arbitrator.send("POST", "campaigns/", {"name": "Twice"}, Idempotency_Key="league") for _ in range(2)]
    assert [answer.status for answer in created] in ([201, 200], [201, 201])
    assert created[0].json["slug"] == created[1].json["slug"]
    other = arbitrator.send("POST", "campaigns/", {"name": "Other"}, Idempotency_Key="league")
    assert (other.status, other.json["code"]) == (422, "idempotency_key_used")
    league, entries = running_league(arbitrator, first, two)
    # A misspelled field is refused by name.
    mistake = arbitrator.send("POST", f"campaigns/{league}/rounds/", {"kind": "round_robin", "day": 14})
    assert (mistake.status, list(mistake.json["fields"])) == (400, ["day"])
    arbitrator.post(f"campaigns/{league}/rounds/", {"kind": "round_robin", "days": 14})
    matches = first.get(f"campaigns/{league}/matches/").json
    assert (matches["count"], len(matches["results"])) == (1, 1)
    match = matches["results"][0]["id"]
    first.post(f"campaigns/{league}/matches/{match}/report/", {"winner": entries[0], "losses": {entries[1]: 3}})
    two.post(f"campaigns/{league}/matches/{match}/agree/", {})
    standings = first.get(f"campaigns/{league}/standings/").json
    assert [(row["entry"], row["won"], row["lost"]) for row in standings] == [(entries[0], 1, 0), (entries[1], 0, 1)]
    beyond = first.get(f"campaigns/{league}/matches/?page=9").json
    assert beyond == {"count": 1, "results": []}


def test_a_program_reports_a_match_by_the_keys_of_both_rosters(program_of: ProgramOf) -> None:
    arbitrator, first, other = program_of("sheet-arbitrator", "sheet-one", "sheet-two")
    league, entries = running_league(arbitrator, first, other)
    match = first.post(f"campaigns/{league}/matches/", {"entry": entries[0], "others": entries[1:]})["id"]
    rosters = first.get(f"campaigns/{league}/matches/{match}/rosters/").json
    ours, theirs = ([warrior["key"] for warrior in side["roster"]["warriors"]] for side in rosters)
    sides = {"a": {"fought": ours}, "b": {"fought": theirs, "falls": [{"who": theirs[0], "by": ours[0]}]}}
    address = f"battles/match/{match}/sheet/"
    unknown = {**sides, "b": {"fought": ["4kPq8ZxTn2Lw"]}}
    refused = first.send("PUT", address, {"sides": unknown, "winner": "a"})
    assert (refused.status, refused.json["code"], list(refused.json["fields"])) == (
        422, "not_on_roster", ["sides.b.fought.0"],
    )  # fmt: skip
    sheets = [
        first.send("PUT", address, {"sides": sides, "winner": "a"}, Idempotency_Key="sheet").json for _ in range(2)
    ]
    assert sheets[0] == sheets[1]
    battle = sheets[0]["battle"]
    agreed = other.post(f"battles/{battle}/sheet/", {"act": "agree"})
    assert agreed["status"] == "finished"
    read = other.get(f"campaigns/{league}/matches/{match}/").json
    assert (read["status"], read["winner"], read["battle"]) == ("agreed", entries[0], battle)
    assert [side["losses"] for side in read["sides"]] == [0, 1]


def test_a_bot_hears_of_results_by_signed_webhooks_and_reads_the_standings(
    program_of: ProgramOf, listener: Listener
) -> None:
    bot, first_bot, two = program_of("bot", "bot-one", "bot-two")
    league, entries = running_league(bot, first_bot, two)
    hook = bot.post(f"campaigns/{league}/webhooks/", {"url": listener.url, "kinds": ["match_played"]})
    bot.post(f"campaigns/{league}/webhooks/{hook['id']}/test/", {})
    assert signed(hook["secret"], *listener.next_call())["event"] == "test"
    first = bot.get(f"campaigns/{league}/standings/")
    known = {"If_None_Match": first.headers["ETag"]}
    assert bot.get(f"campaigns/{league}/standings/", **known).status == 304
    played(league, first_bot, two, entries)
    message = signed(hook["secret"], *listener.next_call())
    assert (message["event"], message["league"]["slug"]) == ("match_played", league)
    changed = bot.get(f"campaigns/{league}/standings/", **known)
    assert (changed.status, changed.json[0]["points"] > 0) == (200, True)
    assert int(changed.headers["RateLimit-Remaining"]) < int(changed.headers["RateLimit-Limit"])
    (delivery,) = bot.get(f"campaigns/{league}/webhooks/deliveries/?state=sent").json["results"][:1]
    assert (delivery["id"], delivery["answer"]) == (message["id"], "204 No Content")


def signed(secret: str, headers: dict[str, str], body: bytes) -> Any:
    """The body of a webhook, once its signature is verified."""
    moment, mac = headers["X-Mordheim-Signature"].removeprefix("t=").split(",v1=")
    expected = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(mac, expected)
    return json.loads(body)


def test_a_chat_gets_messages_in_the_form_of_discord(program_of: ProgramOf, listener: Listener) -> None:
    bot, first, two = program_of("chat", "chat-one", "chat-two")
    league, entries = running_league(bot, first, two)
    bot.post(f"campaigns/{league}/webhooks/", {"url": listener.url, "form": DISCORD, "kinds": ["match_played"]})
    played(league, first, two, entries)
    message = json.loads(listener.next_call()[1])
    assert set(message) == {"username", "content", "allowed_mentions"}
    assert message["allowed_mentions"] == {"parse": []}
    assert "Band 0" in message["content"]


def test_a_program_watches_a_battle_and_ends_it(program_of: ProgramOf) -> None:
    (player,) = program_of("watcher")
    battle = player.post("battles", {"opponent": "hot_seat", "warband": founded(player, "Watched")})["public_id"]
    state = player.get(f"battles/{battle}/").json
    address = f"{player.url.replace('http', 'ws', 1)}/ws/battles/{battle}/"
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers={"Authorization": "Bearer wrong"})
    with connect(address, additional_headers={"Authorization": f"Bearer {player.key}"}) as socket:
        assert json.loads(socket.recv(timeout=30))["seq"] == state["seq"]
        command = {"command": {"kind": "resign"}, "expected_seq": state["seq"], "command_id": "an-id-of-mine"}
        player.post(f"battles/{battle}/commands/", command)
        while (heard := json.loads(socket.recv(timeout=30))).get("seq", 0) <= state["seq"]:
            pass
    events = player.get(f"battles/{battle}/events/?after={state['seq']}").json
    assert heard["seq"] > state["seq"]
    assert events


def test_every_mistake_of_a_program_gets_an_error_that_it_can_read(program_of: ProgramOf) -> None:
    (player,) = program_of("careless")
    stranger = Program(player.url)
    for answer, status, code in (
        (stranger.send("POST", "campaigns/", {"name": "x"}), 401, "not_authenticated"),
        (player.get("campaign/"), 404, "not_found"),
        (player.send("DELETE", "campaigns/"), 405, "method_not_allowed"),
        (player.get("campaigns/", Accept="text/html"), 406, "not_acceptable"),
        (player.send("POST", "campaigns/", {"name": "x", "starting_gold": 1}), 400, "invalid"),
        (player.send("POST", "campaigns/", []), 400, "invalid"),
    ):
        assert (answer.status, answer.json["code"]) == (status, code)
        assert set(answer.json) == {"code", "message", "fields"}
    assert stranger.send("POST", "campaigns/", {}).headers["WWW-Authenticate"] == "Bearer, Token"
