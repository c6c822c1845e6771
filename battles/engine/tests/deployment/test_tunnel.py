"""Coming up from the catacombs after the own first turn. Rule: AF-EXPL-08"""

from __future__ import annotations

from battles.engine.bots.registry import bot_called
from battles.engine.events import Placed
from battles.engine.tests.setups import COMPANY, begin, setup


def test_those_below_come_up_after_their_first_turn_away_from_enemies() -> None:
    data = setup("mordheim")
    digger = {**COMPANY[1], "skills": [["tunnel_deployment", {"distance": 8}]]}
    data["sides"][0] = {"name": "Red", "fighters": [COMPANY[0], digger, *COMPANY[2:]]}
    battle = begin(data, 4)
    model_id = next(
        fighter.id for fighter in battle.game.fighters.values() if fighter.side == "a" and fighter.name == "Champion"
    )
    bot = bot_called("random")
    came: Placed | None = None
    for _ in range(600):
        waiting = battle.awaiting()
        if not waiting or came is not None:
            break
        battle.play(waiting[0], bot.choose(battle, waiting[0]).command)
        came = next((event for event in battle.log if isinstance(event, Placed) and event.who == model_id), None)
    assert came is not None
    assert battle.state.sides["a"].turns_taken == 1
    enemies = [model for other, model in battle.state.models.items() if other[0] == "b"]
    gaps = [((came.x - model.x) ** 2 + (came.y - model.y) ** 2) ** 0.5 for model in enemies]
    assert min(gaps) >= 700
    assert came.z == 0
