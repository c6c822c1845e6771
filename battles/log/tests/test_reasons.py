"""Every note, ending and reason of a battle has its own sentence for translators."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from battles import engine
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.log import reason_text
from battles.log.dice_text import ENDINGS
from battles.log.note_text import NOTES
from battles.log.reason_text import PATTERNS, pattern_of, translate_reason
from battles.simulation.bench.corpus import setup as corpus_setup

ENGINE = Path(engine.__path__[0])
OF_SIGHT = "sight"
"""A package whose notes are not events."""


def said(node: ast.expr) -> Iterator[str]:
    """The texts that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from said(node.body)
        yield from said(node.orelse)


def first_arguments(names: set[str], place: int = 0) -> set[str]:
    """Literal texts that the engine's code passes to calls of these names."""
    found: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        if {"conformance", "tests"} & set(path.parts) or path.parent.name == OF_SIGHT:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > place:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in names:
                    found.update(said(node.args[place]))
    return found


def test_every_note_of_the_engine_has_a_sentence() -> None:
    codes = first_arguments({"note", "Noted"})
    assert len(codes) > 50
    assert codes - set(NOTES) == set()


def test_every_ending_has_words() -> None:
    codes = first_arguments({"BattleEnded", "Outcome"}, place=1)
    assert len(codes) >= 8
    assert codes - set(ENDINGS) == set()


@pytest.mark.parametrize("bot", ["random", "soldier", "tactician"])
def test_every_reason_of_a_bot_is_known(bot: str) -> None:
    unknown = set()
    player = bot_called(bot)
    battle = Battle.begin(corpus_setup("core", 3), PlainDice(3))
    for _order in range(260):
        if not battle.awaiting():
            break
        side = battle.awaiting()[0]
        choice = player.choose(battle, side)
        if choice.reason and pattern_of(choice.reason) is None:
            unknown.add(choice.reason)
        battle.play(side, choice.command)
    assert unknown == set()


def test_a_reason_is_said_in_the_readers_language_names_and_all(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"{who} charges {whom}: {chance} chance to take out of action": "{who} stürmt auf {whom} los: {chance}"}
    monkeypatch.setattr(reason_text, "gettext", lambda text: german.get(text, text))
    assert (
        translate_reason("Otto: the Red charges Skrit: 41 % chance to take out of action")
        == "Otto: the Red stürmt auf Skrit los: 41 %"
    )
    assert translate_reason("holds his ground") == "holds their ground"
    assert translate_reason("something older") == "something older"


def test_every_pattern_finds_itself() -> None:
    for pattern in PATTERNS:
        values = {"chance": "41 %", "lost": 1, "started": 9, "ours": 3, "theirs": 4}
        filled = pattern.format(who="Otto", whom="Skrit", spell="Doombolt", **values)
        known = pattern_of(filled)
        assert known is not None
        assert known[0] == pattern
