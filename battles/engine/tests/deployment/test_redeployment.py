"""A leader who sets the warband up again after all models are on the table. Rule: SCN-DEPLOY-01"""

from __future__ import annotations

from typing import Any

import pytest

from battles.engine.battle import Battle
from battles.engine.commands import Deploy, Ready
from battles.engine.errors import IllegalAction
from battles.engine.steps.turn import redeployment
from battles.engine.steps.turn.deployment import suggested_deployment, to_place
from battles.engine.tests.setups import COMPANY, begin, play_out, setup
from battles.engine.view import zones_view
from catalogue.packs.installed import book

SPY = {**COMPANY[2], "name": "Spy", "skills": [["infiltrate", {"distance": 12}]]}


def tactics() -> list[list[Any]]:
    return [[effect.code, dict(effect.params)] for effect in book().skills["tactician"].effects]


def with_tactician(side: str = "b", *, leads: bool = True, company: tuple[dict[str, Any], ...] = COMPANY) -> Battle:
    """A battle at the second set-up of the side with a tactician, or begun if there is none."""
    data = setup("mordheim", fighters=[dict(fighter) for fighter in company])
    place = "ab".index(side)
    chosen = dict(data["sides"][place]["fighters"][0 if leads else 1], skills=tactics())
    fighters = list(data["sides"][place]["fighters"])
    fighters[0 if leads else 1] = chosen
    data["sides"][place] = {**data["sides"][place], "fighters": fighters}
    battle = begin(data, 3)
    while battle.state.phase == "setup" and not redeployment.is_under_way(battle.state):
        side_now = battle.awaiting()[0]
        if battle.state.flow[-1].kind == "decision":
            battle.play(side_now, battle.legal(side_now)[0])
            continue
        if battle.state.turn_number:
            break
        for command in suggested_deployment(battle.game, battle.state, side_now):
            battle.play(side_now, command)
        battle.play(side_now, Ready())
    return battle


def at_depth(battle: Battle, inches: float) -> int:
    """The y of a point so far from the south or north edge, whichever is the side's own."""
    own = battle.state.models["b1"].y
    return round(100 * inches) if own < 2400 else battle.game.table.length - round(100 * inches)


@pytest.mark.parametrize(("depth", "allowed"), [(4, True), (11, True), (13, False)])
def test_a_tactician_moves_the_warband_up_to_twelve_inches_from_its_edge(depth: float, allowed: bool) -> None:
    battle = with_tactician()
    assert battle.awaiting() == ("b",)
    spot = Deploy("b2", 300, at_depth(battle, depth))
    if allowed:
        battle.play("b", spot)
        assert (battle.state.models["b2"].x, battle.state.models["b2"].y) == (spot.x, spot.y)
    else:
        with pytest.raises(IllegalAction) as refusal:
            battle.play("b", spot)
        assert refusal.value.code == "outside_zone"
    battle.play("b", Ready())
    assert not redeployment.is_under_way(battle.state)


def test_the_page_shows_the_wider_zone_to_that_side_alone() -> None:
    battle = with_tactician()
    zones = zones_view(battle.game, battle.state)
    depth = {
        side: max(max(y for _, y in outline) - min(y for _, y in outline) for outline in outlines)
        for side, outlines in zones.items()
    }
    assert depth == {"a": 800, "b": 1200}


def test_infiltrators_and_enemies_stay_where_they_are() -> None:
    battle = with_tactician(company=(*COMPANY[:2], SPY))
    assert set(to_place(battle.game, battle.state, "b")) == {"b1", "b2"}
    spy = battle.state.models["b3"]
    with pytest.raises(IllegalAction) as refusal:
        battle.play("b", Deploy("b3", spy.x, spy.y))
    assert refusal.value.code == "already_set_up"


def test_only_a_leader_may_do_it() -> None:
    battle = with_tactician(leads=False)
    assert not redeployment.is_under_way(battle.state)
    assert battle.state.phase != "setup"


def test_bots_play_such_a_battle_to_its_end() -> None:
    battle = with_tactician()
    play_out(battle)
    assert battle.outcome is not None
