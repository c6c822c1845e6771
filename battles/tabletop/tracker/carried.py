"""Objects that warriors can carry in a tracked battle: wyrdstone, a treasure chest, other objectives. Which ones there
are follows from the scenario. Rules: AF-TRACK-01, SCN-TOKEN-01"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from battles.aftermath.stages.rewards import COUNTED
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence

WYRDSTONE: Final = "wyrdstone"
CAPTIVE: Final = "captive"
NAMES: Final[dict[str, Sentence]] = {
    WYRDSTONE: _("Wyrdstone"), "chest": _("Treasure chest"), "treasure": _("Treasure"), "artefact": _("Artefact"),
    "relic": _("Relic"), "prince": _("Prince"), "wand": _("Wand"), "skull": _("Skull"), "prize": _("Prize"),
    "pie": _("Pie"), "horse": _("Horse"), "mule": _("Mule"), "captive": _("Captive"), "objective": _("Objective"),
}  # fmt: skip
_FIXED: Final = {
    "wyrdstone_counters": (WYRDSTONE, 0), "search_pool": (WYRDSTONE, 0), "carried_shards": (WYRDSTONE, 0),
    "search_buildings": ("chest", 1), "carry_chest": ("chest", 1), "captive": (CAPTIVE, 1),
    "horse_herd": ("horse", 0), "mule_train": ("mule", 0),
}  # fmt: skip
"""Effects of scenarios with an object of a fixed kind: its code, and how many there are (0 for any number)."""
_WITH_PARAMS: Final = frozenset({"carried_prize", "carried_things", "loot_cart"})
"""Effects of scenarios whose parameters name the object and the number."""


def counts_of(code: str) -> dict[str, int]:
    """The objects that can be carried in a scenario: code -> how many there are, 0 if the number is open. A scenario
    that is only described as text may have any of the usual ones."""
    scenario = book().scenarios.get(code)
    if scenario is None:
        return {}
    if not scenario.effects:
        return {WYRDSTONE: 0, "treasure": 0, "objective": 0}
    found: dict[str, int] = {}
    for effect in scenario.effects:
        if effect.code in _FIXED:
            kind, count = _FIXED[effect.code]
        elif effect.code in _WITH_PARAMS:
            kind, count = _by_params(effect.code, effect.params)
        else:
            continue
        found[kind] = count
    if any(code in COUNTED and params.get("per") == "counter" for code, params in rewards_of(scenario)):
        found.setdefault(WYRDSTONE, 0)
    return found


def object_name(code: str) -> str:
    """The name of an object."""
    return str(NAMES.get(code, code))


def _by_params(code: str, params: Mapping[str, Any]) -> tuple[str, int]:
    kind = str(params.get("kind", "prize" if code == "carried_prize" else "chest"))
    is_open = code == "loot_cart" or bool(params.get("dice")) or params.get("where") in ("heroes", "three")
    count = 1 if code == "carried_prize" else 0 if is_open else int(params.get("plus", 0))
    return (kind if kind in NAMES else "objective"), count


def rewards_of(scenario: Scenario) -> list[tuple[str, Mapping[str, Any]]]:
    """(code, params) of all rewards of the scenario."""
    return [(effect.code, effect.params) for line in scenario.rewards for effect in line.effects]
