"""The card of a model says everything about it, with the odds to it and back."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from battles.core import engine_cache
from battles.models import Battle, Opponent
from battles.play.page import screen
from battles.play.page.model_card import card_of, odds_between
from battles.setup import new_battle
from tests_support.cast import make_user

pytestmark = pytest.mark.django_db


def new(ruleset: str) -> Battle:
    owner = make_user("carder")
    terms = {"opponent": Opponent.HOT_SEAT, "seed": "card", "ruleset": ruleset}
    return new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), **terms)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", ["core", "mordheim"])
def test_odds_go_both_ways_and_tell_no_distance_where_players_guess(ruleset: str) -> None:
    engine = engine_cache.load(new(ruleset))
    mine, theirs = (next(model_id for model_id in engine.state.models if model_id[0] == side) for side in "ab")
    found = odds_between(engine.game, engine.state, mine, theirs)
    names = engine.game.name(mine), engine.game.name(theirs)
    assert f"{names[0]} charges" in [line.title for line in found]
    assert f"{names[1]} charges" in [line.title for line in found]
    assert all("%" in line.chance or line.chance == "out of range" for line in found)
    if ruleset == "mordheim":
        assert not any(line.chance == "out of range" for line in found)
    assert odds_between(engine.game, engine.state, mine, mine) == ()
    assert odds_between(engine.game, engine.state, "", theirs) == ()


def test_a_card_names_weapons_save_and_condition() -> None:
    battle = new("core")
    engine = engine_cache.load(battle)
    for model_id, fighter in engine.game.fighters.items():
        card = card_of(engine, screen.figure_of(engine, None, battle, model_id))
        assert len(card.weapons) == len({weapon.name for weapon in fighter.weapons})
        assert card.condition.endswith(".")
        assert bool(card.wounds) == (fighter.profile.wounds > 1)
        assert set(card.armour).isdisjoint(weapon.name for weapon in fighter.weapons)


def test_anyone_who_may_read_the_battle_gets_the_card(client: Client) -> None:
    battle = new("core")
    answer = client.get(f"/battles/{battle.public_id}/card/b1/?from=a1").json()
    assert answer["seq"] == battle.seq
    assert len(re.findall("card-odds", answer["html"])) >= 2
    assert client.get(f"/battles/{battle.public_id}/card/z9/").status_code == 403
