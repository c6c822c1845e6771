"""The prompt of the charge step names the warriors who can charge and the enemies they can charge, as the engine lists
them."""

from __future__ import annotations

import pytest

from battles.board.options import model_options
from battles.board.prompts import Prompt, prompt_for
from battles.board.text.names import listed_names
from battles.engine.battle import Battle
from battles.engine.commands import Charge, Command
from battles.engine.dice import PlainDice
from battles.engine.state import Frame
from battles.engine.tests.builder import Arena


def arena() -> Arena:
    """Otto and Karl can reach enemies, Lame Hans cannot."""
    made = Arena("core")
    made.add("a", at=(10, 10), name="Otto")
    made.add("a", at=(14, 10), name="Karl")
    made.add("a", at=(40, 2), name="Lame Hans")
    made.add("b", at=(10, 15), name="Squeen")
    made.add("b", at=(16, 15), name="Skrit")
    return made


def battle_of(made: Arena, declared: tuple[dict[str, object], ...] = ()) -> Battle:
    state = made.position("movement")
    state.flow = (*state.flow[:-1], Frame("movement", "charges", {"declared": declared}, owner="a"))
    return Battle(made.game(), state, PlainDice(1))


def prompt(battle: Battle, selected: str = "") -> Prompt:
    return prompt_for(battle, ("a",), bots=frozenset(), selected=selected)


def test_the_prompt_names_the_chargers_and_their_targets_as_the_engine_offers_them() -> None:
    battle = battle_of(arena())
    shown = prompt(battle)
    assert shown.question == "Otto and Karl can charge. Select an enemy, or continue."
    offered = {(command.who, enemy) for command in battle.legal("a") if isinstance(command, Charge)
               for enemy in command.targets}  # fmt: skip
    names = {model_id: battle.game.name(model_id) for model_id in battle.state.models}
    assert {(who, name) for who, name, _enemies in shown.targets} == {(who, names[who]) for who, _enemy in offered}
    for who, _name, enemies in shown.targets:
        assert set(enemies.split(", ")) == {names[enemy] for charger, enemy in offered if charger == who}


@pytest.mark.parametrize(
    ("selected", "question"),
    [
        ("a2", "Karl and Otto can charge. Select an enemy, or continue."),
        ("a3", "Otto and Karl can charge. Select one of them, or continue."),
    ],
)
def test_the_selected_warrior_comes_first_or_the_player_is_sent_to_one_who_can(selected: str, question: str) -> None:
    assert prompt(battle_of(arena()), selected).question == question


def test_a_warrior_who_has_declared_is_not_named_again() -> None:
    first = {"who": "a1", "targets": ("b1",), "path": (), "search": "", "status": ""}
    shown = prompt(battle_of(arena(), (first,)))
    assert shown.question == "Karl can charge. Select an enemy, or continue."
    assert [who for who, _name, _enemies in shown.targets] == ["a2"]


def test_the_charges_are_listed_by_the_engine_once_for_each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_of(arena())
    calls: list[str] = []
    legal = Battle.legal

    def counted(engine: Battle, side: str) -> list[Command]:
        calls.append(side)
        return legal(engine, side)

    monkeypatch.setattr(Battle, "legal", counted)
    model_options.actors(battle, "a")
    prompt(battle)
    prompt(battle, "a2")
    assert calls == ["a"]


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Otto"], "Otto"),
        (["Otto", "Karl", "Anna"], "Otto, Karl and Anna"),
        (["Otto", "Karl", "Anna", "Hans"], "Otto, Karl, Anna and 1 other"),
        (["Otto", "Karl", "Anna", "Hans", "Ilse"], "Otto, Karl, Anna and 2 others"),
    ],
)
def test_a_long_list_of_names_is_cut_and_counted(names: list[str], text: str) -> None:
    assert listed_names(names, 3) == text
