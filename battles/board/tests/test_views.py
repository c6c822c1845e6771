"""The board for its players, a spectator and a visitor; as a page, by forms and by scripts."""

import html
import json
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from battles.core import dice_preparation
from battles.core.tests.factories import begin_by_button, engine_of, first_move, hot_seat, on_to_moves, two_people
from battles.engine import commands
from battles.models import Battle, BattleStatus, Opponent
from battles.setup import nonces
from battles.setup.new_battle import BOTS
from tests_support.pages import one_line

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
JSON = {"Accept": "application/json"}


def page(client: Client, battle: Battle, query: str = "") -> str:
    answer = client.get(f"/battles/{battle.public_id}/{query}")
    assert answer.status_code == 200, answer.content[:500]
    return answer.content.decode()


def post(client: Client, battle: Battle, part: str, fields: dict[str, object]) -> tuple[int, dict[str, object]]:
    answer = client.post(
        f"/battles/{battle.public_id}/{part}/", json.dumps(fields), content_type="application/json", headers=JSON
    )
    return answer.status_code, answer.json()


def test_one_press_brings_a_visitor_to_the_table(client: Client) -> None:
    answer = client.post("/play/now/")
    assert answer.status_code == 302
    begin_by_button(client, answer["Location"])
    board = client.get(answer["Location"])
    assert board.status_code == 200
    assert User.objects.filter(is_guest=True).count() == 1
    battle = Battle.objects.get()
    assert battle.turn_number == 1
    assert battle.ruleset == "mordheim"
    rules = engine_of(battle).game.rules
    assert rules.measuring_is_free
    assert not rules.out_of_range_may_be_chosen
    html = board.content.decode()
    assert "Mordheim (1999 rulebook)" in html
    assert "Free measuring" in html
    assert 'data-measuring="free"' in html


def test_the_front_page_creates_no_guest(client: Client) -> None:
    assert b'action="/play/now/"' in client.get("/").content
    assert client.get("/play/now/").status_code == 405
    assert not User.objects.exists()


def test_a_player_sees_their_verbs_and_a_watcher_none(owner: User, stranger: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    mine = page(client_of(owner), battle)
    theirs = page(client_of(stranger), battle)
    visitors = page(client_of(None), battle)
    assert 'data-verb="walk"' in mine
    assert 'name="command"' in mine
    for watched in (theirs, visitors):
        assert 'data-verb="walk"' not in watched
        assert "Concede" not in watched
        assert "You are watching" in watched


def test_every_model_stands_in_drawing_and_list_alike(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    html = page(client_of(owner), battle)
    drawn = set(re.findall(r'class="model[^"]*" href="[^"]*" data-who="(\w+)"', html))
    listed = set(re.findall(r'<a href="\?who=(\w+)" data-who', html))
    standing = {model_id for model_id, model in engine_of(battle).state.models.items() if not model.gone}
    assert drawn == standing
    assert standing <= listed
    titles = dict(re.findall(r"<title>([^:<]+): ([^<]+)</title>", html))
    for sentence in titles.values():
        assert f"<small>{sentence}</small>" in html


def test_each_player_finds_their_own_warriors_first(owner: User, rival: User, client_of: ClientOf) -> None:
    """The second player used to see the opponent's list first."""
    battle = two_people(owner, rival)
    first, second = (side.letter for side in battle.sides.order_by("letter"))
    for reader, letters in ((owner, [first, second]), (rival, [second, first]), (None, [first, second])):
        text = page(client_of(reader), battle)
        assert re.findall(r'<h2 id="side-(\w)">', text) == letters


def test_selecting_is_an_address(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    assert 'data-actor="b1"' in page(client_of(owner), battle, "?who=b1")
    assert "battle-as-list" in page(client_of(owner), battle, "?view=list")
    assert 'data-level="300"' in page(client_of(owner), battle, "?level=300")
    assert page(client_of(owner), battle, "?who=zz9&level=999&view=%07&verb=fly&odds=b2&weapon=x&sight")
    assert client_of(owner).get(f"/battles/{battle.public_id}/?view=%00").status_code == 400


def test_a_plain_form_moves_a_warrior(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    client = client_of(owner)
    html = one_line(page(client, battle, "?verb=walk"))
    value = re.search(r'name="command" value="([^"]+)" required data-x', html)
    assert value is not None
    command = value.group(1).replace("&quot;", '"')
    fields = {"expected_seq": battle.seq, "command": command}
    answer = client.post(f"/battles/{battle.public_id}/commands/", fields)
    assert answer.status_code == 302
    before = battle.seq
    battle.refresh_from_db()
    assert battle.seq > before
    stale = client.post(f"/battles/{battle.public_id}/commands/", fields)
    assert stale.status_code == 409
    assert b"data-refusal" in stale.content
    assert b'id="table"' in stale.content


def test_a_script_gets_the_new_table_with_its_order(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    client = client_of(owner)
    move = commands.to_data(first_move(battle))
    fields = {
        "command": move,
        "expected_seq": battle.seq,
        "command_id": "one",
        "who": move["who"],
        "log_after": battle.seq,
    }
    status, state = post(client, battle, "commands", fields)
    assert status == 200
    assert state["seq"] > battle.seq  # type: ignore[operator]
    assert set(state["regions"]) == {
        "guidance",
        "phase",
        "clock",
        "draw_offer",
        "prompt",
        "selected_warrior",
        "warriors",
        "undo",
        "outcome",
        "scenario",
        "default_decisions",
        "opponent_turns",
    }  # type: ignore[call-overload]
    assert "Undo" in state["regions"]["undo"]  # type: ignore[index]
    status, again = post(client, battle, "commands", fields)
    assert status == 200
    assert again["repeated"] is True
    status, refusal = post(client, battle, "commands", {**fields, "command_id": "two"})
    assert status == 409
    assert refusal["code"] == "stale_order"
    assert refusal["missed"]


def test_strangers_and_visitors_may_not_order(owner: User, stranger: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    for person in (stranger, None):
        for part in ("commands", "undo", "place"):
            fields = {"command": {"kind": "end_step"}, "expected_seq": battle.seq}
            status, data = post(client_of(person), battle, part, fields)
            assert status == 403, (person, part)
            assert data["code"] == "not_your_side"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"command": 7, "expected_seq": "x"}', b'"' + b"x" * 30_000 + b'"']
)
def test_hostile_bodies_are_refused_in_words(owner: User, client_of: ClientOf, body: bytes) -> None:
    battle = hot_seat(owner)
    answer = client_of(owner).post(
        f"/battles/{battle.public_id}/commands/", body, content_type="application/json", headers=JSON
    )
    assert answer.status_code in (400, 409, 422)
    assert answer.json()["message"]


def test_the_way_to_a_pressed_spot_is_an_order(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    client = client_of(owner)
    move = first_move(battle)
    assert isinstance(move, commands.Move)
    _kind, x, y, z = move.path[-1]
    address = f"/battles/{battle.public_id}/path/{move.who}/?x={x / 100}&y={y / 100}&level={z}"
    found = client.get(address, headers=JSON).json()
    assert found["command"]["who"] == move.who
    status, _state = post(client, battle, "commands", {"command": found["command"], "expected_seq": battle.seq})
    assert status == 200
    far = client.get(f"/battles/{battle.public_id}/path/{move.who}/?x=1&y=1", headers=JSON)
    assert far.status_code == 200, "a spot out of reach is an ordinary answer"
    assert far.json()["refused"]["code"] == "out_of_reach"
    assert far.json()["refused"]["message"]
    assert client.get(f"/battles/{battle.public_id}/path/{move.who}/?x=nan&y=1", headers=JSON).status_code == 400


def test_only_the_commanding_player_gets_choices(owner: User, stranger: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    model_id = f"{battle.awaiting[0]}2"
    mine = client_of(owner).get(f"/battles/{battle.public_id}/choices/{model_id}/").json()
    theirs = client_of(stranger).get(f"/battles/{battle.public_id}/choices/{model_id}/").json()
    assert {verb["code"] for verb in mine["verbs"]} >= {"walk", "run", "hide"}
    assert theirs["verbs"] == []
    assert theirs["reach"] == {}


def test_an_unknown_battle_is_not_found(owner: User, client_of: ClientOf) -> None:
    for part in ("", "state/", "replay/", "report/", "dice/", "join/", "choices/a1/"):
        assert client_of(owner).get(f"/battles/AAAAAAAAAAAA/{part}").status_code == 404


def test_the_page_asks_the_database_few_things(owner: User, rival: User, client_of: ClientOf) -> None:
    from django.db import connection

    battle = two_people(owner, rival)
    client = client_of(owner)
    page(client, battle)
    with CaptureQueriesContext(connection) as queries:
        page(client, battle)
    assert len(queries) <= 18, [query["sql"][:80] for query in queries]


def test_the_form_calls_for_every_kind_of_battle(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    assert all(f'value="{strength}"'.encode() in client.get("/play/").content for strength in BOTS)
    base = {"bot": "soldier", "ruleset": "core", "scenario": "skirmish", "size_in": "24", "density": "club"}
    for kind, status in (
        (Opponent.BOT, "preparing"),
        (Opponent.HOT_SEAT, "preparing"),
        (Opponent.INVITED, "mustering"),
    ):
        answer = client.post("/play/", {**base, "opponent": kind, "army": "", "their_army": "", "table": ""})
        assert answer.status_code == 302, answer.content[:3000]
        assert Battle.objects.order_by("-pk")[0].status == status
    wrong = client.post("/play/", {**base, "opponent": "nobody", "size_in": "7"})
    assert wrong.status_code == 422
    assert b"aria-invalid" in wrong.content


def test_somebody_joins_by_link_without_an_account(owner: User, client: Client, client_of: ClientOf) -> None:
    client_of(owner).post(
        "/play/", {"opponent": "invited", "ruleset": "core", "scenario": "skirmish", "size_in": "24", "density": "club"}
    )
    battle = Battle.objects.get()
    link = f"/battles/{battle.public_id}/join/"
    assert b"Send this link" in client_of(owner).get(link).content
    assert b"Take the other side" in client.get(link).content
    assert client.post(link, {"army": ""}).status_code == 302
    nonces.begin_due(now=timezone.now() + dice_preparation.DICE_WAIT)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.PLAYING
    assert client_of(owner).post(link, {"army": ""}).status_code == 302
    assert battle.sides.count() == 2


def test_a_battle_in_which_it_is_my_turn_is_on_the_dashboard_and_in_the_lists(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    client = client_of(owner)
    assert b"Your turn in" in client.get("/").content
    for address in ("/battles/", "/battles/?mine", "/battles/?live", "/dashboard/battles/"):
        assert battle.public_id.encode() in client.get(address).content, address
    assert battle.public_id.encode() in client_of(None).get("/battles/?live").content


def test_giving_up_asks_first(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    client = client_of(owner)
    assert b"cannot be undone" in client.get(f"/battles/{battle.public_id}/resign/").content
    status, state = post(client, battle, "commands", {"command": {"kind": "resign"}, "expected_seq": battle.seq})
    assert status == 200
    assert state["over"] is True
    assert "The battle is over" in page(client, battle)


def test_players_talk_and_guests_without_a_seat_do_not(
    owner: User, stranger: User, client_of: ClientOf, client: Client
) -> None:
    battle = hot_seat(owner)
    say = f"/battles/{battle.public_id}/chat/"
    assert client_of(owner).post(say, {"text": " Good  luck. "}).status_code == 302
    assert "Good luck." in page(client_of(owner), battle)
    assert client_of(owner).post(say, {"text": "  "}).status_code == 422
    client_of(stranger).post(say, {"text": "From the gallery"})
    assert "From the gallery" not in page(client_of(owner), battle)
    assert "From the gallery" in page(client_of(stranger), battle)
    assert client.post(say, {"text": "x"}).status_code == 403


def test_a_walk_on_the_ground_works_whatever_level_is_shown(owner: User, client_of: ClientOf) -> None:
    """With the second level shown, every walk on the street was refused."""
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    move = next(
        command
        for command in engine_of(battle).legal(battle.awaiting[0])
        if isinstance(command, commands.Move) and command.manner == "walk" and command.path[-1][3] == 0
    )
    _kind, x, y, _z = move.path[-1]
    address = f"/battles/{battle.public_id}/path/{move.who}/?x={x / 100}&y={y / 100}&level="
    for level in ("0", "300", "600"):
        found = client_of(owner).get(address + level, headers=JSON).json()
        assert "command" in found, (level, found)


def test_the_prompt_names_the_selected_warrior(owner: User, client_of: ClientOf) -> None:
    """The prompt said "Henning can move" while Sigbert was selected."""
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    engine = engine_of(battle)
    mover = {command.who for command in engine.legal(battle.awaiting[0]) if isinstance(command, commands.Move)}
    for model_id in sorted(mover)[:3]:
        shown = page(client_of(owner), battle, f"?who={model_id}")
        assert f"{engine.game.name(model_id)} can move" in html.unescape(shown)


def test_a_command_is_checked_and_not_carried_out(owner: User, stranger: User, client_of: ClientOf) -> None:
    """An illegal target is refused with its reason before anything is sent."""
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    move = first_move(battle)
    assert isinstance(move, commands.Move)

    def asked(user: User, command: object) -> HttpResponse:
        address = f"/battles/{battle.public_id}/check/{move.who}/"
        return client_of(user).get(address, {"command": json.dumps(command)}, headers=JSON)

    assert asked(owner, commands.to_data(move)).json() == {"seq": battle.seq}
    shot = {"kind": "shoot", "who": move.who, "target": "b1" if move.who[0] == "a" else "a1", "weapon": 0}
    refused = asked(owner, shot).json()["refused"]
    assert refused["message"]
    assert asked(owner, {"kind": "shoot", "who": "zz9"}).status_code in (200, 403)
    assert asked(owner, "nothing").json()["refused"]["code"] == "bad_command"
    assert asked(stranger, commands.to_data(move)).status_code == 403
    battle.refresh_from_db()
    assert asked(owner, commands.to_data(move)).json() == {"seq": battle.seq}
