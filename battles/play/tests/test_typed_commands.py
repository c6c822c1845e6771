"""Typed commands: a line names what the board lists, words may be shortened, and unknown words are explained."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.board.options import model_options
from battles.core.tests.factories import engine_of, hot_seat, on_to_moves
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.dice import PlainDice
from battles.engine.tests.setups import setup
from battles.models import Battle
from battles.play.typed_commands import NotUnderstood, completions, read
from mordheim_site.refusals import Refusal

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def walker(battle: Battle) -> tuple[EngineBattle, str, str, str]:
    """(engine, side, id and name of a model that can walk)."""
    engine = engine_of(battle)
    side = engine.awaiting()[0]
    for model_id in sorted(model_options.actors(engine, side)):
        verbs = {
            verb.code: verb
            for verb in model_options.for_model(engine, side, model_id, with_reach=False, opened="").verbs
        }
        if "walk" in verbs and not verbs["walk"].why:
            return engine, side, model_id, engine.game.name(model_id)
    raise AssertionError("nobody can walk")


def test_a_walk_is_named_by_number_place_and_building(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    engine, side, model_id, name = walker(battle)
    listed = next(
        verb for verb in model_options.for_model(engine, side, model_id, with_reach=False).verbs if verb.code == "walk"
    )
    second = read(engine, side, f"walk {name} 2")
    assert second.command == listed.options[1].command
    assert read(engine, side, f"WALK {model_id} 2") == second
    spot = listed.options[0].spot
    assert spot is not None
    there = read(engine, side, f"walk {model_id} ({spot[0]}, {spot[1]})")
    assert there.command["kind"] == "move"
    piece = engine.game.table.pieces[0]
    near = read(engine, side, f"walk {model_id} {piece.name}")
    assert near.command in [option.command for option in listed.options]


def test_orders_without_a_name_and_those_that_cannot_be(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    engine, side, model_id, _name = walker(battle)
    assert read(engine, side, "end").command == commands.to_data(commands.EndStep())
    for other in sorted(model_options.actors(engine, side)):
        verbs = model_options.for_model(engine, side, other, with_reach=False, opened="").verbs
        if any(verb.code == "hide" and not verb.why for verb in verbs):
            assert read(engine, side, f"hide {other}").command["hide"] is True
    for line in (
        "",
        "fly a1",
        "walk",
        "walk nobody-of-this-name",
        f"walk {model_id} 9999",
        f"charge {model_id} x",
        "answer 1",
    ):
        with pytest.raises(Refusal) as raised:
            read(engine, side, line)
        assert str(raised.value.message).strip().endswith((".", "?"))
    with pytest.raises(NotUnderstood):
        read(engine, "b" if side == "a" else "a", "end")


def test_a_question_is_answered_by_number_or_words() -> None:
    engine = EngineBattle.begin(setup("core"), PlainDice(1))
    side = engine.awaiting()[0]
    assert engine.state.flow[-1].stage == "set_up_first"
    assert read(engine, side, "answer 2").command == {"kind": "answer", "option": "second"}
    assert read(engine, side, "answer set up sec").command == {"kind": "answer", "option": "second"}
    assert completions(engine, side, "an") == ["answer 1", "answer 2"]


def test_an_incomplete_command_is_completed(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    engine, side, _who, name = walker(battle)
    assert completions(engine, side, "wa") == ["walk"]
    assert f"walk {name}" in completions(engine, side, "walk ")
    begun = completions(engine, side, f"walk {name} ")
    assert begun
    assert all(line.startswith(f"walk {name} ") for line in begun)
    assert completions(engine, side, "fly otto") == []


def test_the_line_is_a_plain_form_and_its_refusal_a_sentence_on_the_board(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    client, address = client_of(owner), f"/battles/{battle.public_id}/typed/"
    battle.refresh_from_db()
    refused = client.post(address, {"text": "fly a1", "expected_seq": battle.seq})
    assert refused.status_code == 422
    assert "is not a command here" in refused.content.decode()
    given = client.post(address, {"text": "end", "expected_seq": battle.seq})
    assert given.status_code == 302
    seq = battle.seq
    battle.refresh_from_db()
    assert battle.seq > seq
    seen = client.get(f"{address}lines/", {"text": "en"}).json()
    assert "lines" in seen
