"""Plain values of a battle as a page or a program may show it (`view`). Lengths in hundredths of an inch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from battles.engine.commands import CommandData
from battles.engine.profile import Role
from battles.engine.scenarios.tokens import Token

ModData = list[str | int]
"""A modifier: reason, value, rule id."""


class SideData(TypedDict):
    """One side."""

    name: str
    allies: list[str]
    score: int
    routed: bool
    lost: int
    started: int
    rout_test_due: bool


class ModelEffectData(TypedDict):
    """A lasting effect on a model."""

    code: str
    value: int


class ModelData(TypedDict):
    """One model."""

    side: str
    name: str
    role: Role
    leader: bool
    x: int
    y: int
    z: int
    r: int
    """Radius of the base."""
    h: int
    """Height."""
    facing: int
    mounted: bool
    gone: str
    posture: str
    flags: list[str]
    words: list[str]
    """The model's condition as English text."""
    wounds: list[int]
    """[Wounds left, Wounds of the profile]"""
    profile: dict[str, int]
    keywords: list[str]
    weapons: list[str]
    in_hand: list[int]
    """Indices of the weapons in hand."""
    armour: int
    engaged: list[str]
    effects: list[ModelEffectData]
    verbs: list[str]
    """The kinds of command that its side can give to it now."""


class TokenData(Token):
    """An object of the scenario, such as a treasure."""

    key: str


class ScenarioFacts(TypedDict):
    """The scenario's name, roles and last turn."""

    code: str
    name: str
    max_turns: int
    attacker: str
    edges: Mapping[str, str]
    objective: str | Sequence[str]
    """Id of the building that is the objective, or ids of several."""
    zones: dict[str, list[list[list[int]]]]
    """Outlines of each side's zones during deployment."""


class ChoiceData(TypedDict):
    """An option of a decision."""

    key: str
    label: str
    code: str
    data: Mapping[str, object]


class PromptData(TypedDict):
    """The pending decision; options only for the side that decides."""

    side: str
    code: str
    text: str
    mine: bool
    choices: list[ChoiceData]
    silence: str
    """Key of the option that is used after a timeout."""
    about: Mapping[str, Any]
    """Facts about the decision, from the step that asks for it."""


class RangeData(TypedDict, total=False):
    """A distance: `inches` where players may measure, else a `band`."""

    inches: float
    band: str


class NeedData(TypedDict):
    """The score that a shot needs: `score`, or `near` and `far` where players guess distances."""

    mods: list[ModData]
    score: NotRequired[int]
    near: NotRequired[int]
    far: NotRequired[int]


class OptionData(TypedDict):
    """A legal command."""

    command: CommandData
    label: str
    verb: str
    who: str
    target: str
    range: NotRequired[RangeData]
    need: NotRequired[NeedData]


class OutcomeData(TypedDict):
    """How the battle ended."""

    winners: list[str]
    reason: str


class ViewData(TypedDict):
    """A battle as one side, or a spectator, may see it."""

    measuring: str
    turn: int
    active: str
    phase: str
    stage: str
    phases: list[str]
    order: list[str]
    awaiting: list[str]
    you: str | None
    sides: dict[str, SideData]
    models: dict[str, ModelData]
    tokens: list[TokenData]
    scenario: ScenarioFacts
    moved_pieces: Mapping[str, list[int]]
    """Offset [x, y] of every piece that was moved."""
    prompt: PromptData | None
    options: list[OptionData]
    outcome: OutcomeData | None
    dice: int
    """Number of dice rolled so far."""
