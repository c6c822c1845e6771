"""The battle log says why a charge fails, and by how much."""

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
        "A1 fails to charge B1: 1.3 inches short.",
    ),
    "too far by one inch": (
        GUESSED,
        "models: {A1: {at: [10, 10]}, B1: {side: b, at: [20, 10]}}", "",
        "A1 fails to charge B1: 1 inch short.",
    ),
    "slow ground": (
        GUESSED,
        "models: {A1: {at: [10, 10]}, B1: {side: b, at: [18, 10]}}\n"
        "  table: {pieces: [{ground: {x: [12, 15], y: [0, 20], kind: difficult}}]}", "",
        "A1 fails to charge B1: the terrain leaves them 2 inches short.",
    ),
    "no way round": (
        GUESSED,
        "models: {A1: {at: [12, 17]}, B1: {side: b, at: [17, 17]}}\n"
        "  table: {pieces: [{ground: {x: [14, 15], y: [0, 48], kind: impassable_ground}}]}", "",
        "A1 fails to charge B1: there is no clear path.",
    ),
    "fear": (
        BOTH,
        "models: {A1: {at: [10, 10], leader: yes}, B1: {side: b, at: [14.5, 10], keywords: [fear]}}", "ld 5+4",
        "A1 is afraid to charge B1.",
    ),
    "search": (
        BOTH,
        "models: {A1: {at: [12, 17]}, B1: {side: b, at: [15.5, 17]}}\n"
        "  table: {pieces: [{wall: {x: [13.9, 14.1], y: [0, 20], height: 3}}]}", "char 5",
        "A1 cannot find B1 and does not charge.",
    ),
    "interception": (
        ("skirmish",),
        "models: {A1: {at: [10, 10]}, B1: {side: b, at: [18, 10]}, B2: {side: b, at: [14, 12]}}", "",
        "B2 intercepts A1.",
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
    reasons = ("A1 fails to charge", "A1 is afraid", "A1 cannot find", "A1 stays in", "A1 is stopped", "intercepts A1")
    assert sum(reason in line for line in lines for reason in reasons) == 1, lines
