"""Scenarios of own packs: whether the board can play them, and what the guidelines would say to them.

The board lies to the right of this room, so it says when the site starts who answers these questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from catalogue.facts import Scenario
from catalogue.packs.schema import PackPart
from catalogue.packs.strict_yaml import Path

CODE_LENGTH: Final = 40
"""The longest code of a scenario of an own pack: with its release in front it fits the columns of matches."""


class Remark(NamedTuple):
    """A word of advice: which scenario, the rule it comes from, a sentence."""

    name: str
    rule: str
    sentence: str


Faults = Callable[[Scenario], Iterable[tuple[Path, str]]]
Advice = Callable[[Scenario], Iterable[tuple[str, str]]]
_faults: list[Faults] = []
_advice: list[Advice] = []


def played_by(faults: Faults, advice: Advice) -> None:
    """Say who knows what the board can play: (path in the record, sentence) for each fault, (rule, sentence) for each
    remark about a sound one."""
    _faults[:], _advice[:] = [faults], [advice]


def unplayable(part: PackPart) -> Iterator[tuple[Path, str]]:
    """(path, sentence) for each thing that no board can play. What is `automation: text` is played on real tables."""
    for index, scenario in enumerate(part.scenarios):
        if len(scenario.code) > CODE_LENGTH:
            said = _("The code of a scenario has at most %(most)d letters.") % {"most": CODE_LENGTH}
            yield ("scenarios", index, "code"), said
        for faults in _faults if scenario.automation != "text" else ():
            for path, sentence in faults(scenario):
                yield ("scenarios", index, *path), sentence


def remarks_on(part: PackPart) -> Iterator[Remark]:
    """Advice about the scenarios of a sound pack."""
    for scenario in part.scenarios:
        for advice in _advice if scenario.automation != "text" else ():
            for rule, sentence in advice(scenario):
                yield Remark(scenario.name, rule, sentence)
