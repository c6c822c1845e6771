"""What an aftermath waits for is its status, and the reason in refusals: dice, a choice, or the job. Rules:
AF-CONFIRM-01, AF-DICE-02"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from battles.aftermath.decisions import confirmation, undo
from battles.aftermath.dice import typed_corrections
from battles.aftermath.tests.world import at_rest
from battles.models import Aftermath, AftermathStatus, Battle
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    """Nothing is left to roll; the player of side a types in dice."""
    battle = at_rest(owner, rival, gold=200)
    Aftermath.objects.filter(side__battle=battle, side__letter="a").update(hand_dice=True)
    return battle


class Program:
    """A program of the owner that acts on the aftermath of side a."""

    def __init__(self, client: Client, battle: Battle) -> None:
        self.client, self.battle = client, battle
        self.root = f"/api/v1/battles/{battle.public_id}/aftermath/"

    def side(self) -> dict[str, Any]:
        """The aftermath of side a."""
        found: dict[str, Any] = next(side for side in self.client.get(self.root).json()["sides"] if side["is_mine"])
        return found

    def post(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, str, list[str]]:
        """Status, code and fields of a request about side a."""
        address = f"{self.root}{self.side()['id']}/{path}/"
        answer = self.client.post(address, body or {}, content_type="application/json")
        found = answer.json()
        return answer.status_code, found.get("code", ""), sorted(found.get("fields", {}))

    def search(self, kind: str, **thing: str) -> None:
        """Send the first hero on a search, which asks for dice."""
        hero = load_state(Aftermath.objects.get(public_id=self.side()["id"]).warband).active(HERO)[0].key
        assert self.post(kind, {"hero": hero, **thing})[0] == 200

    def type_in(self, faces: str) -> None:
        """Enter the requested dice."""
        assert self.post("dice", {"faces": faces, "given": self.side()["asked"]["given"]})[0] == 200


@pytest.fixture
def program(battle: Battle, owner: User, client_of: ClientOf) -> Program:
    return Program(client_of(owner), battle)


def test_dice_are_missing_before_a_choice_is(program: Program) -> None:
    program.search("item-searches", item="lucky_charm")
    assert program.side()["status"] == "waiting"
    assert program.post("confirm") == (409, "dice_first", [])
    program.type_in("6 6")
    side = program.side()
    assert (side["status"], side["asked"]) == ("waiting", None)
    assert program.post("confirm") == (409, "choices_left", [])
    assert program.post("dice/correct") == (409, "dice_of_a_search", [])
    line = next(line for line in side["lines"] if line["options"])
    answers = f"{program.root}answers/"
    body = {"line": line["id"], "option": "leave"}
    assert program.client.post(answers, body, content_type="application/json").status_code == 200
    assert program.side()["status"] == "done"
    assert program.post("confirm")[0] == 200


def test_a_search_that_finds_nobody_leaves_nothing_to_do(program: Program) -> None:
    program.search("person-searches", persona="johann_the_knife")
    program.type_in("6")
    assert program.side()["status"] == "done"
    assert program.post("corrections", {"gold_gc": 1, "reason": "Miscounted."})[0] == 200


def test_a_revert_waits_for_the_choice_and_not_for_the_job(owner: User, rival: User) -> None:
    rows = list(Aftermath.objects.filter(side__battle=at_rest(owner, rival, shards=3)).order_by("side__letter"))
    rows[0].stage = "exploration"
    with pytest.raises(undo.choices.ChoicesLeft):
        undo.must_be_revertible(rows)
    rows[0].status = AftermathStatus.RUNNING
    with pytest.raises(undo.StillRunning):
        undo.must_be_revertible(rows)


def test_the_real_reason_why_nothing_is_corrected(program: Program) -> None:
    reason = {"reason": "Miscounted."}
    hero = load_state(Aftermath.objects.get(public_id=program.side()["id"]).warband).active(HERO)[0].key
    assert program.post("corrections", reason) == (422, "nothing_corrected", [])
    assert program.post("corrections", {**reason, "fate": "dead"}) == (422, "warrior_missing", ["warrior"])
    assert program.post("corrections", {**reason, "warrior": hero, "fate": "asleep"}) == (400, "invalid", ["fate"])
    alive = {**reason, "warrior": hero, "fate": "alive"}
    assert program.post("corrections", alive) == (422, "fate_not_possible", ["fate"])
    assert program.post("corrections", {**reason, "gold_gc": -9999}) == (400, "invalid", ["gold_gc"])
    assert program.post("corrections", {**reason, "gold_gc": -900}) == (422, "not_enough_gold", [])
    unknown = {**reason, "warrior": "4kPq8ZxTn2Lw", "experience": 1}
    assert program.post("corrections", unknown) == (409, "no_such_warrior", ["warrior"])


def test_requests_for_which_there_is_no_reason(program: Program) -> None:
    assert program.post("dice/roll", {"given": 0}) == (409, "nothing_asked", [])
    assert program.post("dice/correct") == (409, "no_typed_dice", [])
    again = program.client.post(f"{program.root}roll-again/", {}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "not_reverted")
    assert program.post("hired-swords", {"entry": "nonsense"}) == (422, "not_for_hire", ["entry"])
    hero = load_state(Aftermath.objects.get(public_id=program.side()["id"]).warband).active(HERO)[0].key
    assert program.post("veterans", {"group": hero}) == (422, "not_a_group", ["group"])


def test_stored_aftermaths_that_were_stuck_are_finished(battle: Battle, owner: User) -> None:
    Aftermath.objects.filter(side__battle=battle).update(status="running", done_at=None)
    import_module("battles.migrations.0024_finished_aftermaths").correct_status(apps, None)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    assert row.status == AftermathStatus.DONE
    assert typed_corrections.typed_last(row) == ""
    assert confirmation.confirm(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON).confirmed_at == NOON
