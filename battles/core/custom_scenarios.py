"""Scenarios that are defined by data: converts facts to plain data, finds parts that the board cannot play, and decides
which scenarios can be chosen. Scenarios of custom packs and of the supplements are played this way; the nine of the
rulebook are part of the engine. A battle stores the data it started with, so that later changes of a pack do not affect
it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.utils.translation import gettext as _

from battles.core.engine_text import translate
from battles.core.scenario_figures import figures_of
from battles.engine.scenarios.custom.advice import remarks_on_plan
from battles.engine.scenarios.custom.plan import ALWAYS_REWARDED, REWARDED, read_plan
from battles.engine.scenarios.custom.vocabulary import award_codes_of, occasions_of
from battles.engine.scenarios.registry import SCENARIOS
from battles.engine.setup_data import PlanData, ScenarioData
from catalogue.custom_packs.library import Pins, book_with
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book
from catalogue.packs.strict_yaml import Path

SHARDS = ("gain_shards_per", "gain_carried_shards")
ENDS = ("winner", "loser")
"""Occasions for rewards that exist in every battle."""


def home_of(record: Scenario) -> PlanData:
    """The data from which the engine plays a scenario that is defined by data."""
    data: PlanData = {
        "name": record.name,
        "roles": record.has_attacker,
        "routs": record.rout_checks,
        "turns": record.turn_limit or 0,
        "effects": [{"code": effect.code, "params": dict(effect.params)} for effect in record.effects],
    }
    if record.figures:
        data["figures"] = figures_of(record, book())
    return data


def faults_of(record: Scenario) -> Iterator[tuple[Path, str]]:
    """(path in the record, sentence) for each part of a scenario that the board cannot play."""
    _plan, faults = read_plan(home_of(record))
    for fault in faults:
        yield ("effects", fault.at) if fault.at >= 0 else (), translate(fault.sentence)
    aims = {effect.code for effect in record.effects}
    known = {*ALWAYS_REWARDED, *(deed for aim, deed in REWARDED.items() if aim in aims), *award_codes_of(aims)}
    known |= {f"fells_{figure.code}" for figure in record.figures}
    for number, award in enumerate(record.experience):
        if award.reason not in known:
            text = _("“%(reason)s” cannot be earned here. This scenario has: %(known)s.")
            yield (
                ("experience", number, "reason"),
                text % {"reason": award.reason, "known": ", ".join(sorted(known))},
            )
    for number, line in enumerate(record.rewards):
        counted = any(effect.code in SHARDS for effect in line.effects)
        named = [str(effect.params["occasion"]) for effect in line.effects if effect.code == "reward_for"]
        may_be = {*ENDS, *occasions_of(aims), *(f"felled_{figure.code}" for figure in record.figures)}
        may_be |= {f"{name}_{role}" for name in may_be for role in ("attacker", "defender") if record.has_attacker}
        for occasion in named:
            if occasion not in may_be:
                text = _("There is no “%(occasion)s” here. Rewards are given for: %(known)s.")
                yield ("rewards", number), text % {"occasion": occasion, "known": ", ".join(sorted(may_be))}
        if line.effects and not counted and not named and "search_buildings" not in aims:
            yield ("rewards", number), _("These rewards come from a chest, and this scenario has no chest.")


def remarks_of(record: Scenario) -> list[tuple[str, str]]:
    """(rule, sentence) for each piece of advice of the guidelines about a valid scenario."""
    plan, _faults = read_plan(home_of(record))
    return [(remark.rule, translate(remark.sentence)) for remark in remarks_on_plan(plan)]


def can_play(record: Scenario) -> bool:
    """Whether the board can play the scenario: it is part of the engine, or has data and not only text."""
    return record.code in SCENARIOS or record.automation != "text"


def is_by_data(code: str) -> bool:
    """Whether the board plays this scenario from its data: it is from a custom pack or a supplement."""
    return code not in SCENARIOS


def scenario_known(code: str, pins: Pins | None = None) -> Scenario | None:
    """The playable scenario with this code, or None. With `pins`, only one that the campaign uses; otherwise any that
    was released or printed."""
    facts = book() if pins is None else book_with(pins)
    shown = facts.scenarios if pins is None else dict(facts.scenarios.items())
    record = shown.get(code)
    return record if record is not None and can_play(record) else None


def terms_of(code: str) -> ScenarioData:
    """Additional setup fields: the data of a scenario, or nothing for one that is part of the engine."""
    return {"home": home_of(book().scenarios[code])} if is_by_data(code) else {}


def table_side_of(code: str) -> int:
    """The side length in inches of generated tables for a scenario; 0 if it does not specify one."""
    if not is_by_data(code) or code not in book().scenarios:
        return 0
    return _side(code)


@lru_cache(maxsize=256)
def _side(code: str) -> int:
    return read_plan(home_of(book().scenarios[code]))[0].table_side


def aim_in_words(record: Scenario) -> str:
    """The aim of the scenario: the author's text, or else a text made from its effects."""
    from catalogue.effects import EFFECTS

    return record.objective or " ".join(str(EFFECTS[effect.code].sentence) for effect in record.effects)


def labelled(records: Mapping[str, Scenario]) -> list[tuple[str, str]]:
    """(code, name with a short description) for a select list, sorted by name."""
    rows = sorted(records.values(), key=lambda scenario: scenario.name)
    return [
        (scenario.code, f"{scenario.name}: {scenario.summary}" if scenario.summary else scenario.name)
        for scenario in rows
    ]
