"""Command ids of players and of the server never collide, and a repeated id never returns another command's
result."""

from __future__ import annotations

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from battles.core.tests.factories import engine_of, first_move, give, hot_seat, on_to_moves, two_people
from battles.engine.commands import Answer, EndStep
from battles.models import Battle, BattleEvent, Issuer
from battles.play import commands, runs
from battles.play.command_ids import CommandIdUsed
from battles.setup import deployment, new_battle
from jobs.models import Job, JobState

pytestmark = pytest.mark.django_db

SERVER_IDS = ("bot", "silence", "claim", "standing", "draw", "undo", "season", "set-up")


def players_turn(battle: Battle, player: User, run_jobs: Any) -> None:
    """Let the bot act and answer prompts until this player may move."""
    for _round in range(60):
        battle.refresh_from_db()
        if "a" not in battle.awaiting:
            run_jobs()
            continue
        frame = engine_of(battle).state.flow[-1]
        if (frame.kind, frame.stage) == ("movement", "remaining"):
            return
        give(battle, player, Answer(frame.data["silence"]) if frame.kind == "decision" else EndStep())
    raise AssertionError("the player's turn was never reached")


def typed(battle: Battle, player: User, text: str, command_id: str, *, seq: int | None = None) -> runs.Played:
    battle.refresh_from_db()
    return commands.carry_out_command(
        battle_id=battle.pk,
        actor_id=player.pk,
        side="",
        command=commands.TypedLine(text),
        expected_seq=battle.seq if seq is None else seq,
        command_id=command_id,
        now=timezone.now(),
    )


def test_a_player_cannot_stop_the_bot_by_taking_its_future_ids(owner: User, run_jobs: Any) -> None:
    """An attack found in a trial: undoable commands with ids `bot-<future seq>`, then the end of the turn."""
    battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), seed="b")
    players_turn(battle, owner, run_jobs)
    start, move = battle.seq, first_move(battle)
    each = 0
    for number in range(61):
        give(battle, owner, move, command_id=f"bot-{start + each * 61 + number - 1}")
        battle.refresh_from_db()
        commands.undo(battle_id=battle.pk, actor_id=owner.pk, expected_seq=battle.seq, now=timezone.now())
        battle.refresh_from_db()
        each = each or battle.seq - start
    for _step in range(20):
        battle.refresh_from_db()
        if "a" not in battle.awaiting:
            break
        frame = engine_of(battle).state.flow[-1]
        give(battle, owner, Answer(frame.data["silence"]) if frame.kind == "decision" else EndStep())
    before = battle.seq
    assert start + each * 61 <= before < start + each * 61 + 60, "the bot's next ids must be among those taken"
    assert battle.awaiting == "b"
    run_jobs()
    battle.refresh_from_db()
    assert battle.seq > before
    assert not Job.objects.exclude(state=JobState.DONE).exists()
    assert BattleEvent.objects.filter(battle=battle, issuer=Issuer.BOT, seq__gt=before).exists()


@pytest.mark.parametrize("name", SERVER_IDS)
def test_a_players_id_may_look_like_any_of_the_servers(owner: User, name: str) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    last = BattleEvent.objects.order_by("-pk").first()
    assert last is not None
    # The undo of this move would have had this id.
    give(battle, owner, first_move(battle), command_id=f"{name}-{last.pk + 1}")
    battle.refresh_from_db()
    commands.undo(battle_id=battle.pk, actor_id=owner.pk, expected_seq=battle.seq, now=timezone.now())
    assert BattleEvent.objects.get(battle=battle, command_id=f"{name}-{last.pk + 1}", issuer=Issuer.PLAYER).is_undone


def test_two_players_may_use_the_same_id_and_read_only_their_own(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    deployment.deploy_all_sides(battle_id=battle.pk, now=timezone.now())
    battle.refresh_from_db()
    people = {"a": owner, "b": rival}
    first, second = battle.awaiting[0], "b" if battle.awaiting[0] == "a" else "a"
    sent: dict[str, Any] = {}
    for letter in (first, second):
        for _step in range(12):
            battle.refresh_from_db()
            if battle.awaiting == letter:
                break
            give(battle, people[battle.awaiting], EndStep())
        sent[letter] = give(battle, people[letter], EndStep(), command_id="same")
    assert not sent[second].repeated
    assert sent[first].first != sent[second].first
    again = give(battle, people[second], EndStep(), command_id="same")
    assert again.repeated
    assert again.first == sent[second].first


def test_a_repeated_id_with_another_command_is_refused(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    move = first_move(battle)
    done = give(battle, owner, move, command_id="mine")
    with pytest.raises(CommandIdUsed):
        give(battle, owner, EndStep(), command_id="mine")
    with pytest.raises(CommandIdUsed):
        deployment.place_all(
            battle_id=battle.pk, actor_id=owner.pk, side="a", expected_seq=0, command_id="mine", now=timezone.now()
        )
    with pytest.raises(CommandIdUsed):
        typed(battle, owner, "end", "mine")
    battle.refresh_from_db()
    assert battle.seq == done.seq
    assert give(battle, owner, move, command_id="mine", seq=0).repeated


def test_a_repeated_id_for_the_other_side_is_refused(owner: User) -> None:
    battle = hot_seat(owner)
    command = {"kind": "end_step"}
    battle.refresh_from_db()
    sent: dict[str, Any] = {
        "battle_id": battle.pk, "actor_id": owner.pk, "command": command, "command_id": "x", "now": timezone.now(),
    }  # fmt: skip
    commands.carry_out_command(side=battle.awaiting, expected_seq=battle.seq, **sent)
    with pytest.raises(CommandIdUsed):
        commands.carry_out_command(side="a" if battle.awaiting == "b" else "b", expected_seq=battle.seq, **sent)


def test_a_repeat_without_a_side_is_known_though_the_turn_has_passed_on(owner: User) -> None:
    battle = hot_seat(owner)
    began = battle.awaiting
    for number in range(30):
        battle.refresh_from_db()
        seq = battle.seq
        done = typed(battle, owner, "end", f"end-{number}")
        battle.refresh_from_db()
        if battle.awaiting != began:
            break
    again = typed(battle, owner, "end", f"end-{number}", seq=seq)
    assert again.repeated
    assert (again.first, again.data) == (done.first, json.loads(json.dumps(done.data)))
    with pytest.raises(CommandIdUsed):
        typed(battle, owner, "ready", f"end-{number}")


def test_the_database_keeps_ids_apart_by_issuer_and_player(owner: User, rival: User) -> None:
    battle = hot_seat(owner)

    def write(seq: int, **values: Any) -> None:
        with transaction.atomic():
            BattleEvent.objects.create(battle=battle, seq=seq, count=1, command_id="bot-7", data=[], **values)

    write(90_001, actor=owner)
    write(90_002, actor=rival)
    write(90_003, issuer=Issuer.BOT)
    write(90_004, issuer=Issuer.TIMEOUT)
    for values in ({"actor": owner}, {"issuer": Issuer.BOT}, {"issuer": Issuer.TIMEOUT, "actor": owner}):
        with pytest.raises(IntegrityError):
            write(90_005, **values)


def test_a_run_stored_before_digests_is_still_answered_when_repeated(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    move = first_move(battle)
    done = give(battle, owner, move, command_id="old")
    BattleEvent.objects.filter(battle=battle, command_id="old").update(request_digest="")
    assert give(battle, owner, move, command_id="old").first == done.first
    with pytest.raises(CommandIdUsed):
        give(battle, owner, EndStep(), command_id="old")


@pytest.mark.postgres
def test_old_runs_get_their_issuer_and_forged_ones_stay_players(owner: User) -> None:
    battle = hot_seat(owner)
    BattleEvent.objects.filter(battle=battle).delete()
    rows: list[tuple[str, dict[str, Any]]] = [
        ("start", {"command_id": "begin"}),
        ("setup", {"command_id": "set-up-0", "command": {"kind": "place_all"}}),
        ("bot", {"command_id": "bot-2", "command": {"kind": "ready"}, "reason": "It is near."}),
        ("timeout", {"command_id": "silence-3", "command": {"kind": "end_step"}, "reason": "Time is out"}),
        ("claim", {"command_id": "claim-4", "reason": "Claimed: time was out twice", "actor": owner}),
        ("standing", {"command_id": "standing-5", "reason": "By standing order", "actor": owner}),
        ("draw", {"command_id": "draw-9", "reason": "Offered by The Lit Candle", "actor": owner}),
        ("undo", {"command_id": "undo-12", "command": {"kind": "undo", "seq": 3}, "actor": owner}),
        ("season", {"command_id": "season-1", "command": {"kind": "ready"}}),
        ("player", {"command_id": "bot-30", "command": {"kind": "end_step"}, "actor": owner}),
        ("player", {"command_id": "silence-11", "command": {"kind": "end_step"}, "actor": owner}),
        ("player", {"command_id": "bot-77", "command": {"kind": "end_step"}}),
        ("player", {"command_id": "V4v", "command": {"kind": "end_step"}, "actor": owner}),
    ]
    for number, (_issuer, values) in enumerate(rows, 1):
        BattleEvent.objects.create(battle=battle, seq=number, count=1, data=[], **values)
    migration = import_module("battles.migrations.0013_command_ids_by_issuer")
    migration.say_who_issued(apps, SimpleNamespace(connection=connection))
    found = list(BattleEvent.objects.filter(battle=battle).order_by("seq").values_list("issuer", flat=True))
    assert found == [issuer for issuer, _values in rows]
