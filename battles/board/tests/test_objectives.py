"""Every scenario can be chosen, starts, and shows its aim to the players."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from battles.board import objectives
from battles.core.custom_scenarios import can_play
from battles.core.defaults import PLAIN_SCENARIO
from battles.engine.scenarios import tokens
from battles.play.page.screen import engine_of
from battles.setup.forms import PlayForm, scenario_choices
from battles.setup.new_battle import create_battle
from catalogue.packs.installed import book

ClientOf = Callable[[User | None], Client]

PLAYED = sorted(
    scenario.code for scenario in book().scenarios.values() if can_play(scenario) and scenario.same_as is None
)
"""Every scenario of the catalogue that can be played on the board."""

pytestmark = pytest.mark.django_db


def test_the_play_form_offers_every_scenario_the_plain_one_first() -> None:
    codes = [code for _pack, rows in scenario_choices() for code, _label in rows]
    assert codes[0] == PLAIN_SCENARIO
    assert sorted(codes) == PLAYED
    assert PlayForm().fields["scenario"].choices == scenario_choices()


@pytest.mark.parametrize("code", PLAYED)
def test_a_battle_of_every_scenario_begins_and_says_what_it_is_about(
    code: str, owner: User, client_of: ClientOf
) -> None:
    battle = create_battle(actor_id=owner.pk, now=timezone.now(), scenario=code, seed="what for", opponent="hot_seat")
    engine = engine_of(battle)
    panel = objectives.scenario_panel(engine.game, engine.state)
    assert panel.aim
    assert panel.ends
    page = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert escape(panel.name) in page
    for item in panel.objectives:
        assert escape(item.name) in page


def test_shards_on_the_table_are_drawn_and_listed(owner: User) -> None:
    battle = create_battle(
        actor_id=owner.pk, now=timezone.now(), scenario="wyrdstone_hunt", seed="lie", opponent="hot_seat", size_in=48
    )
    engine = engine_of(battle)
    lying = tokens.tokens(engine.state, "wyrdstone")
    assert 2 <= len(lying) <= 4
    panel = objectives.scenario_panel(engine.game, engine.state)
    assert [item.held for item in panel.objectives] == ["lies on the table"] * len(lying)
    drawn = objectives.objectives_svg(engine.game, engine.state, engine.game.table.length / 100)
    assert drawn.count('class="token"') == len(lying)


def test_buildings_that_count_have_a_rim_and_a_number(owner: User) -> None:
    battle = create_battle(
        actor_id=owner.pk, now=timezone.now(), scenario="occupy", seed="what for", opponent="hot_seat"
    )
    engine = engine_of(battle)
    panel = objectives.scenario_panel(engine.game, engine.state)
    drawn = objectives.objectives_svg(engine.game, engine.state, engine.game.table.length / 100)
    assert drawn.count("objective-rim") == len(panel.objectives) >= 3
    assert panel.last_turn == 8
