"""What an edition advises against in forces and home-made scenarios stands in the log, and stops nothing."""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.events import Noted
from battles.engine.notation import describe
from battles.tests.engine.builder import SWORD
from battles.tests.engine.setups import COMPANY, begin, play_out, setup

CROWD = [{**COMPANY[2], "name": f"Man {number}"} for number in range(15)]


def advice(ruleset: str, fighters: list[dict[str, Any]], **about: Any) -> list[str]:
    """Rule ids of the advice to the first side; `about` adds to the scenario or, as `side`, to the side's row."""
    data = setup(ruleset, fighters=[dict(COMPANY[0]), *fighters], max_turns=1)
    data["sides"][0] |= about.pop("side", {})
    data["scenario"] |= about
    battle = begin(data, 2)
    found = [event for event in battle.log if isinstance(event, Noted) and event.what == "advice"]
    for event in found:
        assert describe(event, battle.game).startswith("A word to ")
    play_out(battle)
    assert battle.outcome is not None
    return [event.rule for event in found if event.who == "a"]


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
    assert "WB-LEADER-01" in [event.rule for event in begin(data, 1).log if isinstance(event, Noted)]
