"""Creatures of a scenario next to the board: one group, with their profile and the rule they act by."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.board.creatures import ACTS
from battles.engine.scenarios.creatures import figures
from battles.play.page.screen import engine_of
from battles.setup.new_battle import create_battle

ClientOf = Callable[[User | None], Client]

pytestmark = pytest.mark.django_db


def test_creatures_have_a_card_with_profile_and_rule(owner: User, client_of: ClientOf) -> None:
    battle = create_battle(
        actor_id=owner.pk, now=timezone.now(), scenario="round_up_at_the_mordheim_corral", seed="boars",
        opponent="hot_seat", set_up=True, size_in=48,
    )  # fmt: skip
    page = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    cards = page.partition('id="side-creatures"')[2].partition("</section>")[0]
    engine = engine_of(battle)
    boars = figures.named(engine.game, "boar")
    shown = [model_id for model_id in boars if not engine.state.models[model_id].gone]
    assert shown
    for model_id in shown:
        assert f'data-who="{model_id}"' in cards
    assert "WS\u00a03" in cards
    assert str(ACTS["hunts"]) in cards


def test_a_battle_without_creatures_has_no_such_card(owner: User, client_of: ClientOf) -> None:
    battle = create_battle(actor_id=owner.pk, now=timezone.now(), seed="plain", opponent="hot_seat")
    assert "side-creatures" not in client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
