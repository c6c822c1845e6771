"""Worked cases of movement as plain data, and the one function that plays them.

A case says: ruleset(s), models, table pieces, commands in order, scripted dice by purpose, and what is expected. Inches
in
the case, hundredths in the engine. Everything in a case is a plain value, so that files of cases can drive `play`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Answer, Charge, Command, EndStep, Move, Segment
from battles.engine.dice import ScriptedDice
from battles.engine.errors import IllegalAction
from battles.engine.events import apply_all, to_data
from battles.engine.state import POSTURE_NAMES, BattleState, flag_names
from battles.engine.table.table import Table
from battles.engine.tests.builder import RULESETS, Arena

Model = dict[str, Any]
"""`{"at": (x, y[, z]), ...}` and any field of `Arena.add`; `engaged` lists ids."""


@dataclass(frozen=True)
class Case:
    """One worked case."""

    id: str
    rules: str = "all"
    a: tuple[Model, ...] = ()
    b: tuple[Model, ...] = ()
    do: tuple[Any, ...] = ()
    """Commands: ("charge", who, target...), ("walk"|"run"|"crawl", who, (x, y[, z]) | (kind, x, y, z)..., ["hide"]),
    ("compulsory", who), ("answer", side, option), ("end",)."""
    dice: str = ""
    pieces: tuple[dict[str, Any], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    at: dict[str, tuple[float, ...]] = field(default_factory=dict)
    posture: dict[str, str] = field(default_factory=dict)
    flags: dict[str, str] = field(default_factory=dict)
    """Flags that must be set, blank separated; a minus before a name: must not be set."""
    engaged: dict[str, str] = field(default_factory=dict)
    """All opponents of a model, blank separated."""
    gone: dict[str, str] = field(default_factory=dict)
    wounds: dict[str, int] = field(default_factory=dict)
    refused: str = ""
    """The rule id that refuses the last command."""
    offered: tuple[str, ...] | None = None
    """Targets offered for charges of a1."""
    spent: int = -1
    """Cost of the moves of a1, hundredths."""

    def rulesets(self) -> tuple[str, ...]:
        return RULESETS if self.rules == "all" else tuple(self.rules.split())


def expand(cases: tuple[Case, ...]) -> list[Any]:
    """Pairs of case and ruleset, with readable ids, for `pytest.mark.parametrize`."""
    return [pytest.param(case, rules, id=f"{case.id}-{rules}") for case in cases for rules in case.rulesets()]


def hundredths(value: float) -> int:
    return round(value * 100)


def segment(raw: Any, z: float = 0) -> Segment:
    """(x, y), (x, y, z) or (kind, x, y, z) as a segment."""
    kind, *point = raw if isinstance(raw[0], str) else ("walk", *raw)
    x, y, *rest = point
    return str(kind), hundredths(x), hundredths(y), hundredths(rest[0] if rest else z)


def command_of(row: tuple[Any, ...]) -> tuple[str, Command]:
    """A side and its command from one line of a case."""
    verb = row[0]
    if verb == "end":
        return row[1] if len(row) > 1 else "a", EndStep()
    if verb == "answer":
        return row[1], Answer(row[2])
    model_id = row[1]
    if verb == "charge":
        targets = tuple(part for part in row[2:] if isinstance(part, str))
        path = tuple(segment(part) for part in row[2:] if not isinstance(part, str))
        return model_id[0], Charge(model_id, targets, path)
    path = tuple(segment(part) for part in row[2:] if not isinstance(part, str))
    return model_id[0], Move(model_id, verb, path, "hide" in row[2:])


def arena_of(case: Case, rules: str) -> Arena:
    """The position of a case: its models, an idle friend and a stunned enemy in far corners."""
    table = None
    if case.pieces:
        table = Table.from_data({"version": 1, "width": 4800, "length": 4800, "pieces": list(case.pieces)})
    arena = Arena(rules, table=table, options=case.options)
    links: list[tuple[str, str]] = []
    for side, models in (
        ("a", case.a),
        ("b", case.b),
        ("a", ({"at": (0.6, 47.4)},)),
        ("b", ({"at": (47.4, 47.4), "posture": "stunned"},)),
    ):
        for model in models:
            fields = dict(model)
            others = fields.pop("engaged", "").split()
            fields["flags"] = fields.pop("flags", "").split()
            model_id = arena.add(side, **fields)
            links += [(model_id, other) for other in others]
    for model_id, other in links:
        arena.engage(model_id, other, first_round=False)
    return arena


def play(case: Case, rules: str) -> Battle:
    """Play a case and check everything it expects; the battle is given back."""
    arena = arena_of(case, rules)
    battle = arena.battle("movement", dice=case.dice)
    start: BattleState = arena.position("movement")
    if case.offered is not None:
        offers = {t for c in battle.legal("a") if isinstance(c, Charge) and c.who == "a1" for t in c.targets}
        assert offers == set(case.offered)
    for number, row in enumerate(case.do):
        side, command = command_of(row)
        stage = battle.state.flow[-1].stage if battle.state.flow else ""
        if stage == "charges" and isinstance(command, Move):  # "end" may be left out
            battle.play("a", EndStep())
        if case.refused and number == len(case.do) - 1:
            before = battle.state.digest()
            with pytest.raises(IllegalAction) as refusal:
                battle.play(side, command)
            assert refusal.value.rule == case.refused, f"{refusal.value.rule}: {refusal.value.sentence}"
            assert battle.state.digest() == before
            continue
        battle.play(side, command)
        following = case.do[number + 1][0] if number + 1 < len(case.do) else ""
        hold_ground(battle, following)
    if not case.refused and battle.state.flow and battle.state.flow[-1].stage == "charges":
        battle.play("a", EndStep())
    assert isinstance(battle.dice, ScriptedDice)
    battle.dice.assert_all_used()
    check(case, battle)
    assert apply_all(start, battle.log).digest() == battle.state.digest()
    return battle


def hold_ground(battle: Battle, following: str) -> None:
    """Charged models of skirmish hold unless the case answers for them."""
    while following != "answer" and battle.state.flow and battle.state.flow[-1].stage == "react":
        battle.play(battle.state.flow[-1].owner, Answer("hold"))


def check(case: Case, battle: Battle) -> None:
    """Everything a case expects of the state and the log."""
    models = battle.state.models
    for model_id, place in case.at.items():
        model = models[model_id]
        wanted = tuple(hundredths(value) for value in (*place, 0, 0)[:3])
        assert (model.x, model.y, model.z) == wanted, f"{model_id} stands at {model[:3]}"
    for model_id, posture in case.posture.items():
        assert POSTURE_NAMES[models[model_id].posture] == posture
    for model_id, names in case.flags.items():
        held = flag_names(models[model_id].flags)
        for name in names.split():
            assert (name[1:] not in held) if name[0] == "-" else (name in held), f"{model_id}: {held}"
    for model_id, others in case.engaged.items():
        assert models[model_id].engaged == tuple(others.split()), f"{model_id}: {models[model_id].engaged}"
    for model_id, why in case.gone.items():
        assert models[model_id].gone == why
    for model_id, wounds in case.wounds.items():
        assert models[model_id].wounds == wounds
    if case.spent >= 0:
        rows = [to_data(event) for event in battle.log]
        assert sum(row[4] for row in rows if row[0] == "Moved" and row[1] == "a1") == case.spent
