"""Rewards for what the players of a tabletop battle count: from the tracker through the sheet to the aftermath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.models import Aftermath, AftermathLine, Battle
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.occasions import has_roles, occasions_asked, occasions_on
from battles.tabletop.sheets.sheet import Fall, Sheet, SideSheet
from battles.tabletop.tests.test_sheets import author_and_other, press_of, warbands
from battles.tabletop.tests.test_tracker import begun, press
from campaigns.models import Match
from catalogue.packs.installed import book
from warbands.core.state import GROUP, HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]

ASKED = {
    "battle_for_the_farm": ["farm_valuables", "farm_shard"],
    "blood_on_the_pasturelands": ["thing_kept"],
    "wolf_hunt": ["felled_wolf"],
    "happy_harpy_hunting_grounds": ["nest_taken"],
    "the_recipe": ["captive_taken", "goods"],
    "the_lost_prince": ["prize"],
    "monster_hunt": ["lair_held"],
    "kidnapped": ["captive_away", "captive_lost", "captive_held"],
    "mule_train": ["thing_kept"],
    "gift_of_the_truthsayers": ["thing_kept"],
    "the_mummy": ["hoard"],
    "haunted_treasure": ["thing_kept"],
    "a_night_in_the_graveyard": ["felled_erasmus"],
    "protect_the_prince": ["ward_safe"],
    "in_the_dead_of_the_night": ["ritual_done"],
    "the_item_lost": ["prize"],
}
"""The scenarios whose sheet asks for occasions. Rewards are the same in all rulesets."""
WITH_ROLES = {
    "brigands_in_the_pasturelands", "stop_thief", "river_watch", "mule_train", "protect_the_prince", "the_item_lost",
}  # fmt: skip


@pytest.fixture
def match(arbitrator: User, owner: User, rival: User) -> Match:
    return league(arbitrator, owner, rival)[1]


def printed() -> list[Any]:
    return [scenario for scenario in book().scenarios.values() if not scenario.code.startswith("own_")]


def test_each_scenario_asks_for_its_own_occasions_and_no_others() -> None:
    asked_for = {scenario.code: [occasion.code for occasion in occasions_asked(scenario)] for scenario in printed()}
    assert {code: occasions for code, occasions in asked_for.items() if occasions} == ASKED
    assert {scenario.code for scenario in printed() if has_roles(scenario)} == WITH_ROLES


def test_every_occasion_has_a_label_in_words() -> None:
    for scenario in printed():
        for occasion in occasions_asked(scenario):
            assert occasion.label != occasion.code.replace("_", " ").capitalize(), (scenario.code, occasion.code)
            assert "%" not in occasion.label


def test_the_form_shows_fields_only_for_the_scenario_that_has_the_occasion(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    address = reverse("battles:match_sheet", args=[match.public_id])
    plain = client_of(author).get(address, {"scenario": "wyrdstone_hunt"}).content.decode()
    assert 'name="occasion-' not in plain
    assert "Who attacked?" not in plain
    mules = client_of(author).get(address, {"scenario": "mule_train"}).content.decode()
    assert mules.count('name="occasion-') == mules.count('-thing_kept" name=') == 2
    assert "Mule: how many this side keeps" in mules
    assert "Who attacked?" in mules
    captive = client_of(author).get(address, {"scenario": "kidnapped"}).content.decode()
    assert captive.count('name="occasion-') == 6
    assert "brought the captive away" in captive


PLAYED = [
    ("the_lost_prince", "prince", 1, "b", {"prize": 1}, {"gain_gold"}),
    ("blood_on_the_pasturelands", "horse", 2, "b", {"thing_kept": 2}, {"gain_item"}),
    ("mule_train", "mule", 2, "a", {"thing_kept": 2}, {"gain_item", "gain_gold"}),
    ("haunted_treasure", "chest", 1, "b", {"thing_kept": 1}, {"gain_gold"}),
    ("the_recipe", "pie", 3, "b", {"goods": 3}, {"gain_gold"}),
    ("the_item_lost", "wand", 1, "b", {"prize": 1}, {"gain_gold"}),
    ("kidnapped", "captive", 1, "a", {"captive_away": 1}, {"gain_gold", "gain_experience"}),
    ("kidnapped", "captive", 1, "b", {"captive_lost": 1}, {"gain_experience"}),
]
"""(scenario, object, how many are carried at the end, by which side, occasions on the sheet, effects of the reward)"""


@pytest.mark.parametrize(("scenario", "carried", "number", "side", "occasions", "effects"), PLAYED)
def test_what_is_carried_at_the_end_goes_from_the_tracker_to_the_reward(
    match: Match, client_of: ClientOf, scenario: str, carried: str, number: int, side: str, occasions: dict[str, int],
    effects: set[str],
) -> None:  # fmt: skip
    author, other = author_and_other(match)
    track = begun(match, author, scenario=scenario, first="a")
    pieces = [piece["id"] for piece in track.setup["sides"][side]["pieces"] if piece["may_carry"]]
    for carrier in pieces[:number]:
        press(track, author, "carry", piece=carrier, thing=carried, how="pick_up")
    address = reverse("battles:match_sheet", args=[match.public_id])
    form = client_of(author).get(address, {"track": track.public_id}).context["form"]
    filled = {field.name: field.value for part in form.sides for field in part.occasions if field.value}
    assert filled == {f"occasion-{side}-{code}": count for code, count in occasions.items()}
    sent = {name: str(value) for name, value in filled.items()}
    winner = "b" if scenario == "the_recipe" else side
    attacker = form.attacker or "a"
    data = press_of(match, scenario=scenario, winner=winner, attacker=attacker, track=track.public_id, **sent)
    assert client_of(author).post(address, data).status_code == 302
    battle = Battle.objects.get(match=match)
    assert Sheet.from_data(battle.setup["sheet"]).sides[side].occasions == occasions
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("side", "warband"):
        given = AftermathLine.objects.filter(aftermath=row, stage="rewards", kind="reward")
        done = {record["code"] for line in given for record in line.data["done"]}
        assert done >= effects if row.side.letter == side else not done, row.side.letter
        assert_reconciled(row.warband)


def test_the_winner_of_the_cart_gets_gold_for_half_of_the_pies(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    data = press_of(match, scenario="the_recipe", winner="a", **{"occasion-a-goods": "15", "occasion-b-goods": "4"})
    client_of(author).post(reverse("battles:match_sheet", args=[match.public_id]), data)
    battle = Battle.objects.get(match=match)
    shown = client_of(other).get(reverse("battles:sheet", args=[battle.public_id])).content.decode()
    assert "Pie: how many this side has, for the winner with those left in the cart × 15" in shown
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    gold = {
        line.aftermath.side.letter: sum(record["gold"] for record in line.data["done"])
        for line in AftermathLine.objects.filter(aftermath__side__battle=battle, stage="rewards", kind="reward")
    }
    assert gold == {"a": 8, "b": 4}


def test_a_scenario_with_roles_asks_who_attacked_before_the_sheet_is_sent(match: Match, client_of: ClientOf) -> None:
    author, _other = author_and_other(match)
    address = reverse("battles:match_sheet", args=[match.public_id])
    refused = client_of(author).post(address, press_of(match, scenario="river_watch"))
    assert refused.status_code == 422
    assert "enter which side attacked" in refused.content.decode()
    assert client_of(author).post(address, press_of(match, scenario="river_watch", attacker="b")).status_code == 302
    first, second = (load_state(warband) for warband in warbands(match))
    sheet = Sheet.from_data(Battle.objects.get(match=match).setup["sheet"])
    counts = occasions_on(sheet, "a", "win", {"a": first, "b": second})
    assert counts == {
        "winner": 1, "winner_defender": 1, "felled_hero": 1, "felled_hero_defender": 1,
    }  # fmt: skip


def test_occasions_that_follow_from_the_sheet_are_not_asked(match: Match) -> None:
    first, second = (load_state(warband) for warband in warbands(match))
    companies = {"a": first, "b": second}
    heroes, group = first.active(HERO), second.active(GROUP)[0]
    falls = [Fall(group.key, heroes[0].key), Fall(group.key), Fall(second.active(HERO)[0].key, heroes[0].key)]
    sides = {
        "a": SideSheet([member.key for member in first.active()], [Fall(heroes[1].key)]),
        "b": SideSheet([member.key for member in second.active()], falls),
    }

    def counted(scenario: str, letter: str = "a", result: str = "win") -> dict[str, int]:
        return occasions_on(Sheet(sides, "a", scenario=scenario, attacker="a"), letter, result, companies)

    brigands = counted("brigands_in_the_pasturelands")
    assert (brigands["felled_hero_attacker"], brigands["felled_henchman_attacker"]) == (1, 1)
    assert counted("lost_temple_of_the_slann")["winning_hero"] == len(heroes) - 1
    assert counted("bounty_hunting")["bandit_taken"] == 8
    assert counted("bounty_hunting", "b", "loss") == {"loser": 1, "loser_defender": 1}
    assert counted("skirmish", "b", "draw") == {}


@pytest.mark.parametrize(
    ("occasions", "attacker", "code", "field"),
    [
        ({"prize": 1}, "a", "unknown_occasion", "sides.a.occasions.prize"),
        ({"thing_kept": 2}, "c", "attacker_missing", "attacker"),
    ],
)
def test_the_api_refuses_occasions_that_the_scenario_does_not_have(
    match: Match, client_of: ClientOf, occasions: dict[str, int], attacker: str, code: str, field: str
) -> None:
    author, _other = author_and_other(match)
    address = f"/api/v1/battles/match/{match.public_id}/sheet/"
    refused = client_of(author).put(address, api_sheet(match, occasions, attacker), content_type="application/json")
    assert (refused.status_code, refused.json()["code"], list(refused.json()["fields"])) == (422, code, [field])
    assert not Battle.objects.exists()


def test_the_api_sends_and_returns_occasions_and_the_aftermath_grants_them(match: Match, client_of: ClientOf) -> None:
    author, other = author_and_other(match)
    address = f"/api/v1/battles/match/{match.public_id}/sheet/"
    client = client_of(author)
    sent = client.put(address, api_sheet(match, {"thing_kept": 2}, "b"), content_type="application/json")
    assert sent.status_code == 200, sent.content
    shown = client.get(address).json()["sheet"]
    assert (shown["attacker"], shown["sides"]["a"]["occasions"]) == ("b", {"thing_kept": 2})
    battle = Battle.objects.get()
    sheets.agree(battle_id=battle.pk, actor_id=other.pk, now=NOON)
    runner.run(battle_id=battle.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath__side__battle=battle, stage="rewards", kind="reward")
    assert line.aftermath.side.letter == "a"
    assert [record["code"] for record in line.data["done"]] == ["gain_gold", "gain_gold"], "a defender gets no mules"


def api_sheet(match: Match, occasions: dict[str, int], attacker: str) -> dict[str, Any]:
    sides = {
        letter: {"fought": [member.key for member in load_state(warband).active()]}
        for letter, warband in zip("ab", warbands(match), strict=True)
    }
    sides["a"]["occasions"] = occasions  # type: ignore[assignment]
    return {"sides": sides, "winner": "a", "scenario": "mule_train", "attacker": attacker}
