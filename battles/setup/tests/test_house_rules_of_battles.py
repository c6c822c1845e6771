"""House rules of a battle outside a league: set up, stored, shown to both players, active. Rule: CONV-TOGGLE-01"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core import dice_preparation
from battles.core.bridge.fighters import fighters_of
from battles.core.tests.factories import engine_of, hot_seat
from battles.engine.battle import Battle as EngineBattle
from battles.engine.dice import PlainDice
from battles.engine.events import Noted
from battles.engine.tests.setups import play_out
from battles.models import Battle, Opponent
from battles.setup import new_battle, nonces
from battles.setup.new_battle import Army
from campaigns.house_rules.switch_text import switch_words
from campaigns.house_rules.switches import BATTLE, SWITCHES, BadHouseRules
from catalogue.packs.installed import book
from warbands.core.state import HERO, KitLine, Member
from warbands.core.tests.factories import empty_draft

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
MOUNTED = {"hr_cavalry_first_wound": True}


def riders() -> list[dict[str, Any]]:
    """Three captains on warhorses, as the roster passes them to the engine."""
    state = empty_draft("reiklanders")
    for number in range(3):
        key = f"m{number}"
        state.members[key] = Member(key, HERO, "reiklanders_mercenary_captain", f"Rider {number}")
        state.kit[f"k{number}"] = KitLine(f"k{number}", key, "warhorse")
    return list(fighters_of(state, book()))


def mounted_battle(owner: User, rival: User, **house_rules: Any) -> Battle:
    battle = new_battle.create_battle(
        actor_id=owner.pk,
        now=timezone.now(),
        opponent=Opponent.INVITED,
        ruleset="skirmish",
        seed="s",
        house_rules=house_rules,
    )
    side = battle.sides.get()
    side.fighters = riders()
    side.save(update_fields=["fighters"])
    undead = Army(warband_type="undead")
    return new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=undead, now=timezone.now())


def horses_lost(battle: Battle, seed: int) -> int:
    """Number of mounts that die when bots play the stored battle to its end."""
    engine = EngineBattle.begin(battle.setup, PlainDice(seed))
    play_out(engine, "soldier")
    return sum(isinstance(event, Noted) and event.what == "mount_dead" for event in engine.log)


def test_the_first_wound_of_a_rider_kills_the_mount_only_with_the_house_rule(owner: User, rival: User) -> None:
    printed, house = mounted_battle(owner, rival), mounted_battle(owner, rival, **MOUNTED)
    assert (printed.options, house.options) == ({}, MOUNTED)
    assert engine_of(house).game.rules.hr_cavalry_first_wound
    assert not engine_of(printed).game.rules.hr_cavalry_first_wound
    assert sum(horses_lost(house, seed) for seed in range(3)) > 0
    assert sum(horses_lost(printed, seed) for seed in range(3)) == 0


def test_values_as_printed_are_not_stored(owner: User) -> None:
    data = {"sight_mode": "true", "uphill_bonus": True, "hr_swarms": False}
    assert hot_seat(owner, house_rules=data, pack="on").options == {"terrain_pack": True, "uphill_bonus": True}


@pytest.mark.parametrize(
    ("house_rules", "reason"),
    [
        ({"hr_swarms": True}, "does not have the rule of hr_swarms"),
        ({"af_rare_bonus": 1}, "only a league can use it"),
        ({"uphill_bonus": "steep"}, "no house rule uphill_bonus with this value"),
        ({"hr_moon": True}, "no house rule hr_moon"),
    ],
)
def test_a_battle_refuses_what_its_ruleset_lacks(owner: User, house_rules: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadHouseRules, match=reason):
        hot_seat(owner, ruleset="core", house_rules=house_rules)
    assert not Battle.objects.exists()


def test_the_set_up_offers_every_switch_that_acts_in_battle(client: Client) -> None:
    page = client.get("/play/").content.decode()
    for switch in SWITCHES:
        offered = f'name="{switch.code}"' in page
        assert offered is (switch.family == BATTLE and switch.code != "terrain_pack"), switch.code
        if offered:
            name, about = switch_words(switch.code)
            assert str(name) in page
            assert str(about) in page
    assert '<details class="house-fold card" >' in page


def test_the_second_player_sees_the_house_rules_before_accepting_and_everyone_after(
    owner: User, rival: User, client_of: ClientOf
) -> None:
    client = client_of(owner)
    form = {
        "opponent": "invited", "ruleset": "skirmish", "scenario": "skirmish", "size_in": "24", "density": "club",
        "hr_cavalry_first_wound": "on", "unit_hits": "literal",
    }  # fmt: skip
    assert client.post("/play/", form).status_code == 302
    battle = Battle.objects.get()
    assert battle.options == {"unit_hits": "literal", **MOUNTED}
    sentence = "The first wound of a rider is taken by the mount."
    seen = client_of(rival).get(f"/battles/{battle.public_id}/join/").content.decode()
    assert "Mounts take the first wound: on." in seen
    assert "Hits on units: the dice as printed." in seen
    assert sentence in seen
    assert "skirmish" in seen.lower()
    new_battle.accept(battle_id=battle.pk, actor_id=rival.pk, army=Army(), now=timezone.now())
    assert nonces.begin_due(now=timezone.now() + dice_preparation.DICE_WAIT) == 1, "neither browser added to the dice"
    for part in ("", "report/", "replay/"):
        page = client_of(None).get(f"/battles/{battle.public_id}/{part}").content.decode()
        assert 'class="ruleset-badge"' in page, part
        assert "2 house rules" in page, part
        assert sentence in page, part


def test_a_switch_of_another_ruleset_is_refused_at_its_field_with_the_fold_open(
    owner: User, client_of: ClientOf
) -> None:
    form = {
        "opponent": "bot", "ruleset": "core", "scenario": "skirmish", "size_in": "24", "density": "club",
        "hr_swarms": "on",
    }  # fmt: skip
    answer = client_of(owner).post("/play/", form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Core (community edition) does not have this rule." in page
    assert '<details class="house-fold card" open>' in page


def test_the_api_takes_and_shows_house_rules(owner: User, rival: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    body = {"opponent": "invited", "ruleset": "skirmish", "house_rules": MOUNTED}
    made = client.post("/api/v1/battles/", body, content_type="application/json")
    assert made.status_code == 201, made.content
    seen = client_of(rival).get(f"/api/v1/battles/{made.json()['public_id']}/").json()
    assert (seen["ruleset"], seen["house_rules"]) == ("skirmish", MOUNTED)
    for wrong in ({"hr_swarms": 3}, {"ro_personae": False}, {"moon": True}):
        refused = client.post("/api/v1/battles/", {**body, "house_rules": wrong}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_house_rules"), wrong
    refused = client.post("/api/v1/battles/", {**body, "house_rules": [1]}, content_type="application/json")
    assert refused.status_code == 400
