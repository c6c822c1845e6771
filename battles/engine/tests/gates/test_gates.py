"""The promises of the engine, kept over whole battles of every ruleset and scenario, on generated tables."""

from __future__ import annotations

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import (
    Cast,
    Charge,
    Command,
    Detect,
    EndStep,
    Fight,
    GiveUp,
    Ready,
    Resign,
    Shoot,
    from_data,
    to_data,
)
from battles.engine.commitment import committed_dice, fingerprint
from battles.engine.dice import PlainDice
from battles.engine.errors import IllegalAction
from battles.engine.events import Event, PostureChanged, Rolled
from battles.engine.replay import state_at, states, stops, turns, verify
from battles.engine.tests.builder import RULESETS
from battles.engine.tests.gates.checks import bots_for, check_afterwards, gate_setup, play_checked
from battles.engine.tests.setups import COMPANY, play_out, setup

QUICK = 24
MANY = 300
SEED, NONCES = b"\x07" * 32, ("red", "blue")


@pytest.mark.parametrize("number", range(QUICK))
def test_a_battle_keeps_every_promise(number: int) -> None:
    battle, played = play_checked(number, max_turns=3)
    check_afterwards(number, battle, played)


@pytest.mark.long
@pytest.mark.parametrize("number", range(QUICK, MANY))
def test_many_battles_keep_every_promise(number: int) -> None:
    battle, played = play_checked(number, max_turns=8)
    check_afterwards(number, battle, played)


@pytest.fixture(scope="module")
def sealed() -> Battle:
    """A battle on committed dice, played to its end."""
    battle, _ = play_checked(9, committed_dice(SEED, NONCES))
    return battle


def checked(battle: Battle, events: list[Event], seed: bytes = SEED) -> str:
    return verify(battle.game.data, events, seed, fingerprint(SEED), NONCES, battle.state.digest()).reason


def test_every_die_of_an_honest_battle_matches(sealed: Battle) -> None:
    verdict = verify(sealed.game.data, sealed.log, SEED, fingerprint(SEED), NONCES, sealed.state.digest())
    assert verdict.holds
    assert verdict.dice == sealed.state.dice_position > 0


def test_one_changed_die_is_noticed_wherever_it_is(sealed: Battle) -> None:
    places = [place for place, event in enumerate(sealed.log) if isinstance(event, Rolled)]
    for place in places[:: max(1, len(places) // 12)]:
        event = sealed.log[place]
        assert isinstance(event, Rolled)
        faces = (event.faces[0] % 6 + 1, *event.faces[1:])
        assert checked(sealed, [*sealed.log[:place], event._replace(faces=faces), *sealed.log[place + 1 :]]) == "die"


def test_another_seed_a_missing_die_and_a_changed_fact_are_noticed(sealed: Battle) -> None:
    assert checked(sealed, sealed.log, b"\x08" * 32) == "fingerprint"
    first = next(place for place, event in enumerate(sealed.log) if isinstance(event, Rolled))
    assert checked(sealed, sealed.log[:first] + sealed.log[first + 1 :]) in ("die", "state")
    assert checked(sealed, [*sealed.log, PostureChanged("a1", 2)]) == "state"


def test_a_replay_shows_the_state_after_any_event(sealed: Battle) -> None:
    game, log = sealed.game, sealed.log
    assert state_at(game, log, len(log)).digest() == sealed.state.digest()
    for count, state in states(game, log, 200):
        assert state_at(game, log, count).digest() == state.digest()
    assert [turn for _, _, turn in turns(log)][:1] == [1]
    assert stops(log)


HOSTILE: list[object] = [
    None,
    7,
    "charge",
    [],
    {},
    {"kind": "resurrect"},
    {"kind": "move"},
    {"kind": "move", "who": 3},
    {"kind": "move", "who": "a1", "path": 9},
    {"kind": "move", "who": "zz99", "path": []},
    {"kind": "move", "who": "a1", "path": [["fly", 1, 2, 3]]},
    {"kind": "move", "who": "a1", "path": [["walk", 1e9, 2, 3]]},
    {"kind": "move", "who": "a1", "path": [["walk", 10**30, 2, 3]]},
    {"kind": "move", "who": "b1", "path": [["walk", 0, 0, 0]] * 64},
    {"kind": "move", "who": "a1", "path": [["walk", 0, 0, 0]] * 65},
    {"kind": "move", "who": "a1", "path": [["walk", 100, 100, 0], ["climb", 100, 100, 9999]], "manner": "run"},
    {"kind": "move", "who": "a1", "manner": "teleport"},
    {"kind": "charge", "who": "a1", "targets": []},
    {"kind": "charge", "who": "a1", "targets": ["a2"]},
    {"kind": "charge", "who": "a1", "targets": ["a1"]},
    {"kind": "charge", "who": "a1", "targets": ["b1"] * 12},
    {"kind": "charge", "who": "", "targets": [""]},
    {"kind": "charge", "who": "a1", "targets": ["b1"], "path": [["walk", 0, 0, 0]]},
    {"kind": "charge", "who": "a1", "targets": "b1"},
    {"kind": "shoot", "who": "a1", "target": "b1", "weapon": 99},
    {"kind": "shoot", "who": "a1", "target": "b1", "weapon": -1},
    {"kind": "shoot", "who": "a5", "target": "a6"},
    {"kind": "shoot", "who": "a5", "target": "", "shots": -5},
    {"kind": "shoot", "who": "a5", "target": "b1", "heading": 10**6},
    {"kind": "detect", "who": "a1", "target": "a1"},
    {"kind": "cast", "who": "a1", "spell": "fireball"},
    {"kind": "cast", "who": "a1", "spell": "", "targets": ["b1"], "x": -1},
    {"kind": "deploy", "who": "a1", "x": 0, "y": 0},
    {"kind": "deploy", "who": "a1", "x": True, "y": 0},
    {"kind": "deploy", "who": "nobody", "x": 10, "y": 10, "z": -(10**6)},
    {"kind": "answer", "option": "x" * 300},
    {"kind": "answer", "option": "no such option"},
    {"kind": "face", "who": "a1", "degrees": 720},
    {"kind": "ready", "extra": 1},
    {"kind": "ready"},
    {"kind": "fight"},
    {"kind": "end_step"},
    {"kind": "give_up"},
]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 13])
def test_hostile_commands_are_only_ever_refused(number: int) -> None:
    """A hostile command may by chance be legal; then it is played on a fork. Anything but a refusal fails."""
    battle = Battle.begin(gate_setup(number), PlainDice(number))
    bots = bots_for(number)
    step = 0
    while battle.awaiting():
        if step % 11 == 0:
            for raw in HOSTILE:
                for side in ("a", "b", "c", ""):
                    _try(battle, side, raw)
        side = battle.awaiting()[0]
        battle.play(side, bots[side].choose(battle, side).command)
        step += 1
    for raw in HOSTILE:
        with pytest.raises(IllegalAction):
            battle.play_data("a", raw)


def _try(battle: Battle, side: str, raw: object) -> None:
    before = battle.state.digest()
    branch = battle.fork(PlainDice(3))
    try:
        branch.play_data(side, raw)
    except IllegalAction as refusal:
        found = refusal
    else:
        found = None
    assert found is None or (found.code and found.sentence.endswith((".", "?", "!")))
    assert battle.state.digest() == before


def test_commands_of_different_kinds_are_never_equal() -> None:
    bare: list[Command] = [Ready(), Fight(), EndStep(), GiveUp(), Resign()]
    alike: list[Command] = [Shoot("a1", "b1"), Detect("a1", "b1"), Cast("a1", "b1"), Charge("a1", ("b1",)), *bare]
    assert len(set(alike)) == len(alike)
    for one in alike:
        assert [other for other in alike if other == one] == [one]
        again = from_data(to_data(one))
        assert again == one
        assert hash(again) == hash(one)
        assert one != tuple(one)


def test_the_engine_reads_no_clock_no_chance_and_no_framework() -> None:
    from pathlib import Path

    import battles.engine

    root = Path(battles.engine.__file__).parent
    banned = ("import random", "from random", "import datetime", "from datetime", "import time", "django", "print(")
    offenders = [
        f"{path.name}: {line.strip()}"
        for path in root.rglob("*.py")
        if "tests" not in path.relative_to(root).parts
        for line in path.read_text().splitlines()
        if line.lstrip().startswith(banned) or ("django" in line and "import" in line)
    ]
    assert offenders == []


def test_several_sides_with_every_keyword_play_to_an_end() -> None:
    """Allies, stubborn and unbreakable warriors, fear, frenzy, stupidity and hatred, four sides at one table."""
    keywords = ("", "frenzy", "stupidity", "fear", "stubborn", "unbreakable")
    company = [{**fighter, "keywords": [word] if word else []} for fighter, word in zip(COMPANY, keywords, strict=True)]
    for number, ruleset in enumerate(RULESETS):
        options = {} if ruleset == "core" else {"core_keywords": True}
        data = setup(ruleset, sides=3 + number % 2, fighters=company, options=options, max_turns=4)
        if ruleset == "core":
            data["sides"][0]["allies"], data["sides"][1]["allies"] = ["b"], ["a"]
        battle = Battle.begin(data, PlainDice(number))
        play_out(battle)
        assert battle.outcome is not None
        assert battle.state.dice_position == battle.dice.position


def test_every_key_of_the_rules_is_read_somewhere() -> None:
    import re
    from dataclasses import fields
    from pathlib import Path

    import battles.engine
    from battles.engine.rulesets.keys import Rules

    root = Path(battles.engine.__file__).parent
    layers = {"keys", "compile", "core", "gazette", "skirmish"}
    code = [path for path in root.rglob("*.py") if "tests" not in path.relative_to(root).parts]
    files = [path for path in code if path.parent.name != "rulesets" or path.stem not in layers]
    source = "\n".join(path.read_text() for path in files)
    read = set(re.findall(r"\brules\.([a-z_0-9]+)", source))
    assert sorted({field.name for field in fields(Rules)} - read - {"code"}) == []
