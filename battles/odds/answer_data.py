"""Types of computed odds, as they are cached, sent by the API and used by pages. Probabilities are from 0 to 1."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class AttackAnswer(TypedDict):
    """Odds of one fighter's attacks."""

    hit: float
    wounded: float
    postures: dict[str, float]
    """Probability of each posture (standing, knocked down ...) of the target afterwards."""
    wounds: dict[str, float]
    """Probabilities by number of Wounds lost; the keys are text in JSON."""
    arms: list[str]
    """Names of the weapons used."""
    attacks: int


class CachedAttacks(TypedDict):
    """The cached odds of a fighter's attacks."""

    odds: AttackAnswer | None
    over_limit: bool
    states: int
    """Number of states explored."""


class PairAnswer(TypedDict):
    """Attacks of both fighters on each other; None if there are none."""

    strikes: AttackAnswer | None
    back: AttackAnswer | None
    over_limit: list[str]
    """The attacks ("strikes" or "back") that have too many possible outcomes to compute."""


class DuelAnswer(TypedDict):
    """How a duel ends, as probabilities."""

    first_wins: float
    second_wins: float
    undecided: float
    """Probability that both are still in play after the last turn of `by_turn`."""
    by_turn: list[list[float]]
    """After each player turn: [probability that the first is out, that the second is out], cumulative."""
    cut_short: bool
    """Whether the limit of states was reached before the end of the duel."""
    states: int
    """Number of states explored."""


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
    """A number in the table that compares equipment. It is marked if it is the best of its column."""

    chance: str
    is_best: bool


class KitRow(TypedDict):
    """The odds with other equipment."""

    arms: str
    attacks: int
    is_now: bool
    hit: float
    wounded: float
    out: float
    url: str
    cells: list[Cell]


class DuelRow(TypedDict):
    """One possible end of a duel as text."""

    code: str
    label: str
    share: float
    chance: str
    often: str


class DuelTurn(TypedDict):
    """The probabilities of having won by the end of a player turn."""

    turn: int
    first: str
    second: str


class DuelText(TypedDict):
    """A duel as rows, a bar, and the winners after each player turn."""

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
    """A group in a select list of warriors: its label, and (value, name) of each warrior."""

    label: str
    rows: list[tuple[str, str]]


class ChosenFighter(TypedDict):
    """A warrior in a request for odds, as returned by the API."""

    code: str
    name: str
    kit: list[str]


class TermsData(TypedDict):
    """The situation in a request for odds, as returned by the API."""

    rules: str
    how: str
    range: str
    cover: str
    moved: bool


class OddsAnswer(TypedDict):
    """The API's response to a request for odds. `duel` is included if it was requested."""

    attacker: ChosenFighter
    defender: ChosenFighter
    terms: TermsData
    strikes: AttackAnswer | None
    back: AttackAnswer | None
    over_limit: list[str]
    duel: NotRequired[DuelAnswer]
