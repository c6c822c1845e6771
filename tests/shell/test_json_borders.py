"""Any JSON is either accepted or refused with a message, quickly, everywhere the site reads JSON."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from battles.engine import commands
from battles.engine.errors import IllegalAction
from battles.tables import services as tables_services
from battles.tables.editor.actions import blank, checked
from battles.tables.editor.operations import EDITS, AddPiece, ChangeTable, Edit
from battles.tables.library import table_for
from battles.tabletop.tracker.tally import KINDS
from campaigns.exchange import document as exchange_document
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.packs.installed import book
from mordheim_site.operations.api import read_json
from mordheim_site.refusals import Refusal
from tests.shell.world import Town, build_town, signed_in
from tests_support.json_values import ANYTHING, TEXTS, as_bytes, damaged, nested
from warbands.exchange import file_reader

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

EDITOR_FIELDS = ["thing", "piece", "number", "x", "y", "z", "width", "depth", "kind", "name", "floor", "wall"]
FIELDS = sorted({name for kind in commands._KINDS.values() for name in kind._fields})
SECONDS = 30.0
"""Maximum processor time for reading one small document, on a busy machine."""
QUIET = settings(
    deadline=None, database=None, derandomize=True, max_examples=60, suppress_health_check=list(HealthCheck)
)
COMMANDS = st.one_of(
    ANYTHING,
    st.builds(
        lambda kind, fields: {"kind": kind, **fields},
        st.one_of(st.sampled_from(sorted(commands._KINDS)), ANYTHING),
        st.dictionaries(st.one_of(st.sampled_from(FIELDS), TEXTS), ANYTHING, max_size=4),
    ),
    st.builds(
        lambda steps: {"kind": "move", "who": "a1", "path": steps},
        st.lists(st.one_of(ANYTHING, st.tuples(st.sampled_from(["walk", "climb"]), ANYTHING, ANYTHING, ANYTHING))),
    ),
)


def refused(read: Callable[[], object], *kinds: type[Exception]) -> None:
    """Run a function that may only raise the expected refusals and must not take long."""
    start = time.process_time()
    with contextlib.suppress(*kinds):
        read()
    assert time.process_time() - start < SECONDS


def read_command(raw: Any) -> tuple[commands.Command | None, IllegalAction | None]:
    """The command, or the refusal."""
    try:
        return commands.from_data(raw), None
    except IllegalAction as error:
        return None, error


@QUIET
@given(raw=COMMANDS)
def test_any_command_is_read_or_refused(raw: Any) -> None:
    command, error = read_command(raw)
    if error is not None:
        assert error.code == "bad_command"
        assert str(error)
        return
    assert command is not None
    assert commands.from_data(json.loads(json.dumps(commands.to_data(command)))) == command


@pytest.mark.parametrize("kind", [{}, [], None, 3, 1.5, True, "", "nothing", {"kind": "move"}, "\ud800", nested(2000)])
def test_a_command_kind_of_any_other_type_is_refused(kind: Any) -> None:
    with pytest.raises(IllegalAction) as error:
        commands.from_data({"kind": kind})
    assert error.value.code == "bad_command"


@QUIET
@given(data=st.one_of(ANYTHING, damaged(table_for(seed="json", size_in=24).data)))
def test_any_table_is_compiled_or_refused(data: Any) -> None:
    refused(lambda: checked(data), Refusal)
    refused(lambda: checked(tables_services.read_file(as_bytes(data))), Refusal)


@QUIET
@given(
    name=st.one_of(st.sampled_from(sorted(EDITS)), TEXTS),
    values=st.dictionaries(
        st.one_of(
            st.sampled_from(
                ["thing", "piece", "number", "x", "y", "z", "width", "depth", "kind", "name", "floor", "wall"]
            ),
            TEXTS,
        ),
        ANYTHING,
        max_size=6,
    ),
)
def test_any_act_of_the_table_editor_is_done_or_refused(name: str, values: dict[str, Any]) -> None:
    ground = AddPiece(step=0, thing="ruin", x=800, y=800).changed(blank("Ground", 2400, 2400))

    def act() -> None:
        edit = read_json(ChangeTable, {"step": 0, "action": name, **values}).resolved()
        assert isinstance(edit, Edit)
        checked(edit.changed(ground))

    refused(act, Refusal)


PACK: dict[str, Any] = {
    "pack": {"code": "mine", "name": "Mine", "tier": 3, "publication": "Mine", "edition": "First"},
    "races": [{"code": "mine_folk", "name": "Folk", "page": 1}],
    "items": [{"code": "mine_stick", "name": "Stick", "price": {"gold": 3}, "page": 1}],
}


@QUIET
@given(data=st.one_of(ANYTHING, damaged(PACK)))
def test_any_pack_is_read_with_its_mistakes(data: Any) -> None:
    refused(lambda: read_custom_pack(json.dumps(data)))
    refused(lambda: read_custom_pack(json.dumps(data, ensure_ascii=False)))


ROSTER_BUILDER: dict[str, Any] = {
    "wb": "skaven", "subtype": None, "name": "Nest", "budget": 500, "goldNow": 37, "leaderUid": 1,
    "models": [
        {"uid": 1, "uid_def": "adept", "name": "Skritch", "exp": 22, "qty": 1, "eq": {"Schwert": 2}, "mut": [],
         "adv": {"WS": 1}, "skills": ["Mighty Blow"], "inj": [{"code": "24", "name": "Madness"}], "spells": []},
    ],
    "hired": [{"key": "ogre", "name": "Ogg", "exp": 3, "eq": {}}], "dp": [],
    "stash": {"wyrd": 2, "gold": 120, "items": [{"name": "Helm", "qty": 1}]},
}  # fmt: skip


@QUIET
@given(data=st.one_of(ANYTHING, damaged(ROSTER_BUILDER)))
def test_any_roster_file_is_read_or_refused(data: Any) -> None:
    raw = as_bytes(data)
    refused(lambda: file_reader.read(raw, book()), Refusal)
    refused(lambda: file_reader.read(b"Nest\nMORDHEIM-DATA: " + raw, book()), Refusal)


LEAGUE: dict[str, Any] = {
    "format": exchange_document.FORMAT, "version": 1, "name": "Ashes", "settings": {}, "entries": [{"key": "e1"}],
    "rounds": [], "matches": [], "events": [], "posts": [], "awards": [],
}  # fmt: skip


@QUIET
@given(data=st.one_of(ANYTHING, damaged(LEAGUE)))
def test_any_league_file_is_read_or_refused(data: Any) -> None:
    refused(lambda: exchange_document.read(as_bytes(data)), exchange_document.BadLeagueFile)


@pytest.mark.parametrize("depth", [400, 20_000])
@pytest.mark.parametrize("opening", ["[", '{"models": [', '{"a":', '{"format": "x", "pieces": ['])
def test_bottomless_nesting_is_refused_everywhere(depth: int, opening: str) -> None:
    text = opening * depth
    refused(lambda: file_reader.read(text.encode(), book()), Refusal)
    refused(lambda: exchange_document.read(text.encode()), Refusal)
    refused(lambda: tables_services.read_file(text.encode()), Refusal)
    refused(lambda: read_custom_pack(text))
    closed = text + "]" * depth if opening == "[" else text
    refused(lambda: read_custom_pack(closed))


@pytest.mark.parametrize("depth", [100, 900])
@pytest.mark.parametrize("kind", ["list", "object"])
def test_deep_values_are_refused_by_the_engine(depth: int, kind: str) -> None:
    deep = nested(depth, kind)
    refused(lambda: commands.from_data({"kind": "move", "who": deep, "path": deep}), IllegalAction)
    refused(lambda: checked({"pieces": deep, "width": deep}), Refusal)
    refused(lambda: checked(deep), Refusal)


@pytest.fixture
def town(owner: User, rival: User, stranger: User, arbitrator: User) -> Town:
    """The owner has one of everything."""
    return build_town(owner, rival, stranger, arbitrator)


def send(client: Client, url: str, body: Any, method: str = "post") -> Any:
    """Send the request in a savepoint, so that every request finds the same rows."""
    cache.clear()
    point = transaction.savepoint()
    try:
        answer = getattr(client, method)(
            url, data=as_bytes(body), content_type="application/json", headers={"Accept": "application/json"}
        )
    finally:
        transaction.savepoint_rollback(point)
    return answer


def is_refusal(answer: Any) -> bool:
    """Whether the response is a refusal in the site's own format."""
    return 400 <= answer.status_code < 500 and {"code", "message", "fields"} <= set(answer.json())


@pytest.mark.django_db
def test_any_command_sent_to_a_battle_is_refused_in_words(town: Town) -> None:
    client, seq = signed_in(town.owner), town.battle.seq

    @settings(QUIET, max_examples=30)
    @given(command=COMMANDS, extra=st.dictionaries(TEXTS, ANYTHING, max_size=2))
    def call(command: Any, extra: dict[str, Any]) -> None:
        for url in (
            f"/battles/{town.battle.public_id}/commands/",
            f"/api/v1/battles/{town.battle.public_id}/commands/",
        ):
            body = {"command": command, "expected_seq": seq, "command_id": "any", **extra}
            start = time.process_time()
            answer = send(client, url, body)
            assert time.process_time() - start < SECONDS * 2
            assert answer.status_code == 200 or is_refusal(answer), (url, body, answer.content[:300])

    call()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [{}, [], None, 3, True, "nothing"])
def test_a_command_of_an_invalid_kind_is_refused_by_page_and_api(town: Town, kind: Any) -> None:
    body = {"command": {"kind": kind}, "expected_seq": town.battle.seq, "command_id": "kind"}
    for url in (f"/battles/{town.battle.public_id}/commands/", f"/api/v1/battles/{town.battle.public_id}/commands/"):
        answer = send(signed_in(town.owner), url, body)
        assert is_refusal(answer)
        assert answer.json()["code"] == "bad_command"


@pytest.mark.django_db
def test_any_entry_of_a_tracked_battle_is_taken_or_refused(town: Town) -> None:
    client, url = signed_in(town.owner), f"/api/v1/battles/track/{town.track.public_id}/"

    @settings(QUIET, max_examples=30)
    @given(
        kind=st.sampled_from([*sorted(KINDS), "back"]),
        data=st.one_of(
            ANYTHING,
            st.dictionaries(
                st.sampled_from(["piece", "by", "posture", "side", "text", "thing", "turn", "phase", "lost", "number"]),
                ANYTHING,
            ),
        ),
    )
    def call(kind: str, data: Any) -> None:
        answer = send(client, url, {"kind": kind, "data": data, "command_id": "any"})
        assert answer.status_code == 200 or is_refusal(answer), (kind, data, answer.content[:300])

    call()


@pytest.mark.django_db
def test_any_aftermath_request_is_refused(town: Town) -> None:
    client, root = signed_in(town.owner), f"/api/v1/battles/{town.league_battle.public_id}/aftermath/"

    @settings(QUIET, max_examples=20)
    @given(data=st.one_of(ANYTHING, st.dictionaries(st.sampled_from(["line", "option", "act", "aftermath"]), ANYTHING)))
    def call(data: Any) -> None:
        for part in ("answers/", "acts/", "rulings/"):
            answer = send(client, root + part, data)
            assert is_refusal(answer), (part, data, answer.content[:300])

    call()
