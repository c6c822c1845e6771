"""Plain values of computed odds, as cached, sent by the API and read by pages. Probabilities are from 0 to 1."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class AttackAnswer(TypedDict):
    """Odds of one fighter's attacks."""

    hit: float
    wounded: float
    postures: dict[str, float]
    """Probability of each posture of the target afterwards."""
    wounds: dict[str, float]
    """By Wounds lost; in JSON the keys are text."""
    arms: list[str]
    """Names of the weapons used."""
    attacks: int


class CachedAttacks(TypedDict):
    """What the cache holds for a fighter's attacks."""

    odds: AttackAnswer | None
    over_limit: bool
    states: int
    """States explored."""


class PairAnswer(TypedDict):
    """Attacks of both fighters on each other; None where there are none."""

    strikes: AttackAnswer | None
    back: AttackAnswer | None
    over_limit: list[str]
    """Which of the two have too many possible outcomes to compute."""


class DuelAnswer(TypedDict):
    """How a duel ends."""

    first_wins: float
    second_wins: float
    undecided: float
    """Both are still in play after the last turn of `by_turn`."""
    by_turn: list[list[float]]
    """After each player turn: [first is out, second is out], cumulative."""
    cut_short: bool
    """The limit of states was reached before the end."""
    states: int
    """States explored."""


class OutcomeRow(TypedDict):
    """A possible outcome as text."""

    code: str
    label: str
    chance: str
    often: str


class BarSegment(TypedDict):
    """A segment of a bar, in units of its width."""

    code: str
    x: float
    width: float
    middle: float
    words: str


class Cell(TypedDict):
    """A figure of a table of kits, marked when it is the best of its column."""

    chance: str
    is_best: bool


class KitRow(TypedDict):
    """The odds with another kit."""

    arms: str
    attacks: int
    is_now: bool
    hit: float
    wounded: float
    out: float
    url: str
    cells: list[Cell]


class DuelRow(TypedDict):
    """An end of a duel as text."""

    code: str
    label: str
    share: float
    chance: str
    often: str


class DuelTurn(TypedDict):
    """Who has won by the end of a player turn."""

    turn: int
    first: str
    second: str


class DuelText(TypedDict):
    """A duel as rows, a bar, and who has won after each player turn."""

    rows: list[DuelRow]
    bar: list[BarSegment]
    turns: list[DuelTurn]
    cut_short: str


class ShownAttacks(TypedDict):
    """Odds of attacks as a page shows them."""

    hit: str
    wounded: str
    arms: list[str]
    attacks: int
    rows: list[OutcomeRow]
    bar: list[BarSegment]


class FighterGroup(TypedDict):
    """A group of a select of warriors: its label, and (value, name) of each."""

    label: str
    rows: list[tuple[str, str]]


class ChosenFighter(TypedDict):
    """A warrior of a question, in the API's answer."""

    code: str
    name: str
    kit: list[str]


class TermsData(TypedDict):
    """The situation of a question, in the API's answer."""

    rules: str
    how: str
    range: str
    cover: str
    moved: bool


class OddsAnswer(TypedDict):
    """The API's answer to a question; `duel` is there when it was asked for."""

    attacker: ChosenFighter
    defender: ChosenFighter
    terms: TermsData
    strikes: AttackAnswer | None
    back: AttackAnswer | None
    over_limit: list[str]
    duel: NotRequired[DuelAnswer]
