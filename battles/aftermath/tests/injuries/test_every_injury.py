"""Every row of the serious injury table, with each result of its second die, on the profile and in later effects."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.context import AftermathContext
from battles.aftermath.stages import injuries
from battles.aftermath.tests.world import ended
from battles.core.availability import fails_up_to, fit_to_fight
from battles.core.bridge.fighters import fighter_of
from battles.models import Aftermath
from catalogue.packs.installed import book
from warbands.core.state import CAPTURED, DEAD, HERO, RETIRED, Member, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.rules.member_facts import characteristics_of, has_effect

pytestmark = pytest.mark.django_db


def fallen_by(row: Aftermath, faces: list[int]) -> tuple[Member, Member, WarbandState, dict[str, Any]]:
    """Let the enemy leader take the second hero out of action, who rolls these dice: (before, after, state, as a
    fighter)."""
    enemy = Aftermath.objects.select_related("warband", "side").get(side__battle=row.side.battle, side__letter="b")
    leader = load_state(enemy.warband).leader()
    assert leader is not None
    state = load_state(row.warband)
    hero = state.active(HERO)[1]
    before = Member(**{name: getattr(hero, name) for name in hero.__dataclass_fields__})
    blow = {
        "model": "", "roster_id": hero.key, "facts": [], "by_name": leader.name, "by_roster": leader.key,
        "by_role": "hero", "by_warband": enemy.side.name, "by_warband_id": enemy.warband.public_id,
        "by_type": enemy.warband.warband_type_code, "by_side": "b",
    }  # fmt: skip
    row.facts = {**row.facts, "fallen": [*row.facts["fallen"], blow]}
    row.faces = [[face, "typed", 0] for face in faces]
    row.save()
    injuries.one_casualty(AftermathContext(row, NOON), len(row.facts["fallen"]) - 1)
    assert_reconciled(row.warband)
    after = load_state(Warband.objects.get(pk=row.warband_id))
    member = after.members[hero.key]
    return before, member, after, fighter_of(after, member, book(), name=member.name)


@pytest.fixture
def row(owner: User, rival: User) -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(
        side__battle=ended(owner, rival), side__letter="a"
    )


@pytest.mark.parametrize(
    ("faces", "name"),
    [
        ([2, 2], "movement"),
        ([2, 6], "toughness"),
        ([3, 1], "ballistic_skill"),
        ([3, 3], "initiative"),
        ([3, 4], "weapon_skill"),
    ],
)
def test_a_characteristic_is_a_point_lower_for_good(row: Aftermath, faces: list[int], name: str) -> None:
    before, after, _company, fighter = fallen_by(row, faces)
    assert getattr(characteristics_of(after, book()), name) == getattr(characteristics_of(before, book()), name) - 1
    assert fighter["profile"][name] == getattr(characteristics_of(before, book()), name) - 1


@pytest.mark.parametrize("number", [(1, 1), (1, 5)])
def test_the_dead_are_gone_with_their_arms(row: Aftermath, number: tuple[int, int]) -> None:
    _before, after, state, _fighter = fallen_by(row, list(number))
    assert after.status == DEAD
    assert state.held_by(after.key) == []


@pytest.mark.parametrize(
    ("faces", "code"),
    [([2, 4, 3], "stupidity"), ([2, 4, 4], "frenzy"), ([6, 2], "immune_to_fear"), ([6, 4], "fear")],
)
def test_madness_and_horrible_scars_are_keywords_in_battle(row: Aftermath, faces: list[int], code: str) -> None:
    _before, after, _company, fighter = fallen_by(row, faces)
    assert after.is_active
    assert code in fighter["keywords"]


@pytest.mark.parametrize(("faces", "games"), [([2, 3, 2], 1), ([2, 5, 6], 1), ([3, 5, 1], 1), ([3, 5, 6], 3)])
def test_the_warrior_misses_battles(row: Aftermath, faces: list[int], games: int) -> None:
    _before, after, state, _fighter = fallen_by(row, faces)
    assert after.misses_battles == games
    assert after.key not in fit_to_fight(state)


def test_an_arm_is_lost_and_a_leg_is_smashed(row: Aftermath) -> None:
    _before, after, _company, fighter = fallen_by(row, [2, 3, 1])
    assert has_effect(after, book(), "loses_hand")
    hands = {weapon["code"]: weapon for weapon in fighter["weapons"]}
    assert all(weapon.get("hands", 1) < 2 for weapon in hands.values() if "missile" not in weapon.get("kind", ""))
    _before, after, _company, fighter = fallen_by(row, [2, 5, 1])
    assert any(code == "no_running" for code, _about in fighter["skills"])


def test_an_old_wound_is_rolled_for_before_each_battle(row: Aftermath) -> None:
    _before, after, state, _fighter = fallen_by(row, [3, 2])
    assert fails_up_to(state, after.key, book()) == 1


def test_a_warrior_blind_in_both_eyes_retires(row: Aftermath) -> None:
    fallen_by(row, [3, 1])
    _before, after, state, _fighter = fallen_by(row, [3, 1])
    assert after.status == RETIRED
    assert state.held_by(after.key) == []


def test_a_robbed_warrior_keeps_only_the_free_dagger(row: Aftermath) -> None:
    _before, after, state, _fighter = fallen_by(row, [3, 6])
    assert after.is_active
    assert {line.item_code for line in state.held_by(after.key)} <= {"dagger"}


@pytest.mark.parametrize("number", [41, 46, 51, 55])
def test_a_full_recovery_leaves_nothing(row: Aftermath, number: int) -> None:
    before, after, _company, _fighter = fallen_by(row, list(divmod(number, 10)))
    assert (after.injuries, after.misses_battles, after.experience) == ([], 0, before.experience)


@pytest.mark.parametrize(
    ("face", "kind"), [(1, "warrior:"), (3, "warrior:"), (4, "leader_of:"), (5, "warband:"), (6, "undead")]
)
def test_bitter_enmity_names_whom_the_warrior_hates(row: Aftermath, face: int, kind: str) -> None:
    _before, _after, _company, fighter = fallen_by(row, [5, 6, face])
    assert [hate for hate in fighter["hates"] if hate.startswith(kind)]


def test_the_captured_are_held_by_who_beat_them(row: Aftermath) -> None:
    _before, after, state, _fighter = fallen_by(row, [6, 1])
    assert after.status == CAPTURED
    assert after.key not in fit_to_fight(state)
    enemy = Aftermath.objects.get(side__battle=row.side.battle, side__letter="b")
    assert enemy.lines.filter(kind="captive", subject=after.key).exists()


def test_surviving_against_the_odds_gives_one_experience(row: Aftermath) -> None:
    before, after, _company, _fighter = fallen_by(row, [6, 6])
    assert after.experience == before.experience + 1


def test_many_injuries_are_all_carried_out(row: Aftermath) -> None:
    """A 2: two more rolls; Dead and Captured are rolled again."""
    before, after, _company, fighter = fallen_by(row, [1, 6, 2, 1, 1, 6, 1, 2, 2, 3, 4])
    assert [injury["code"] for injury in after.injuries] == ["leg_wound", "hand_injury"]
    now = characteristics_of(before, book())
    assert fighter["profile"]["movement"] == now.movement - 1
    assert fighter["profile"]["weapon_skill"] == now.weapon_skill - 1


def test_a_duel_in_the_pits_ends_one_way_or_the_other(row: Aftermath) -> None:
    before, after, _company, _fighter = fallen_by(row, [6, 5])
    row.faces = []
    line = row.lines.filter(kind="serious_injury").order_by("number").last()
    assert line is not None
    pits = line.data["pits"]
    assert pits["rounds"] > 0
    if pits["won"]:
        assert (after.experience, pits["gold"]) == (before.experience + 2, 50)
    else:
        assert pits.get("died") or pits["injury_name"]
