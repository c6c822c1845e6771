"""Every code with which the engine can refuse a command is in the documentation of the API."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from battles.core.refusals import RefusedByRules, rule_codes
from battles.engine.steps.charge.declarations import _BARRED as CANNOT_CHARGE
from battles.engine.steps.movement.hiding.rules import _CANNOT_HIDE
from battles.engine.steps.movement.walking import _DONE as CANNOT_MOVE
from battles.engine.steps.shooting.permission import _BARRED as CANNOT_SHOOT
from battles.play.operations import SendCommand, SendTypedCommand

ENGINE = Path(__file__).parents[2] / "engine"
SETUP = (
    "profile.py", "setup.py", "special_dice.py", "rulesets/compile.py", "rulesets/options.py", "rulesets/phases.py",
    "scenarios/custom/forces.py", "steps/turn/muster.py", "steps/turn/alliances.py",
)  # fmt: skip
"""Modules that refuse the setup of a battle."""
IN_PLAY = {
    "distrust", "has_left", "leaders_hate", "no_alliances", "no_such_side", "not_now", "same_side", "too_late",
}  # fmt: skip
"""Codes of those modules, and codes from tables, that commands can have."""


def constants() -> Iterator[tuple[str, str]]:
    """(module, code) of every refusal of the engine whose code is a constant."""
    for path in ENGINE.rglob("*.py"):
        module = path.relative_to(ENGINE).as_posix()
        if "tests" in path.parts or "conformance" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                values = node.args[2:] if node.func.id == "_fault" else node.args
                is_refusal = node.func.id in ("IllegalAction", "Refused", "_fault") and bool(values)
                if is_refusal and isinstance(values[0], ast.Constant) and values[0].value:
                    yield module, values[0].value


def test_every_code_of_the_engine_is_documented() -> None:
    found = {code for module, code in constants() if module not in SETUP}
    assert len(found) > 100
    from_tables = {row[1] for table in (CANNOT_CHARGE, _CANNOT_HIDE, CANNOT_MOVE, CANNOT_SHOOT) for row in table}
    assert found | from_tables | IN_PLAY == set(rule_codes()), "battles/core/rule_codes.yaml"


def test_commands_list_the_codes_of_the_engine() -> None:
    for operation in (SendCommand, SendTypedCommand):
        assert RefusedByRules in operation.declaration.errors
    meanings = RefusedByRules.meanings()
    assert meanings["enemy_near"] == "An enemy is within 4 inches of the model."
    assert all(text.endswith(".") and "{" not in text for text in meanings.values())
