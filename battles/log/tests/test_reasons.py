"""Every note, result and reason in a battle has a translatable sentence of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from battles import engine
from battles.core import dice_text
from battles.engine.battle import Battle
from battles.engine.bots.reasons import because, read
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.phrases.log import ENDINGS
from battles.engine.tests.builder import Arena
from battles.log import reason_text
from battles.log.note_text import NOTES
from battles.log.reason_text import PATTERNS, REASONS, pattern_of, translate_reason
from battles.simulation.bench.corpus import setup as corpus_setup

ENGINE = Path(engine.__path__[0])
GAME = Arena("core").battle("movement").game
OF_SIGHT = "sight"
"""The package whose notes are not events."""


def said(node: ast.expr) -> Iterator[str]:
    """The texts that an argument can have."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from said(node.body)
        yield from said(node.orelse)


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Every call in the engine, with the name of the called function."""
    found = []
    for path in ENGINE.rglob("*.py"):
        if {"conformance", "tests"} & set(path.relative_to(ENGINE).parts) or path.parent.name == OF_SIGHT:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                found.append((name, node))
    return found


def first_arguments(names: set[str], place: int = 0) -> set[str]:
    """Literal texts that the engine passes to calls of these functions at this position."""
    texts = (said(node.args[place]) for name, node in calls() if name in names and len(node.args) > place)
    return {text for several in texts for text in several}


def test_every_note_of_the_engine_has_a_sentence() -> None:
    codes = first_arguments({"note", "Noted"})
    assert len(codes) > 50
    assert codes - set(NOTES) == set()


def test_every_ending_has_words() -> None:
    codes = first_arguments({"BattleEnded", "Outcome"}, place=1)
    assert len(codes) >= 8
    assert codes - set(ENDINGS) == set()


def test_an_ending_is_translated_from_the_text_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {ENDINGS["turns_over"]: "der letzte Zug ist vorbei"}
    monkeypatch.setattr(dice_text, "_", lambda text: german.get(text, text))
    assert dice_text.ending_word("turns_over") == "der letzte Zug ist vorbei"
    assert dice_text.ending_word("resigned") == "the other side conceded"
    assert dice_text.ending_word("of_an_older_version") == "of an older version"


def test_every_reason_of_the_bots_has_a_sentence_and_every_sentence_a_reason() -> None:
    codes = first_arguments({"because"})
    aims = first_arguments({"Aim"}, place=1)
    assert len(codes) > 30
    assert codes | aims | {f"{aim}_detour" for aim in aims} == set(REASONS)


@pytest.mark.parametrize("bot", ["random", "soldier", "tactician"])
def test_every_reason_of_a_bot_can_be_read_again(bot: str) -> None:
    player = bot_called(bot)
    battle = Battle.begin(corpus_setup("core", 3), PlainDice(3))
    for _order in range(260):
        if not battle.awaiting():
            break
        side = battle.awaiting()[0]
        choice = player.choose(battle, side)
        stored = choice.reason.stored()
        assert len(stored) <= 200
        assert read(stored) == choice.reason
        assert "{" not in translate_reason(battle.game, stored)
        assert "@" not in translate_reason(battle.game, stored)
        battle.play(side, choice.command)


def test_a_reason_names_models_and_spells() -> None:
    arena = Arena("mordheim")
    arena.add("a", at=(10, 10), name="Otto")
    arena.add("b", at=(12, 10), name="Skrit")
    game = arena.battle("movement").game
    for reason, sentence in (
        (because("charges", who="a1", whom="b1", chance=41), "Otto charges Skrit: 41 % chance to take out of action"),
        (because("casts", who="b1", spell="warpfire", chance=58), "Skrit casts Warpfire: 58 % chance to cast"),
        (because("towards_detour", who="a1", whom="b1"), "Otto moves towards Skrit, taking a detour"),
        (because("routs", lost=5, started=9, ours=2, theirs=7), "routs: 5 of 9 warriors lost, 2 against 7 left"),
    ):
        assert translate_reason(game, reason.stored()) == sentence


def test_a_reason_is_said_in_the_readers_language_names_and_all(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"{who} charges {whom}: {chance} chance to take out of action": "{who} stürmt auf {whom} los: {chance}"}
    monkeypatch.setattr(reason_text, "gettext", lambda text: german.get(text, text))
    assert (
        translate_reason(GAME, "Otto: the Red charges Skrit: 41 % chance to take out of action")
        == "Otto: the Red stürmt auf Skrit los: 41 %"
    )
    assert translate_reason(GAME, "holds his ground") == "holds their ground"
    assert translate_reason(GAME, "something older") == "something older"


def test_every_pattern_matches_its_own_text() -> None:
    for pattern in PATTERNS:
        values = {"chance": "41 %", "lost": 1, "started": 9, "ours": 3, "theirs": 4}
        filled = pattern.format(who="Otto", whom="Skrit", spell="Doombolt", **values)
        known = pattern_of(filled)
        assert known is not None
        assert known[0] == pattern
