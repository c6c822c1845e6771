"""Advances: the roll on the table, the options, and the limits set by racial maximums. Rules: AF-ADV-01 to AF-ADV-04"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from battles.engine.aftermath.injuries import line_at
from battles.engine.aftermath.rolls import Roller
from battles.engine.aftermath.tables import AdvanceBand, Effect
from battles.engine.registry import Registry


@dataclass(frozen=True, slots=True)
class Option:
    """One option of an advance: a characteristic by name, "skill", "spell" or "promotion"."""

    kind: str
    characteristic: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """A rolled advance: the 2D6, the second die (0 if none was rolled) and the options. A single option needs no
    choice.
    """

    code: str
    roll: int
    sub_roll: int
    options: tuple[Option, ...]
    was_full: bool = False
    """Whether the rolled characteristic was at its maximum, so that the rule's alternatives apply."""


Offer = Callable[[Mapping[str, Any]], Iterator[Option]]
"""Function that returns the options of an effect for its parameters."""
OFFERS: Final[Registry[Offer]] = Registry("offer of an advance")


def _offer(code: str) -> Callable[[Offer], Offer]:
    return lambda function: OFFERS.add(code, function)


@_offer("characteristic_change")
def one_characteristic(parameters: Mapping[str, Any]) -> Iterator[Option]:
    """The one characteristic that the band raises."""
    yield Option("characteristic", str(parameters["characteristic"]), int(parameters.get("amount", 1)))


@_offer("characteristic_choice")
def several_characteristics(parameters: Mapping[str, Any]) -> Iterator[Option]:
    """The characteristics from which the player chooses one."""
    for name in parameters["characteristics"]:
        yield Option("characteristic", str(name), int(parameters.get("amount", 1)))


@_offer("new_skill")
def new_skill(parameters: Mapping[str, Any]) -> Iterator[Option]:
    """A new skill, or a spell if the band offers one to wizards."""
    yield Option("skill")
    if parameters.get("or_spell"):
        yield Option("spell")


@_offer("promotion")
def promotion(parameters: Mapping[str, Any]) -> Iterator[Option]:
    """A henchman becomes a hero."""
    yield Option("promotion")


def band_at(table: Sequence[AdvanceBand], roll: int) -> AdvanceBand:
    """The band of a 2D6 roll. Raises KeyError outside 2 to 12."""
    for band in table:
        if band.low <= roll <= band.high:
            return band
    raise KeyError(roll)


def roll_advance(
    roller: Roller,
    table: Sequence[AdvanceBand],
    model_id: str,
    *,
    now: Mapping[str, int],
    maxima: Mapping[str, int] | None,
    rises: Mapping[str, int] | None = None,
    rise_limit: int = 0,
    is_wizard: bool = False,
    barred: Sequence[str] = (),
) -> AdvanceResult:
    """Roll an advance and list its options.

    `now` and `maxima` are characteristics by name; a characteristic at its maximum is no option. When all
    characteristics of the band are at their maximum, a hero may raise any other that is not (AF-ADV-02), and a henchman
    group rolls again until one can be raised. `rises` counts the increases so far; `rise_limit` is the maximum for each
    characteristic of henchmen. Results with a band code in `barred` are rolled again (a group's second roll after a
    promotion).
    """
    rose = rises or {}
    for _ in range(60):
        roll = roller.roll("2D6", "advance", model_id)
        band = band_at(table, roll)
        if band.code in barred:
            continue
        sub = roller.roll(band.roll, band.code, model_id) if band.roll else 0
        line = line_at(band.outcomes, sub) if sub else None
        effects = band.effects + (line.effects if line is not None else ())
        options = _options(effects, is_wizard)
        if not options or options[0].kind != "characteristic":
            return AdvanceResult(band.code, roll, sub, options)
        open_ = tuple(option for option in options if _may_rise(option, now, maxima, rose, rise_limit))
        if not open_ and band.outcomes:
            other = [
                option for each in band.outcomes if each is not line for option in _options(each.effects, is_wizard)
            ]
            open_ = tuple(option for option in other if _may_rise(option, now, maxima, rose, rise_limit))
            if open_:
                return AdvanceResult(band.code, roll, sub, open_, was_full=True)
        if open_:
            return AdvanceResult(band.code, roll, sub, open_, was_full=len(open_) < len(options))
        if not rise_limit:
            anything = tuple(
                Option("characteristic", name, 1)
                for name in now
                if name != "movement" and _may_rise(Option("characteristic", name, 1), now, maxima, rose, rise_limit)
            )
            return AdvanceResult(band.code, roll, sub, anything, was_full=True)
    return AdvanceResult("nothing", 0, 0, (), was_full=True)


def _options(effects: Sequence[Effect], is_wizard: bool) -> tuple[Option, ...]:
    return tuple(
        option
        for code, parameters in effects
        if code in OFFERS
        for option in OFFERS[code](parameters)
        if is_wizard or option.kind != "spell"
    )


def _may_rise(
    option: Option, now: Mapping[str, int], maxima: Mapping[str, int] | None, rose: Mapping[str, int], limit: int
) -> bool:
    if limit and rose.get(option.characteristic, 0) >= limit:
        return False
    return maxima is None or now.get(option.characteristic, 0) + option.amount <= maxima.get(option.characteristic, 10)
