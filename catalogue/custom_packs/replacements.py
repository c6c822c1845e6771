"""The rolls and tables that a version of a custom pack replaces, as text, and conflicts between packs.

Rule: AF-CHART-01
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalogue.custom_packs.library import release_part
from catalogue.packs.active_charts import D66, TABLES, TWO_DICE
from catalogue.packs.schema import PackPart
from mordheim_site.refusals import Sentence

TABLES_IN_WORDS: Final[dict[str, Sentence]] = {
    "henchman_injury": gettext_lazy("casualties of Henchmen"),
    "shards_found": gettext_lazy("shards found"),
    "sale_sizes": gettext_lazy("warband sizes for selling"),
    "sale_prices": gettext_lazy("prices of wyrdstone"),
    "underdog_bonus": gettext_lazy("underdog bonus"),
    "exploration_dice_max": gettext_lazy("maximum exploration dice"),
    "hero_advances_at": gettext_lazy("heroes' experience thresholds"),
    "henchman_advances_at": gettext_lazy("henchmen's experience thresholds"),
    "henchman_increase_max": gettext_lazy("increases of Henchmen"),
    "rarity_dice": gettext_lazy("dice for rare items"),
    "veterans_dice": gettext_lazy("dice for veterans"),
}


SETS: Final = tuple(str(face) * dice for dice in range(2, 7) for face in range(1, 7))
LINES: Final = (tuple(map(str, TWO_DICE)), tuple(map(str, D66)))
"""The ordered rolls of charts, in which ranges can be shown. (Doubles of exploration look like D66 numbers, but are not
adjacent.)"""


@dataclass(frozen=True, slots=True)
class Place:
    """One roll of a chart, or one table: the name of the chart, and the roll ("" for a table)."""

    chart: str
    roll: str = ""


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a pack replaces on one chart: its name and the rolls, as text."""

    chart: str
    rolls: str


def replaced_by(release: str) -> tuple[Replaced, ...]:
    """What one version replaces, by chart. Raises KeyError for an unknown version."""
    return _replaced_charts(tuple(_places(release_part(release))))


def shared(releases: Sequence[str]) -> tuple[Replaced, ...]:
    """The rolls and tables that more than one of these versions replaces. Raises KeyError for an unknown version."""
    seen: set[Place] = set()
    twice: list[Place] = []
    for release in releases:
        places = tuple(_places(release_part(release)))
        twice += [place for place in places if place in seen]
        seen |= set(places)
    return _replaced_charts(tuple(dict.fromkeys(twice)))


def _replaced_charts(places: Sequence[Place]) -> tuple[Replaced, ...]:
    charts = dict.fromkeys(place.chart for place in places)
    found = {chart: [place.roll for place in places if place.chart == chart and place.roll] for chart in charts}
    return tuple(Replaced(chart, _runs(rolls)) for chart, rolls in found.items())


def _runs(rolls: Sequence[str]) -> str:
    """Rolls as text, with ranges joined: "11-16, 22". Sets of dice are listed individually, or as "all"."""
    if len(rolls) == len(SETS) and set(rolls) == set(SETS):
        return _("every set of dice")
    dice = next((line for line in LINES if set(rolls) <= set(line)), ())
    runs: list[list[str]] = []
    for roll in rolls:
        if runs and dice and dice.index(roll) == dice.index(runs[-1][1]) + 1:
            runs[-1][1] = roll
        else:
            runs.append([roll, roll])
    return ", ".join(low if low == high else f"{low}-{high}" for low, high in runs)


def _places(part: PackPart) -> Iterator[Place]:
    for roll in D66:
        if _holds(part.injuries, roll):
            yield Place(_("serious injuries"), str(roll))
    for location in part.exploration:
        if location.dice:
            yield Place(_("exploration"), str(location.face) * location.dice)
    for table, words in (("hero", _("advances of Heroes")), ("henchman", _("advances of Henchmen"))):
        rows = [row for row in part.advances if row.table == table]
        yield from (Place(words, str(roll)) for roll in TWO_DICE if _holds(rows, roll))
    for scenario in part.scenarios:
        yield from (Place(_("scenario table"), str(roll)) for roll in scenario.table_rolls)
    for name in TABLES:
        if any(getattr(table, name) is not None for table in part.replaced_tables):
            yield Place(str(TABLES_IN_WORDS[name]))


def _holds(rows: Sequence[Any], roll: int) -> bool:
    return any(row.low <= roll <= row.high for row in rows)
