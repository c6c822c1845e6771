"""What an edition advises against in forces and custom scenarios: said to who deals or writes, never in the log."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.events import Noted
from battles.engine.scenarios.checks import remarks_on
from battles.engine.scenarios.custom.advice import remarks_on_plan
from battles.engine.scenarios.custom.plan import read_plan
from battles.engine.tests.builder import SWORD
from battles.engine.tests.setups import COMPANY, begin, play_out, setup

CROWD = [{**COMPANY[2], "name": f"Man {number}"} for number in range(15)]


def advice(ruleset: str, fighters: list[dict[str, Any]], **about: Any) -> list[str]:
    """Rule ids of the advice to the first side; `about` adds to the scenario or, as `side`, to the side's row."""
    data = setup(ruleset, fighters=[dict(COMPANY[0]), *fighters], max_turns=1)
    data["sides"][0] |= about.pop("side", {})
    data["scenario"] |= about
    battle = begin(data, 2)
    found = [remark.rule for side, remark in remarks_on(battle.game) if side == "a"]
    play_out(battle)
    assert battle.outcome is not None
    assert "advice" not in [event.what for event in battle.log if isinstance(event, Noted)]
    return found


@pytest.mark.parametrize(
    ("ruleset", "fighters", "about", "rules"),
    [
        ("skirmish", CROWD, {}, ["SCN-COUNT-01"]),
        ("skirmish", CROWD[:14], {}, []),
        ("core", CROWD, {}, []),
        ("skirmish", [{"name": "Troll", "kind": "monster", "weapons": []}], {}, ["SCN-TYPE-01"]),
        ("skirmish", [{"name": "Troll", "kind": "monster", "weapons": []}], {"tags": ["hunt"]}, []),
        ("skirmish", CROWD[:2], {"side": {"points": 260}}, ["WB-POINTS-01"]),
        ("gazette", CROWD[:2], {"side": {"points": 260}}, ["WB-POINTS-01"]),
        ("gazette", CROWD[:2], {"side": {"points": 250}}, []),
        ("skirmish", [{"name": "Mage", "weapons": [SWORD], "spells": ["warpfire"]}] * 2, {}, ["SCN-MAGIC-01"]),
        ("gazette", [{"name": "Mage", "weapons": [SWORD], "spells": ["warpfire"]}] * 2, {}, ["SCN-MAGIC-01"]),
        ("gazette", [{**COMPANY[2], "helmet": True}], {"side": {"tags": ["middenheim"]}}, ["FAC-GEAR-01"]),
        ("gazette", [{**COMPANY[2], "helmet": True}], {"side": {"faction": "reikland"}}, []),
        ("gazette", [{**COMPANY[2], "helmet": True, "tags": ["middenheimers"]}], {}, ["FAC-GEAR-01"]),
        ("core", [{**COMPANY[2], "helmet": True, "tags": ["middenheimers"]}], {}, []),
        ("gazette", CROWD[:2], {"side": {"faction": "averland"}}, ["FAC-LIST-01"]),
    ],
)
def test_advice(ruleset: str, fighters: list[dict[str, Any]], about: dict[str, Any], rules: list[str]) -> None:
    assert advice(ruleset, fighters, **about) == rules


def test_a_force_without_leader_is_advised_where_it_may_play() -> None:
    data = setup("skirmish", fighters=[{**COMPANY[2], "name": "Otto"}], max_turns=1)
    assert "WB-LEADER-01" in [remark.rule for _side, remark in remarks_on(begin(data, 1).game)]


KEEPS_TO_ALL = [
    {"code": "at_most", "params": {"kind": kind, "amount": amount}}
    for kind, amount in [
        ("models", 12), ("cavalry", 0), ("chariots", 0), ("flyers", 0), ("monsters", 0), ("dramatis_personae", 0),
        ("wizards", 1),
    ]
]  # fmt: skip
KEEPS_TO_ALL += [
    {"code": "rating_at_most", "params": {"amount": 150}},
    {"code": "table_side", "params": {"amount": 48}},
]


@pytest.mark.parametrize(
    ("effects", "roles", "rules"),
    [
        (
            [],
            False,
            ["SCN-COUNT-01", "SCN-TYPE-01", "SCN-CORE-01", "SCN-MAGIC-01", "SCN-BANNER-01", "WB-POINTS-01"],
        ),
        (KEEPS_TO_ALL, False, ["SCN-BANNER-01"]),
        (KEEPS_TO_ALL, True, ["SCN-BANNER-01", "SCN-SWAP-01"]),
        ([{**KEEPS_TO_ALL[0], "params": {"kind": "models", "amount": 16}}, *KEEPS_TO_ALL[1:]], False,
         ["SCN-COUNT-01", "SCN-BANNER-01"]),
        ([*KEEPS_TO_ALL[:-1], {"code": "table_side", "params": {"amount": 24}}], False,
         ["SCN-BANNER-01", "SCN-TABLE-01"]),
        ([row for row in KEEPS_TO_ALL if row["params"].get("kind") not in ("monsters", "dramatis_personae")]
         + [{"code": "story", "params": {"tag": "hunt"}}, {"code": "story", "params": {"tag": "lord_and_few"}}],
         False, ["SCN-BANNER-01"]),
    ],
)  # fmt: skip
def test_a_home_made_scenario_is_advised_rule_by_rule(
    effects: list[dict[str, Any]], roles: bool, rules: list[str]
) -> None:
    plan, faults = read_plan({"name": "Mine", "roles": roles, "effects": effects})
    assert faults == []
    assert [remark.rule for remark in remarks_on_plan(plan)] == rules
