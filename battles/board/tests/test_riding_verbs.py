"""Mounting and dismounting on the board: the buttons, and the waiting steed. Rule: SPEC-MOUNT-01"""

from __future__ import annotations

from battles.board.objectives import objectives_svg
from battles.board.options.model_options import for_model
from battles.engine.commands import from_data
from battles.engine.tests.movement.test_riding import moving, rider


def test_the_button_dismounts_and_the_steed_is_drawn_where_it_waits() -> None:
    arena = rider()
    arena.add("b", at=(45, 5))
    battle = moving(arena)
    verbs = {verb.code: verb for verb in for_model(battle, "a", "a1", with_reach=False).verbs}
    assert "mount" not in verbs
    assert verbs["dismount"].label == "Dismount"
    assert "&#x27;s steed" not in objectives_svg(battle.game, battle.state, 48)
    battle.play("a", from_data(verbs["dismount"].options[0].command))
    drawn = objectives_svg(battle.game, battle.state, 48)
    assert "a1&#x27;s steed" in drawn
    assert "translate(10 38)" in drawn
