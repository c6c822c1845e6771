"""What the aftermath carries out of a chart of an own pack; asked while one is written. Rule: AF-CHART-01"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _

from battles.aftermath.finds import locations, player_choices
from battles.engine.aftermath.injuries import MORE_ROLLS
from catalogue.effects import EFFECTS
from catalogue.facts import AdvanceRow, EffectData, ExplorationResult, Fact, Injury, Outcome, ReplacedTables
from catalogue.packs.strict_yaml import Path

Told = Iterator[tuple[Path, str]]

AT_ONCE: Final = frozenset(
    ("dies", "captured", "lose_equipment", "miss_games", MORE_ROLLS, "gain_experience", "pit_duel")
)
"""What an injury does once; whatever else it names stays with the warrior."""
STAYS: Final = frozenset(
    ("characteristic_change", "may_miss_battle", "loses_eye", "hatred_of", "rare_item_bonus", "maximum_bonus")
)
"""Effects of roster and aftermath that a wound leaves behind; those of a battle come besides."""
MOST: Final = 3
WHOM: Final = ("warrior", "leader", "warband", "warband_type")
ADVANCES: Final = {
    "hero": frozenset(("new_skill", "characteristic_change", "characteristic_choice")),
    "henchman": frozenset(("promotion", "characteristic_change", "characteristic_choice")),
}
KEPT: Final = frozenset(("next_exploration", "hated_next_by", "permanent_exploration_reroll", "tunnel_deployment"))
"""What a place gives for a later day."""
LENT: Final = frozenset(("exploration_dice", "exploration_die_chosen", "offers_items", "buys_as_common"))
"""What only a map or a merchant gives."""
PLACES: Final = frozenset(locations.CARRIED_OUT | locations.ASKED | KEPT | {locations.LEADS})
ASKS: Final = player_choices.WAITS | {"gain_item_of_choice", "may_keep_gem"}
"""Finds that somebody chooses about; one at a time."""
BY_SOMEBODY: Final = frozenset(
    ("miss_games", "dies", "lose_equipment", "gain_skill", "opens_skill_list", "maximum_bonus")
)
"""Finds that concern who went there."""


def faults_of(kind: str, fact: Fact) -> Iterable[tuple[Path, str]]:
    """(path in the record, sentence) for each thing the aftermath would not carry out."""
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
    return _("Nothing carries out “%(code)s” here.") % {"code": effect.code}


def _ways(lines: Iterable[Outcome], ways: Iterable[str]) -> Told:
    for number, line in enumerate(lines):
        if line.after not in ways or (line.needs is not None and "needs" not in ways):
            yield ("outcomes", number), _("A line of this table is reached by its roll alone: say “low” and “high”.")


def _injury(row: Injury) -> Told:
    yield from _ways(row.outcomes, ("always",))
    for number, line in enumerate(row.outcomes):
        if line.who.only or line.who.never:
            yield ("outcomes", number, "who"), _("An injury asks nobody which warband he is of.")
    for path, effect in _named(row.effects, row.outcomes):
        is_known = effect.code in AT_ONCE | STAYS or _is_of_battle(effect)
        if not is_known:
            yield path, _unknown(effect)
        elif effect.code == "hatred_of" and effect.get("whom") not in WHOM:
            yield (*path, "whom"), _("“whom” is one of %(words)s.") % {"words": ", ".join(WHOM)}
        elif effect.code == "characteristic_change" and not -MOST <= effect.get("amount", 0) <= MOST:
            yield (*path, "amount"), _("A wound changes a characteristic by %(n)d at most.") % {"n": MOST}
        elif effect.code == "gain_experience" and effect.get("to") != "self":
            yield (*path, "to"), _("Only the wounded warrior himself learns from a wound: say “to: self”.")


def _is_of_battle(effect: EffectData) -> bool:
    from battles.core.checks import homes

    return EFFECTS[effect.code].part == "battle" and effect.code in homes()


def _advance(row: AdvanceRow) -> Told:
    yield from _ways(row.outcomes, ("always",))
    if not row.effects and not row.outcomes:
        yield ("effects",), _("This advance brings nothing.")
    for number, line in enumerate(row.outcomes):
        if not line.effects and not row.effects:
            yield ("outcomes", number), _("This advance brings nothing.")
        if any(effect.code == "promotion" for effect in line.effects):
            yield ("outcomes", number, "effects"), _("A promotion stands in the band itself, not under a second die.")
    codes = {effect.code for _path, effect in _named(row.effects, row.outcomes)}
    if len(codes & {"new_skill", "promotion"}) and codes & {"characteristic_change", "characteristic_choice"}:
        yield ("effects",), _("An advance raises a characteristic or brings something else, not both.")
    for path, effect in _named(row.effects, row.outcomes):
        if effect.code not in ADVANCES[row.table]:
            yield path, _unknown(effect)
        elif effect.get("amount", 1) != 1:
            yield (*path, "amount"), _("An advance raises a characteristic by 1.")


def _casualties(tables: ReplacedTables) -> Told:
    for number, line in enumerate(tables.henchman_injury or ()):
        for place, effect in enumerate(line.effects):
            if effect.code not in ("dies", "lose_equipment"):
                path: Path = ("henchman_injury", number, "effects", place)
                yield path, _("A casualty roll says who dies (“dies”), and nothing else.")


def _place(row: ExplorationResult) -> Told:
    is_hidden = not row.dice
    check = next((effect for effect in row.effects if effect.code == "characteristic_check"), None)
    sends = any(effect.code == "may_send" for effect in row.effects)
    for number, line in enumerate(row.outcomes):
        if line.after == "chosen":
            yield ("outcomes", number, "after"), _("Nobody is asked which line he takes: use “roll” or a check.")
        elif line.after in ("passed", "failed") and check is None:
            yield ("outcomes", number, "after"), _("Nothing is checked here: name a “characteristic_check”.")
        elif line.after in ("double", "otherwise") and not row.roll.startswith("2D6"):
            yield ("outcomes", number, "after"), _("A double is rolled with “roll: 2D6”.")
    if check is not None and not any(line.after in ("passed", "failed") for line in row.outcomes):
        yield ("effects",), _("A check needs a line “after: passed” or “after: failed”.")
    if sends and (check is not None or not row.roll):
        yield ("effects",), _("Who is sent there rolls: say “roll”, and no check besides.")
    asked = [path for path, effect in _named(row.effects, row.outcomes) if effect.code in ASKS]
    for path in asked[1:]:
        yield path, _("Only one thing of a place can be chosen about.")
    chosen_goes = sends or (check is not None and check.get("by") == "chosen_hero")
    for path, effect in _named(row.effects, row.outcomes):
        yield from _find(row, path, effect, chosen_goes=chosen_goes, is_hidden=is_hidden)


def _find(row: ExplorationResult, path: Path, effect: EffectData, *, chosen_goes: bool, is_hidden: bool) -> Told:
    if effect.code in LENT and is_hidden:
        return
    is_line = path[0] == "outcomes"
    if effect.code not in PLACES or (is_line and effect.code in ("characteristic_check", "may_send", "may_keep_gem")):
        yield path, _unknown(effect)
    elif effect.code == "gain_gold_rolled" and not row.roll:
        yield path, _("No die is rolled for this line: say “roll”.")
    elif effect.code in ("characteristic_check", "may_send") and effect.get("by") not in ("leader", "chosen_hero"):
        yield (*path, "by"), _("Say whether “leader” or “chosen_hero” goes.")
    elif effect.code == "gain_experience" and effect.get("to") not in _learners(chosen_goes):
        yield (*path, "to"), _("“to” is one of %(words)s.") % {"words": ", ".join(_learners(chosen_goes))}
    elif effect.code in BY_SOMEBODY and not chosen_goes and effect.get("to") != "chosen_hero":
        yield path, _("Nobody is sent there whom this could concern: let a “chosen_hero” go.")


def _learners(chosen_goes: bool) -> tuple[str, ...]:
    found = ("leader", "heroes_shared", "chosen_hero")
    return (*found, "self") if chosen_goes else found
