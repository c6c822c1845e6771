"""Everything that a page can do, a program can do too: each operation is called with an API key
(docs/reference/api.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from accounts.api_keys import services as api_keys_services
from accounts.models import User
from battles.models import Battle
from tests.shell.world import Town, build_town
from tests_support.cast import make_user
from warbands.core.tests.factories import founded

pytestmark = pytest.mark.django_db
JSON = "application/json"


@dataclass(frozen=True)
class Caller:
    """A program with an API key."""

    client: Client

    def read(self, address: str, status: int = 200) -> Any:
        answer = self.client.get(f"/api/v1/{address}")
        assert answer.status_code == status, (address, answer.status_code, answer.content[:500])
        return answer.json()

    def send(self, address: str, body: Any, status: int = 200, method: str = "post", **headers: str) -> Any:
        call = getattr(self.client, method)
        content = {} if body is None else {"data": body, "content_type": JSON}
        answer = call(f"/api/v1/{address}", **content, headers=headers)
        assert answer.status_code == status, (address, answer.status_code, answer.content[:500])
        return answer.json() if answer.content else None


def caller(user: User) -> Caller:
    key = api_keys_services.create_key(user_id=user.pk, name="journey")
    return Caller(Client(headers={"Authorization": f"Bearer {key}"}))


@pytest.fixture
def town(owner: User, rival: User, stranger: User, arbitrator: User) -> Town:
    return build_town(owner, rival, stranger, arbitrator)


def test_the_api_returns_the_user_and_the_scopes_of_the_key(owner: User) -> None:
    me = caller(owner).read("me/")
    assert (me["id"], me["name"], me["is_guest"]) == (owner.public_id, "owner", False)
    assert (me["key"]["name"], set(me["key"]["scopes"])) == ("journey", set(api_keys_services.Scope.values))


def test_a_program_creates_and_revokes_keys(owner: User) -> None:
    program = caller(owner)
    made = program.send("account/keys/", {"name": "Bot", "scopes": ["campaigns"]}, 201, **{"Idempotency-Key": "k"})
    again = program.send("account/keys/", {"name": "Bot", "scopes": ["campaigns"]}, 201, **{"Idempotency-Key": "k"})
    assert (again["id"], again["key"]) == (made["id"], ""), "a key is shown once and stored nowhere"
    bot = Caller(Client(headers={"Authorization": f"Bearer {made['key']}"}))
    assert bot.read("me/")["key"]["scopes"] == ["campaigns"]
    assert bot.read("account/keys/", 403)["code"] == "not_in_scope"
    assert [key["name"] for key in program.read("account/keys/")] == ["journey", "Bot"]
    program.send(f"account/keys/{made['id']}/", None, 204, "delete")
    assert bot.read("me/", 401)["code"] == "authentication_failed"


def test_a_key_cannot_give_more_than_it_has(owner: User) -> None:
    key = api_keys_services.create_key(user_id=owner.pk, scopes=["account"])
    program = Caller(Client(headers={"Authorization": f"Bearer {key}"}))
    assert program.send("account/keys/", {"scopes": ["battles"]}, 403)["code"] == "not_in_scope"
    assert len(program.read("account/keys/")) == 1


def test_a_browser_session_needs_the_password_for_a_key(
    owner: User, client_of: Callable[[User | None], Client]
) -> None:
    answer = client_of(owner).post("/api/v1/account/keys/", {}, content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "password_needed")


def test_settings_are_changed_one_by_one(owner: User) -> None:
    program = caller(owner)
    changed = program.send("account/settings/", {"display_name": "Otto"}, 200, "patch")
    assert changed == {"display_name": "Otto", "theme": "device", "timezone": "UTC"}
    assert program.send("account/settings/", {"timezone": "Mars/Olympus"}, 422, "patch")["fields"]["timezone"]


def test_a_league_is_read_whole(town: Town) -> None:
    program, root = caller(town.owner), f"campaigns/{town.campaign.slug}/"
    lines = program.read(f"{root}chronicle/")
    assert lines["next"] is None
    assert {"warband_joined"} <= {line["kind"] for line in lines["results"]}
    people = program.read(f"{root}people/")
    assert {member["role"] for member in people["members"]} == {"arbitrator", "co_arbitrator", "player"}
    assert {entry["warband"] for entry in people["entries"]} >= {town.warband.public_id}
    statistics = program.read(f"{root}statistics/")
    assert (statistics["battles"], statistics["warbands"]) == (0, 2)
    assert program.read(f"{root}graveyard/") == {"results": [], "next": None}
    assert caller(town.stranger).read(f"{root}chronicle/", 404)["code"] == "not_found"


def test_house_rules_have_codes_and_meanings(town: Town) -> None:
    program, root = caller(town.owner), f"campaigns/{town.campaign.slug}/"
    program.send(f"{root}house-rules/", {"house_rules": {"ro_extra_models": 2}}, 200, "put")
    rules = {rule["code"]: rule for rule in program.read(f"{root}house-rules/")["results"]}
    assert (rules["ro_extra_models"]["value"], rules["ro_extra_models"]["is_changed"]) == (2, True)
    assert rules["ro_extra_models"]["about"]
    assert not rules["af_underdog"]["is_changed"]
    formula = program.read(root)["formula"]
    assert (formula["win"], formula["per_kill"]) == (3, 0)


def test_the_settings_of_a_league_are_read_changed_and_sent_back(town: Town) -> None:
    program, address = caller(town.owner), f"campaigns/{town.campaign.slug}/settings/"
    settings = program.read(address)
    changed = {**settings, "ladder_reach": 3, "formula": {**settings["formula"], "per_kill": 2}}
    program.send(address, {"change": changed})
    assert program.read(address) == changed
    assert caller(town.rival).read(address) == changed
    assert caller(town.rival).send(address, {"change": {"name": "Mine"}}, 403)["code"] == "not_the_arbitrator"


def test_players_and_arbitrators_of_a_match_read_its_rosters(town: Town) -> None:
    address = f"campaigns/{town.campaign.slug}/matches/{town.match.public_id}/"
    for person in (town.owner, town.rival, town.arbitrator):
        rosters = caller(person).read(f"{address}rosters/")
        assert len(rosters) == 2
        assert all(warrior["key"] for side in rosters for warrior in side["roster"]["warriors"])
    caller(town.stranger).read(f"{address}rosters/", 404)
    match = caller(town.rival).read(address)
    assert match["battle"] == town.league_battle.public_id
    assert (match["campaign"], match["winner"]) == (town.campaign.slug, "")
    assert {side["roster"] for side in match["sides"]} == {side["roster"]["public_id"] for side in rosters}
    assert {side["rsvp"] for side in match["sides"]} == {""}


def test_a_roster_is_exported_imported_copied_shared_and_given_a_past(owner: User, stranger: User) -> None:
    program = caller(owner)
    warband = founded(owner).public_id
    exported = program.read(f"warbands/{warband}/export/")
    assert exported["text"].count("\n") > 5
    assert exported["csv"].count(",") > 5
    copy = program.send("warbands/import/", {"document": exported["document"]}, 201)
    assert len(copy["warriors"]) == len(exported["document"]["warriors"])
    assert program.send(f"warbands/{warband}/copy/", {}, 201)["public_id"] != warband
    caller(stranger).read(f"warbands/{warband}/", 404)
    key = program.send(f"warbands/{warband}/", {"visibility": "link"}, 200, "patch")["share_key"]
    assert caller(stranger).read(f"warbands/{warband}/?key={key}")["public_id"] == warband
    assert caller(stranger).read(f"warbands/{warband}/export/?key={key}")["document"]["name"]
    roster = program.send(f"warbands/{copy['public_id']}/actions/enter_treasury/", {"treasury_gc": 85, "shards": 2})[
        "roster"
    ]
    assert (roster["treasury_gc"], roster["shards"]) == (85, 2)
    first = program.read(f"warbands/{warband}/history/")[-1]["number"]
    hero = program.read(f"warbands/{warband}/")["warriors"][0]["key"]
    program.send(f"warbands/{warband}/actions/rename/", {"warrior": hero, "name": "Otto Stahl"})
    program.send(f"warbands/{warband}/restore/", {"number": first + 2, "reason": "Wrong name"})
    assert program.read(f"warbands/{warband}/")["warriors"][0]["name"] != "Otto Stahl"


def test_an_arbitrator_gives_awards_adds_warbands_and_webhooks_and_players_leave(town: Town) -> None:
    program, root = caller(town.owner), f"campaigns/{town.campaign.slug}/"
    entries = program.read(f"{root}people/")["entries"]
    award = program.send(f"{root}awards/", {"entry": entries[0]["id"], "title": "Best painted"}, 201)
    assert [row["title"] for row in program.read(f"{root}awards/")] == ["Best painted"]
    assert any(row["is_given"] for row in program.read(f"{root}statistics/")["awards"])
    for status in (204, 404):
        program.send(f"{root}awards/{award['id']}/", None, status, "delete")
    added = program.send(f"{root}non-players/", {"warband": founded(town.owner).public_id}, 201)
    assert added["is_non_player"]
    hook = program.send(f"{root}webhooks/", {"url": "https://example.org/a", "kinds": ["match_played"]}, 201)
    program.send(f"{root}webhooks/{hook['id']}/", {"is_on": False}, 200, "patch")
    for status in (204, 404):
        program.send(f"{root}webhooks/{hook['id']}/", None, status, "delete")
    theirs = next(entry["id"] for entry in entries if entry["player"] == "rival")
    rival = caller(town.rival)
    rival.send(f"{root}people/{theirs}/withdraw/", {})
    rival.send(f"{root}people/leave/", {}, 204)
    assert "rival" not in [member["name"] for member in program.read(f"{root}people/")["members"]]


def test_a_league_is_exported_and_imported_as_one_file(town: Town) -> None:
    program = caller(town.owner)
    document = program.read(f"campaigns/{town.campaign.slug}/export/")
    made = program.send("campaigns/import/", {"document": document}, 201)
    assert made["slug"] != town.campaign.slug
    people = program.read(f"campaigns/{made['slug']}/people/")
    assert len(people["entries"]) == len(document["entries"])


def test_tables_of_the_editor_are_made_and_changed(owner: User) -> None:
    program = caller(owner)
    table = program.send("tables/", {"name": "Crossroads"}, 201)
    change = {"step": 0, "action": "add", "thing": "ruin", "x": 1200, "y": 1200}
    changed = program.send(f"tables/{table['id']}/changes/", change)
    assert len(changed["document"]["pieces"]) == 1
    assert program.send(f"tables/{table['id']}/copy/", {}, 201)["id"] != table["id"]
    program.send(f"tables/{table['id']}/", None, 204, "delete")


def test_a_battle_is_read_again_after_it_with_report_and_dice(owner: User) -> None:
    program = caller(owner)
    battle = program.send("battles/", {"opponent": "hot_seat"}, 201)["public_id"]
    state = program.read(f"battles/{battle}/")
    assert program.read(f"battles/{battle}/dice/")["proof"]["seed"] == "", "secret until the end"
    resign = {"command": {"kind": "resign"}, "expected_seq": state["seq"], "command_id": "end"}
    program.send(f"battles/{battle}/commands/", resign)
    replay = program.read(f"battles/{battle}/replay/?event=1")
    assert (replay["event"] <= replay["last"], bool(replay["view"]["models"])) == (True, True)
    report = program.read(f"battles/{battle}/report/")
    assert report["outcome"]
    dice = program.read(f"battles/{battle}/dice/")
    assert dice["proof"]["fingerprint"] == Battle.objects.get(public_id=battle).fingerprint
    assert sum(len(roll["dice"]) for roll in dice["rolls"]) == len(dice["proof"]["faces"])
    assert dice["aftermath"]["is_sound"]


def test_rules_and_people_are_read_without_a_key(town: Town) -> None:
    visitor = Caller(Client())
    chapters = visitor.read("rules/")["results"]
    chapter = visitor.read(f"rules/{chapters[0]['code']}/")
    assert [rule["id"] for rule in chapter["rules"]] == chapters[0]["rules"]
    visitor.read(f"people/{make_user('hermit').public_id}/", 404)
    assert caller(town.owner).read(f"people/{town.owner.public_id}/")["name"] == "owner"
