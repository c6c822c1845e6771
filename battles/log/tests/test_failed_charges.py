"""The battle log says why a charge fails, and by how much (issue 10, item 2.6, and a trial)."""

from __future__ import annotations

from pathlib import Path

import pytest

from battles.log.lines import sentence_of
from battles.simulation.conformance.scene import Scene
from battles.simulation.conformance.schema import load
from battles.simulation.conformance.verbs.registry import VERBS

BOTH, GUESSED = ("mordheim", "core"), ("mordheim",)
"""Rulesets for the cases: where distances are measured first, a charge that is too long cannot be declared."""
CASES = {
    "too far": (
        GUESSED,
        "models: {A1: {at: [10, 10]}, B1: {side: b, at: [20.23, 10]}}", "",
        "The charge of A1 at B1 fails: 1.3 inches too far.",
    ),
    "slow ground": (
        GUESSED,
        "models: {A1: {at: [10, 10]}, B1: {side: b, at: [18, 10]}}\n"
        "  table: {pieces: [{ground: {x: [12, 15], y: [0, 20], kind: difficult}}]}", "",
        "The charge of A1 at B1 fails: because of the terrain, 2 inches too far.",
    ),
    "no way round": (
        GUESSED,
        "models: {A1: {at: [12, 17]}, B1: {side: b, at: [17, 17]}}\n"
        "  table: {pieces: [{ground: {x: [14, 15], y: [0, 48], kind: impassable_ground}}]}", "",
        "The charge of A1 fails: no free path leads to B1.",
    ),
    "fear": (
        BOTH,
        "models: {A1: {at: [10, 10], leader: yes}, B1: {side: b, at: [14.5, 10], keywords: [fear]}}", "ld 5+4",
        "The charge of A1 fails: A1 does not dare to charge B1.",
    ),
    "search": (
        BOTH,
        "models: {A1: {at: [12, 17]}, B1: {side: b, at: [15.5, 17]}}\n"
        "  table: {pieces: [{wall: {x: [13.9, 14.1], y: [0, 20], height: 3}}]}", "char 5",
        "The charge of A1 fails: A1 cannot find B1.",
    ),
    "interception": (
        ("skirmish",),
        "models: {A1: {at: [10, 10]}, B1: {side: b, at: [18, 10]}, B2: {side: b, at: [14, 12]}}", "",
        "B2 intercepts the charge of A1.",
    ),
}  # fmt: skip
"""Case -> rulesets, the models and the table, the dice, and a sentence of the log."""


def log_of(tmp_path: Path, scene_text: str, dice: str, ruleset: str) -> list[str]:
    """The sentences of the log after A1 has declared a charge at B1 and the charges have been carried out."""
    path = tmp_path / "case.yaml"
    path.write_text(
        f"- id: MV-CHG-08/x\n  rulesets: [{ruleset}]\n  {scene_text}\n  turn: {{phase: movement}}\n"
        f"  steps: [{{charge: {{who: A1, whom: B1}}}}, {{end: {{}}}}]\n"
        f"  dice: {dice or 'none'}\n  expect: {{moved: 0}}\n"
    )
    (case,) = load([str(path)])
    scene = Scene(case, ruleset)
    for name, arguments in case.steps:
        VERBS[name].function(scene, arguments)
        scene.hold_ground()
    scene.dice.assert_all_used()
    sentences = [sentence_of(scene.game, event) for event in scene.events]
    for name, model_id in scene.ids.items():
        sentences = [line.replace(f"{scene.game.name(model_id)}", name) for line in sentences]
    return sentences


@pytest.mark.parametrize(("reason", "ruleset"), [(key, ruleset) for key in CASES for ruleset in CASES[key][0]])
def test_the_log_says_why_a_charge_fails(tmp_path: Path, reason: str, ruleset: str) -> None:
    """Rules: MV-CHG-08, MV-CHG-04, PSY-FEAR-02, MV-INT-04"""
    _, scene_text, dice, sentence = CASES[reason]
    lines = log_of(tmp_path, scene_text, dice, ruleset)
    assert sentence in lines, lines
    assert sum("charge of A1" in line for line in lines) == 1, lines
