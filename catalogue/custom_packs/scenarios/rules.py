"""Checks scenarios of custom packs: whether the board can play them, and advice from the guidelines.

The board is in a later app, which registers its checks at start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from catalogue.facts import Scenario
from catalogue.packs.schema import PackPart
from catalogue.packs.strict_yaml import Path

CODE_LENGTH: Final = 40
"""The longest code of a scenario of a custom pack. With the prefix of its release it fits the columns of matches."""


class Remark(NamedTuple):
    """Advice about a scenario: the scenario, the rule that the advice comes from, and a sentence."""

    name: str
    rule: str
    sentence: str


Faults = Callable[[Scenario], Iterable[tuple[Path, str]]]
Advice = Callable[[Scenario], Iterable[tuple[str, str]]]
_faults: list[Faults] = []
_advice: list[Advice] = []


def played_by(faults: Faults, advice: Advice) -> None:
    """Register the board's checks. `faults` yields (path in the record, message) for each mistake; `advice` yields
    (rule, message) about a valid scenario."""
    _faults[:], _advice[:] = [faults], [advice]


def unplayable(part: PackPart) -> Iterator[tuple[Path, str]]:
    """(path, message) for each part that the board cannot play. Scenarios with `automation: text` are played with
    miniatures.
    """
    for index, scenario in enumerate(part.scenarios):
        if len(scenario.code) > CODE_LENGTH:
            text = _("The code of a scenario has at most %(most)d letters.") % {"most": CODE_LENGTH}
            yield ("scenarios", index, "code"), text
        for faults in _faults if scenario.automation != "text" else ():
            for path, sentence in faults(scenario):
                yield ("scenarios", index, *path), sentence


def remarks_on(part: PackPart) -> Iterator[Remark]:
    """Advice about the scenarios of a pack without mistakes."""
    for scenario in part.scenarios:
        for advice in _advice if scenario.automation != "text" else ():
            for rule, sentence in advice(scenario):
                yield Remark(scenario.name, rule, sentence)
