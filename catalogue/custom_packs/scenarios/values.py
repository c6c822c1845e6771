"""Converts between a scenario of a draft and its form. The text of a pack can express more than the form. The form
shows what it can, and only fields that were changed in it are changed in the record. Everything else stays as it was
written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from catalogue.custom_packs.scenarios.form import DEEDS, ScenarioForm

Record = Mapping[str, Any]

PLACED: Final = ("deploy_edge", "deploy_quarter", "deploy_away", "deploy_near_objective", "deploy_scattered")
SETTING_UP: Final = frozenset((*PLACED, "reinforcements"))
"""Effects whose order decides which side sets up first. They are changed together."""
AIM_OF: Final = {
    "wyrdstone_counters": "counters", "carried_shards": "carried", "occupy_buildings": "buildings",
    "win_by_majority": "majority", "win_by_reaching_edge": "through", "win_by_leaving": "leave",
    "search_buildings": "chest",
}  # fmt: skip
AMOUNT_OF: Final = {
    "wyrdstone_counters": "plus", "occupy_buildings": "plus", "win_by_majority": "distance",
    "win_by_reaching_edge": "amount", "search_buildings": "needs",
}  # fmt: skip
LISTS: Final = ("effects", "experience", "rewards")


def values_of(record: Record) -> dict[str, Any]:
    """Form values of a record; what the form cannot express keeps the form's initial value."""
    found = dict(_values(record))
    for _round in range(3):
        form = ScenarioForm(found)
        if form.is_valid():
            break
        for name in form.errors:
            start = ScenarioForm.base_fields[name].initial
            found[name] = start if start is not None else "Scenario" if name == "name" else ""
    return found


def _values(record: Record) -> dict[str, Any]:
    effects = _rows(record.get("effects"))
    by_code = {str(effect.get("code")): effect for effect in reversed(effects)}
    aim = next((word for code, word in AIM_OF.items() if code in by_code), "")
    goal: Mapping[str, Any] = next((by_code[code] for code in AIM_OF if code in by_code), {})
    reason = DEEDS[aim][0] if aim in DEEDS else ""
    deed = next((row.get("amount") for row in _rows(record.get("experience")) if row.get("reason") == reason), 0)
    roles = ("attacker", "defender") if record.get("has_attacker") is True else ("first", "second")
    first, second = (_place_of(effects, role) for role in roles)
    limits = [effect for effect in effects if effect.get("code") == "at_most"]
    return {
        "name": record.get("name"),
        "summary": record.get("summary", ""),
        "has_attacker": record.get("has_attacker") is True,
        "attacker_is": by_code.get("attacker_is", {}).get("who", ""),
        "first_place": first[0],
        "first_distance": first[1],
        "second_place": second[0],
        "second_distance": second[1],
        "aim": aim,
        "amount": goal.get(AMOUNT_OF.get(str(goal.get("code")), ""), ""),
        "deed": deed if reason else 1,
        "turn_limit": record.get("turn_limit", ""),
        "win_at_limit": by_code.get("win_at_limit", {}).get("side", ""),
        "rout_checks": record.get("rout_checks", True) is not False,
        "models": next((limit.get("amount") for limit in limits if limit.get("kind") == "models"), ""),
        "rating": by_code.get("rating_at_most", {}).get("amount", ""),
        "barred": [
            str(limit.get("kind")) for limit in limits if limit.get("amount") == 0 and limit.get("kind") != "models"
        ],
        "table_side": str(by_code.get("table_side", {}).get("amount", "")),
        "story": [str(effect.get("tag")) for effect in effects if effect.get("code") == "story"],
        "table_rolls": record.get("table_rolls", []),
        "objective": record.get("objective", ""),
        "special": record.get("special", ""),
    }


def _place_of(effects: Sequence[Mapping[str, Any]], role: str) -> tuple[str, Any]:
    """(code of the place in the form, inches) where a side sets up; by default along an edge."""
    mine = (effect for effect in effects if effect.get("code") in PLACED and effect.get("side") in (role, "both"))
    placement = next(mine, {"code": "deploy_edge"})
    code, distance = str(placement["code"]), placement.get("distance", 8)
    if code == "deploy_edge":
        return next((word for word in ("any_edges", "random_edge") if placement.get(word)), "edge"), distance
    words = {"deploy_quarter": "quarter", "deploy_away": "away", "deploy_near_objective": "objective"}
    return words.get(code, "scattered"), distance


def _rows(value: Any) -> list[dict[str, Any]]:
    """The records in a list of the scenario; an effect written only as its code becomes a record without parameters."""
    if not isinstance(value, list):
        return []
    return [
        {"code": effect} if isinstance(effect, str) else dict(effect)
        for effect in value
        if isinstance(effect, (str, Mapping))
    ]


def changed(record: Record, form: ScenarioForm) -> dict[str, Any]:
    """The record with the fields of a valid form that differ from its initial values."""
    code = str(record.get("code", ""))
    shown = ScenarioForm(values_of(record))
    shown.full_clean()
    before, after = shown.record(set(), code), form.record(set(), code)
    found = dict(record)
    for name in dict.fromkeys((*before, *after)):
        if name in LISTS:
            rows = _merged(_rows(record.get(name)), before.get(name, []), after.get(name, []))
            if before.get(name, []) != after.get(name, []):
                found[name] = rows
        elif name in after and before.get(name) != after[name]:
            found[name] = after[name]
        elif name not in after:
            found.pop(name, None)
    return {name: value for name, value in found.items() if value != []}


def _merged(rows: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    """`rows` with the change from `before` to `after`: removed items are deleted, and new values replace old ones in
    place."""
    gone = [row for row in before if row not in after]
    new = [row for row in after if row not in before]
    if any(row.get("code") in SETTING_UP for row in (*gone, *new)):
        gone = [*gone, *(row for row in before if row.get("code") in SETTING_UP and row not in gone)]
        new = [row for row in after if row in new or row.get("code") in SETTING_UP]
    place = next((number for number, row in enumerate(rows) if row in gone), len(rows))
    kept_before = [row for row in rows[:place] if row not in gone]
    return [*kept_before, *new, *(row for row in rows[place:] if row not in gone and row not in new)]
