"""Messages of the runner about files that cannot be read and about cases that fail."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from battles.simulation.conformance.case_reader import CaseFileError
from battles.simulation.conformance.runner import run_all, same
from battles.simulation.conformance.schema import load

GOOD = """
- id: CC-HIT-01.x
  rulesets: [core]
  models:
    A: {profile: WS4}
    D: {side: b}
  engaged: [[A, D]]
  steps:
    - strike: {who: A, whom: D}
  dice: hit 3, wound 2
  expect: {hits: 1, wounds: 0}
"""
BAD = """
- id: cc
  rulesets: [core, warhammer]
  colour: blue
  models:
    A: {profile: WS4 XX3, weapons: [sabre], flags: [drunk], armour: paper}
  steps:
    - strike: {who: A, whom: Z}
    - juggle: {}
    - strike: {who: A}
  dice: hit 7, luck 3
  expect: {need_hit: 4, B.state: standing, mood: good}
"""


def written(folder: Path, text: str) -> str:
    path = folder / "cases.yaml"
    path.write_text(text)
    return str(path)


def faults_of(folder: Path, text: str) -> list[str]:
    (case,) = load([written(folder, text)])
    (result,) = run_all([case])
    return list(result.faults)


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(CaseFileError) as refusal:
        load([written(tmp_path, BAD)])
    lines = {(fault.line, fault.path.partition(": ")[2].split(".")[0]) for fault in refusal.value.faults}
    assert {(2, "id"), (3, "rulesets"), (4, "colour"), (6, "models"), (8, "steps"), (9, "steps"), (10, "steps"),
            (11, "dice"), (12, "expect")} <= lines  # fmt: skip
    assert len(refusal.value.faults) >= 13
    assert all(fault.sentence.endswith(".") for fault in refusal.value.faults)


UNKNOWN = {
    "keywords: [unbreakble]": "unbreakble is no keyword of the engine.",
    "skills: [{wards: {needs: 4}}]": "wards is no skill or trait of the engine.",
    "spells: [fireball]": "fireball is no spell of the engine.",
    "effects: {raised_luck: 1}": "raised_luck is no lasting effect of the engine.",
    "role: wizard": "wizard is not one of hero, henchman",
    "kind: dragon": "dragon is not one of infantry",
    "size: enormous": "enormous is not one of small",
    "weapons: [{bow: {range: 24}}]": "range is not known here.",
    "weapons: [{code: pike, traits: [lenghty]}]": "lenghty is no trait of a weapon of the engine.",
    "mount: {name: boar, speed: 7}": "speed is not known here.",
    "mount: {name: boar, profile: {luck: 7}}": "luck is not known here.",
    "away: {from: Z, inches: 3}": "No model is called Z.",
    "away: {from: A, feet: 3}": "feet is not known here.",
    "dived: {onto: A, inch: 3}": "inch is not known here.",
}
"""A field of a model with something unknown -> the error message."""


@pytest.mark.parametrize("field", sorted(UNKNOWN))
def test_unknown_names_of_a_model_are_refused(tmp_path: Path, field: str) -> None:
    """A misspelt keyword, skill or key used to be accepted without effect."""
    with pytest.raises(CaseFileError) as refusal:
        load([written(tmp_path, GOOD.replace("{side: b}", f"{{side: b, {field}}}"))])
    (fault,) = refusal.value.faults
    assert fault.path.startswith("CC-HIT-01.x: models.D.")
    assert fault.line == 6
    assert fault.sentence.startswith(UNKNOWN[field])


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("sides: {z: {}}", "z is no side"),
        ("sides: {b: {allignment: lawful}}", "allignment is not known here"),
        ("scenario: {code: skirmsh}", "skirmsh is no scenario of the engine"),
        ("scenario: {code: skirmish, turns: 3}", "turns is not known here"),
        ("scenario: {home: {name: Own, effects: [], rounds: 3}}", "rounds is not known here"),
        ("scenario: {home: {name: Own, effects: [{code: fogg}]}}", "There is no scenario effect called 'fogg'"),
        ("table: {pieces: [{wall: {x: [1, 2], y: [1, 2], high: 3}}]}", "high is not known here"),
    ],
)
def test_unknown_names_of_a_case_are_refused(tmp_path: Path, part: str, words: str) -> None:
    with pytest.raises(CaseFileError, match=words):
        load([written(tmp_path, GOOD.replace("  steps:", f"  {part}\n  steps:"))])


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("A.flags: [-drunk]", "-drunk is no flag"),
        ("events: [{kind: Roled}]", "Roled is no kind of event"),
        ("events: [{kind: Rolled, purposes: hit}]", "purposes is not known here"),
        ("notes: [parired]", "parired is no note of the log"),
    ],
)
def test_unknown_names_among_what_is_expected_are_refused(tmp_path: Path, expected: str, words: str) -> None:
    with pytest.raises(CaseFileError, match=words):
        load([written(tmp_path, GOOD.replace("hits: 1", expected))])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- id: [", "This is not YAML"),
        ("id: CC-HIT-01.x", "A case file is a list of cases"),
        ("- 7", "A case is a mapping"),
        ("- id: CC-HIT-01.x\n  id: CC-HIT-01.y", "id is here twice"),
        (GOOD + GOOD, "as well"),
    ],
)
def test_files_that_are_no_case_files(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CaseFileError, match=words):
        load([written(tmp_path, text)])


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(CaseFileError, match="no such file"):
        load(["nowhere.yaml"])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("wound 2", "wound 2, injury 3", "left over"),
        (", wound 2", "", "after the script"),
        ("hit 3", "parry 3", "is for 'parry'"),
        ("hits: 1", "hits: 2", "hits is 1, expected 2"),
        ("hits: 1", "need_hit: 4+", "need_hit is 3, expected '4+'"),
        ("hits: 1", "refused: CC-HIT-01", "refused is False"),
        ("hits: 1", "events: [{kind: Rolled, purpose: parry}]", "no such event"),
    ],
)
def test_a_case_that_does_not_come_out_says_why(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert faults_of(tmp_path, GOOD) == []
    (fault,) = faults_of(tmp_path, GOOD.replace(old, new))
    assert words in fault


def test_a_refusal_must_be_expected(tmp_path: Path) -> None:
    text = """
- id: SHOOT-CLOSE-01.x
  rulesets: [core]
  models:
    A: {weapons: [bow], at: [10, 10]}
    X: {side: b, at: [15, 10]}
    Y: {side: b, at: [20, 14]}
  turn: {phase: shooting}
  steps:
    - shoot: {who: A, whom: Y}
  expect: {refused: SHOOT-CLOSE-01}
"""
    assert faults_of(tmp_path, text) == []
    (fault,) = faults_of(tmp_path, text.replace("refused: SHOOT-CLOSE-01", "hits: 0"))
    assert fault.startswith("shoot was refused by SHOOT-CLOSE-01")


def test_the_command_counts_results_and_fails_with_status_1(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    out = StringIO()
    call_command("conformance", path, stdout=out)
    assert out.getvalue() == "1 passed, 0 failed\n"
    written(tmp_path, GOOD.replace("hits: 1", "hits: 2"))
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("conformance", path, "--json", stdout=out)
    assert stop.value.code == 1
    record = json.loads(out.getvalue())
    assert (record["id"], record["ruleset"], record["passed"]) == ("CC-HIT-01.x", "core", False)


@pytest.mark.parametrize(
    ("name", "wanted", "found", "agree"),
    [
        ("need_hit", "4+", 4, True), ("need_wound", "impossible", 7, True), ("save", "none", 5, False),
        ("legal_targets", ["A", "B"], ["B", "A"], True), ("order", ["A", "B"], ["B", "A"], False),
        ("passed", True, 1, False), ("A.flags", ["ran", "-hidden"], ["ran", "moved"], True),
        ("notes", ["parried"], ["hit", "parried"], True),
    ],
)  # fmt: skip
def test_expected_and_found_values_are_compared(name: str, wanted: object, found: object, agree: bool) -> None:
    assert same(name, wanted, found) is agree


ON_PAPER = """
- id: RO-GOLD-01.x
  band: {list: reiklanders, founded: yes, gold: 70, members: {C: {entry: reiklanders_mercenary_captain}}}
  steps:
    - buy: {who: C, item: sword}
  expect: {gold: 0, C.kit: [sword, dagger]}
- id: AF-INJ-03.x
  steps:
    - casualty: {}
  dice: casualty 2
  expect: {dies: yes}
"""
BAD_PAPER = """
- id: RO-GOLD-01.x
  rulesets: [core]
  band: {members: {C: {kit: [sword]}, D: {entry: reiklanders_champion, hat: red}}}
  steps:
    - buy: {who: Z, item: sword}
    - casualty: {}
    - buy: {who: C, hat: red}
  dice: hit seven
  expect: {dies: yes, Z.kit: [sword]}
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("gold: 0", "gold: 1", "gold is 0, expected 1"),
        ("item: sword", "item: halberd, count: 2", "buy was refused by RO-"),
        ("item: sword", "item: excalibur", "not an item of the catalogue"),
        ("list: reiklanders", "list: atlanteans", "cannot be set up"),
        ("casualty 2", "casualty 3", "dies is False, expected True"),
        ("casualty 2", "casualty 2+3", "left over"),
        ("casualty 2", "advance 2", "is for 'advance'"),
    ],
)
def test_a_case_on_paper_that_does_not_come_out_says_why(tmp_path: Path, old: str, new: str, words: str) -> None:
    def faults(text: str) -> list[str]:
        return [fault for result in run_all(load([written(tmp_path, text)])) for fault in result.faults]

    assert faults(ON_PAPER) == []
    (fault,) = faults(ON_PAPER.replace(old, new))
    assert words in fault


def test_every_fault_of_a_case_on_paper_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(CaseFileError) as refusal:
        load([written(tmp_path, BAD_PAPER)])
    assert {fault.line for fault in refusal.value.faults} == {3, 4, 6, 7, 8, 9, 10}
    assert len(refusal.value.faults) == 10
