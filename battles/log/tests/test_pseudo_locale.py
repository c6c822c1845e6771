"""Every label of a battle is translated, with names as arguments. In a pseudo locale, translated texts are enclosed in
⟦ and ⟧; text outside of them must not contain letters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.utils import translation

from battles import engine
from battles.board.options import model_options
from battles.board.prompts import prompt_for
from battles.board.text.commands import command_label
from battles.board.text.prompts import BUILT, PATTERNS, POWERS, QUESTIONS, RUNES
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.dice import PlainDice
from battles.engine.skills import powers
from battles.engine.spells.runes import DIFFICULTY
from battles.engine.tests.gates.landscape import pack_setup
from battles.engine.tests.setups import setup
from battles.simulation.bench.corpus import setup as corpus_setup

ENGINE = Path(engine.__path__[0])
INSIDE = re.compile(r"⟦[^⟦⟧]*⟧")
SCENARIOS = ("breakthrough", "chance_encounter", "defend_the_find", "hidden_treasure", "occupy", "wyrdstone_hunt")
ORDERS = 60
"""Number of commands that are checked in each battle."""


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enclose every translated text in ⟦ and ⟧."""
    translation.gettext("")
    trans = translation._trans  # type: ignore[attr-defined]
    monkeypatch.setattr(trans, "gettext", lambda text: f"⟦{text}⟧")
    monkeypatch.setattr(trans, "ngettext", lambda one, many, n: f"⟦{one if n == 1 else many}⟧")


def untranslated(text: str) -> str:
    """The part of a text that was not translated."""
    while (less := INSIDE.sub("", text)) != text:
        text = less
    return text


def labels_now(battle: Battle, side: str) -> Iterator[str]:
    """Labels of everything that the board lets this side choose."""
    prompt = prompt_for(battle, (side,), bots=frozenset())
    yield prompt.question
    yield prompt.default_text
    yield from (option["label"] for option in prompt.options)
    for model_id in sorted(model_options.actors(battle, side))[:2]:
        for verb in model_options.for_model(battle, side, model_id, with_reach=False, opened="").verbs:
            yield verb.label
            yield verb.why
            yield from (option.label for option in verb.options)


def walk(battle: Battle, seen: dict[str, str], orders: int = ORDERS) -> None:
    """Let the random bot play on, and collect the first untranslated label of each code."""
    bot = bot_called("random")
    for _number in range(orders):
        waiting = battle.awaiting()
        if not waiting:
            return
        frame = battle.state.flow[-1]
        for text in labels_now(battle, waiting[0]):
            left = untranslated(text)
            if any(letter.isalpha() for letter in left):
                seen[f"{frame.kind} {frame.stage}"] = text
        command = bot.choose(battle, waiting[0]).command
        text = command_label(battle.game, battle.state, command)
        if any(letter.isalpha() for letter in untranslated(text)):
            seen[type(command).__name__] = text
        battle.play(waiting[0], command)


@pytest.mark.parametrize("ruleset", ["core", "mordheim", "gazette", "skirmish"])
def test_no_label_of_a_battle_is_english_alone(ruleset: str, pseudo: None) -> None:
    seen: dict[str, str] = {}
    for scenario in SCENARIOS:
        walk(Battle.begin(setup(ruleset, scenario=scenario), PlainDice(1)), seen, 14)
    walk(Battle.begin(corpus_setup(ruleset, 1), PlainDice(2)), seen)
    assert seen == {}


@pytest.mark.parametrize("number", range(4))
def test_no_label_of_the_terrain_pack_is_english_alone(number: int, pseudo: None) -> None:
    seen: dict[str, str] = {}
    walk(Battle.begin(pack_setup(number), PlainDice(number)), seen)
    assert seen == {}


def _calls(name: str) -> Iterable[ast.Call]:
    """All calls of this name in the engine's sources."""
    for path in sorted(ENGINE.rglob("*.py")):
        if "tests" in path.relative_to(ENGINE).parts:
            continue
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if f"{name}(" in text else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name:
                yield node


def _texts(node: ast.expr) -> list[str]:
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def test_every_option_of_the_engine_has_its_sentence() -> None:
    """Codes are read from the sources, so that options that do not occur in these battles are checked too."""
    codes = {code for call in _calls("Choice") if len(call.args) > 2 for code in _texts(call.args[2])}
    known = {*PATTERNS, *BUILT}
    assert {code for code in codes if code not in known and code != "_"} == set()


def test_every_question_of_the_engine_has_its_sentence() -> None:
    stages = {text for call in _calls("ask") if len(call.args) > 1 for text in _texts(call.args[1])}
    stages |= {text for call in _calls("Question") if len(call.args) > 1 for text in _texts(call.args[1])}
    assert stages - set(QUESTIONS) == set()


def test_every_rune_and_power_has_its_name() -> None:
    assert set(RUNES) == set(DIFFICULTY)
    assert set(POWERS) == set(powers.POWERS)
