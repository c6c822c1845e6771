"""Checks which parts of a custom pack's charts the aftermath can carry out. Used while a chart is edited. Rule:
AF-CHART-01"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from battles.aftermath.effects.base import ChoiceEffect
from battles.aftermath.effects.check import CharacteristicCheck
from battles.aftermath.effects.registry import EFFECTS as FINDS
from battles.aftermath.effects.visit import VisitLocation
from battles.engine.aftermath.injuries import MORE_ROLLS
from catalogue.effects import EFFECTS
from catalogue.facts import AdvanceRow, EffectData, ExplorationResult, Fact, Injury, Outcome, ReplacedTables
from catalogue.packs.strict_yaml import Path
from mordheim_site.registry import Registry

Problem = Iterator[tuple[Path, str]]

AT_ONCE: Final = frozenset(
    ("dies", "captured", "lose_equipment", "miss_games", MORE_ROLLS, "gain_experience", "pit_duel")
)
"""Effects of an injury that act immediately; all other effects stay with the warrior."""
STAYS: Final = frozenset(
    ("characteristic_change", "may_miss_battle", "loses_eye", "hatred_of", "rare_item_bonus", "maximum_bonus")
)
"""Roster and aftermath effects that an injury may leave on a warrior; battle effects are allowed too."""
MOST: Final = 3
WHOM: Final = ("warrior", "leader", "warband", "warband_type")
PROMOTION: Final = "promotion"
ADVANCES: Final = {
    "hero": frozenset(("new_skill", "characteristic_change", "characteristic_choice")),
    "henchman": frozenset((PROMOTION, "characteristic_change", "characteristic_choice")),
}
KEPT: Final = frozenset(("next_exploration", "hated_next_by", "permanent_exploration_reroll", "tunnel_deployment"))
"""Effects of locations that are stored for later."""
LENT: Final = frozenset(("exploration_dice", "exploration_die_chosen", "offers_items", "buys_as_common"))
"""Effects that only maps and merchants can have."""
PLACES: Final = frozenset(FINDS) | KEPT
ASKS: Final = frozenset(code for code, kind in FINDS.items() if issubclass(kind, ChoiceEffect)) | {"may_keep_gem"}
"""Finds for which the player chooses. A row may have only one of them."""
BY_SOMEBODY: Final = frozenset(
    ("miss_games", "dies", "lose_equipment", "gain_skill", "opens_skill_list", "maximum_bonus")
)
"""Finds that affect the warrior who entered the location."""
OF_THE_PLACE: Final = frozenset(("characteristic_check", "may_send", "may_keep_gem"))
"""Finds that belong to the location as a whole, not to one of its rows."""


@dataclass(frozen=True, slots=True)
class FindPlace:
    """A find at a custom location: its effect, and whether a warrior enters the location."""

    row: ExplorationResult
    effect: EffectData
    chosen_goes: bool


@dataclass(frozen=True, slots=True)
class RowPlace:
    """One row of a custom location, and whether the location has a check."""

    row: ExplorationResult
    has_check: bool


Check = TypeVar("Check")
INJURY_CHECKS: Final[Registry[str, Callable[[EffectData], Problem]]] = Registry("check of an injury's effect")
FIND_CHECKS: Final[Registry[str, Callable[[FindPlace], Problem]]] = Registry("check of a find")
"""Checks of what an effect has to state, by its code; paths are relative to the effect."""
ROW_CHECKS: Final[Registry[str, Callable[[RowPlace], str]]] = Registry("check of a location's row")
"""Functions that check a row, by the word that says when the row applies. Each returns what is wrong, or ""."""


def _registered(registry: Registry[str, Check], *codes: str) -> Callable[[Check], Check]:
    def add(check: Check) -> Check:
        for code in codes:
            registry.add(code, check)
        return check

    return add


def faults_of(kind: str, fact: Fact) -> Iterable[tuple[Path, str]]:
    """(path in the record, sentence) for each effect that the aftermath cannot carry out."""
    if isinstance(fact, Injury):
        return _injury(fact)
    if isinstance(fact, ExplorationResult):
        return _place(fact)
    if isinstance(fact, AdvanceRow):
        return _advance(fact)
    return _casualties(fact) if isinstance(fact, ReplacedTables) else ()


def _named(effects: Iterable[EffectData], lines: Iterable[Outcome]) -> Iterator[tuple[Path, EffectData]]:
    for place, effect in enumerate(effects):
        yield ("effects", place), effect
    for number, line in enumerate(lines):
        for place, effect in enumerate(line.effects):
            yield ("outcomes", number, "effects", place), effect


def _unknown(effect: EffectData) -> str:
    return _("The site does not support “%(code)s” here.") % {"code": effect.code}


def _ways(lines: Iterable[Outcome], ways: Iterable[str]) -> Problem:
    for number, line in enumerate(lines):
        if line.after not in ways or (line.needs is not None and "needs" not in ways):
            yield ("outcomes", number), _("A row of this table is reached only by its roll: set “low” and “high”.")


def _injury(row: Injury) -> Problem:
    yield from _ways(row.outcomes, ("always",))
    for number, line in enumerate(row.outcomes):
        if line.who.only or line.who.never:
            yield ("outcomes", number, "who"), _("An injury cannot depend on the warband of the warrior.")
    for path, effect in _named(row.effects, row.outcomes):
        is_known = effect.code in AT_ONCE | STAYS or _is_of_battle(effect)
        if not is_known:
            yield path, _unknown(effect)
        elif effect.code in INJURY_CHECKS:
            yield from _below(path, INJURY_CHECKS[effect.code](effect))


def _below(path: Path, problems: Problem) -> Problem:
    for below, sentence in problems:
        yield (*path, *below), sentence


@_registered(INJURY_CHECKS, "hatred_of")
def hates_a_known_group(effect: EffectData) -> Problem:
    if effect.get("whom") not in WHOM:
        yield ("whom",), _("“whom” must be one of %(words)s.") % {"words": ", ".join(WHOM)}


@_registered(INJURY_CHECKS, "characteristic_change")
def changes_little(effect: EffectData) -> Problem:
    if not -MOST <= effect.get("amount", 0) <= MOST:
        yield ("amount",), _("An injury can change a characteristic by %(n)d at most.") % {"n": MOST}


@_registered(INJURY_CHECKS, "gain_experience")
def teaches_the_injured(effect: EffectData) -> Problem:
    if effect.get("to") != "self":
        yield ("to",), _("Only the injured warrior learns from an injury: set “to: self”.")


def _is_of_battle(effect: EffectData) -> bool:
    from battles.aftermath.effect_checks import implemented_codes

    return EFFECTS[effect.code].part == "battle" and effect.code in implemented_codes()


def _advance(row: AdvanceRow) -> Problem:
    yield from _ways(row.outcomes, ("always",))
    if not row.effects and not row.outcomes:
        yield ("effects",), _("This advance has no effect.")
    for number, line in enumerate(row.outcomes):
        if not line.effects and not row.effects:
            yield ("outcomes", number), _("This advance has no effect.")
        if any(effect.code == PROMOTION for effect in line.effects):
            yield ("outcomes", number, "effects"), _("A promotion must be in the row itself, not under a second die.")
    codes = {effect.code for _path, effect in _named(row.effects, row.outcomes)}
    if len(codes & {"new_skill", PROMOTION}) and codes & {"characteristic_change", "characteristic_choice"}:
        yield ("effects",), _("An advance raises a characteristic or has another effect, not both.")
    for path, effect in _named(row.effects, row.outcomes):
        if effect.code not in ADVANCES[row.table]:
            yield path, _unknown(effect)
        elif effect.get("amount", 1) != 1:
            yield (*path, "amount"), _("An advance raises a characteristic by 1.")


def _casualties(tables: ReplacedTables) -> Problem:
    for number, line in enumerate(tables.henchman_injury or ()):
        for place, effect in enumerate(line.effects):
            if effect.code not in ("dies", "lose_equipment"):
                path: Path = ("henchman_injury", number, "effects", place)
                yield path, _("A casualty roll can only have “dies”.")


def _place(row: ExplorationResult) -> Problem:
    is_hidden = not row.dice
    check = next((effect for effect in row.effects if effect.code == CharacteristicCheck.code), None)
    sends = any(effect.code == VisitLocation.code for effect in row.effects)
    for number, line in enumerate(row.outcomes):
        if line.after in ROW_CHECKS and (sentence := ROW_CHECKS[line.after](RowPlace(row, check is not None))):
            yield ("outcomes", number, "after"), sentence
    if check is not None and not any(line.after in ("passed", "failed") for line in row.outcomes):
        yield ("effects",), _("A check needs a row with “after: passed” or “after: failed”.")
    if sends and (check is not None or not row.roll):
        yield ("effects",), _("The warrior who is sent there rolls: use “roll” without a check.")
    paths = [path for path, effect in _named(row.effects, row.outcomes) if effect.code in ASKS]
    for path in paths[1:]:
        yield path, _("A location can have only one choice.")
    chosen_goes = sends or (check is not None and check.get("by") == "chosen_hero")
    for path, effect in _named(row.effects, row.outcomes):
        yield from _find(row, path, effect, chosen_goes=chosen_goes, is_hidden=is_hidden)


@_registered(ROW_CHECKS, "chosen")
def is_not_chosen(place: RowPlace) -> str:
    return _("Players do not choose a row here: use “roll” or a check.")


@_registered(ROW_CHECKS, "passed", "failed")
def follows_a_check(place: RowPlace) -> str:
    return "" if place.has_check else _("There is no check here: add a “characteristic_check”.")


@_registered(ROW_CHECKS, "double", "otherwise")
def follows_two_dice(place: RowPlace) -> str:
    return "" if place.row.roll.startswith("2D6") else _("A double needs “roll: 2D6”.")


def _find(row: ExplorationResult, path: Path, effect: EffectData, *, chosen_goes: bool, is_hidden: bool) -> Problem:
    if effect.code in LENT and is_hidden:
        return
    is_line = path[0] == "outcomes"
    if effect.code not in PLACES or (is_line and effect.code in OF_THE_PLACE):
        yield path, _unknown(effect)
    elif effect.code in FIND_CHECKS:
        yield from _below(path, FIND_CHECKS[effect.code](FindPlace(row, effect, chosen_goes)))


@_registered(FIND_CHECKS, "gain_gold_rolled")
def has_a_roll(place: FindPlace) -> Problem:
    if not place.row.roll:
        yield (), _("No die is rolled for this row: add “roll”.")


@_registered(FIND_CHECKS, "characteristic_check", "may_send")
def says_who_goes(place: FindPlace) -> Problem:
    if place.effect.get("by") not in ("leader", "chosen_hero"):
        yield ("by",), _("Set who goes: “leader” or “chosen_hero”.")


@_registered(FIND_CHECKS, "gain_experience")
def says_who_learns(place: FindPlace) -> Problem:
    learners = _learners(place.chosen_goes)
    if place.effect.get("to") not in learners:
        yield ("to",), _("“to” must be one of %(words)s.") % {"words": ", ".join(learners)}


@_registered(FIND_CHECKS, *BY_SOMEBODY)
def has_a_warrior(place: FindPlace) -> Problem:
    if not place.chosen_goes and place.effect.get("to") != "chosen_hero":
        yield (), _("This effect needs a warrior who is sent there: use “chosen_hero”.")


def _learners(chosen_goes: bool) -> tuple[str, ...]:
    found = ("leader", "heroes_shared", "chosen_hero")
    return (*found, "self") if chosen_goes else found
