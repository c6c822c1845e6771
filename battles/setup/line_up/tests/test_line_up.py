"""The line-up is chosen once and used for every battle on the board; on the page and in the API."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, LineUp, Opponent
from battles.setup import match_battles, new_battle
from battles.setup.line_up import services
from battles.setup.new_battle import Army
from battles.tables.library import table_for
from campaigns.core.tests.factories import entry_of, league, match_between
from warbands.core.state import GROUP
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import founded
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
def warband(owner: User) -> Warband:
    return founded(owner)


def group_of(warband: Warband) -> tuple[str, int]:
    """(key, size) of a henchman group of two or more."""
    return next((m.key, m.headcount) for m in load_state(warband).active(GROUP) if m.headcount > 1)


def hero_of(warband: Warband) -> str:
    return next(m.key for m in load_state(warband).active() if m.kind == "hero" and not m.is_leader)


def fielded(battle: Battle, letter: str = "a") -> Counter[str]:
    side = battle.sides.get(letter=letter)
    return Counter(fighter["roster_id"] for fighter in side.fighters)


def quick_battle(owner: User, warband: Warband) -> Battle:
    return new_battle.create_battle(
        actor_id=owner.pk, now=timezone.now(), opponent=Opponent.BOT, mine=Army(warband=warband.public_id), seed="who"
    )


def test_a_group_takes_part_in_part_and_a_hero_stays_at_home(owner: User, warband: Warband, client: Client) -> None:
    (group, size), hero = group_of(warband), hero_of(warband)
    everybody = fielded(quick_battle(owner, warband))
    assert everybody[group] == size
    client.force_login(owner)
    page = reverse("battles:line_up", args=[warband.public_id])
    form = {}
    for member in load_state(warband).active():
        form[f"of-{member.key}"] = str(member.headcount)
        form[f"fights-{member.key}"] = str(member.headcount)
    form |= {f"fights-{group}": "1", f"fights-{hero}": "0", "next": reverse("battles:play")}
    answer = client.post(page, form)
    assert answer.headers["location"] == reverse("battles:play")
    assert LineUp.objects.get(warband=warband).at_home == {group: size - 1, hero: 1}
    found = fielded(quick_battle(owner, warband))
    assert found == everybody - Counter({group: size - 1, hero: 1})
    text = client.get(page).content.decode()
    assert f"{sum(everybody.values()) - size} of {sum(everybody.values())} models fight." in " ".join(text.split())


def test_the_line_up_holds_for_the_second_player_at_one_screen(owner: User, warband: Warband, client: Client) -> None:
    """The second player uses another warband of the same account; those who stay at home do not fight."""
    other = founded(owner, "skaven", seed="bells")
    hero = hero_of(other)
    client.force_login(owner)
    assert f'value="own:{other.public_id}"' in client.get(reverse("battles:play")).content.decode()
    LineUp.objects.create(warband=other, at_home={hero: 1})
    form = {
        "opponent": "hot_seat", "army": f"own:{warband.public_id}", "their_army": f"own:{other.public_id}",
        "ruleset": "core", "scenario": "skirmish", "density": "club", "size_in": "24", "table": "",
    }  # fmt: skip
    answer = client.post(reverse("battles:play"), form)
    assert answer.status_code == 302, answer.content.decode()
    battle = Battle.objects.latest("pk")
    assert battle.sides.get(letter="b").warband == other
    assert hero not in fielded(battle, "b")
    assert sum(fielded(battle, "b").values()) == sum(m.headcount for m in load_state(other).active()) - 1
    for refused in ({"opponent": "bot"}, {"their_army": f"own:{warband.public_id}"}):
        answer = client.post(reverse("battles:play"), form | refused)
        assert answer.status_code == 422
        assert "The other side cannot use this warband." in answer.content.decode()


def test_the_line_up_holds_in_league_matches(owner: User, rival: User, arbitrator: User) -> None:
    campaign = league(arbitrator, [owner, rival])
    match = match_between(campaign, owner, rival)
    warband = entry_of(campaign, owner).warband
    group, size = group_of(warband)
    services.choose(warband_id=warband.pk, at_home={group: size})
    battle = match_battles.begin(
        match_id=match.pk, actor_id=owner.pk, table=table_for(code="rookeries"), now=timezone.now(), seed=b"1" * 32
    )
    letter = battle.sides.get(warband=warband).letter
    assert group not in fielded(battle, letter)
    assert fielded(battle, letter)


def test_recruits_and_later_losses_need_no_new_choice(owner: User, warband: Warband) -> None:
    group, size = group_of(warband)
    LineUp.objects.create(warband=warband, at_home={group: size + 3, "gone-away": 1})
    state = load_state(warband)
    assert services.at_home_of(warband, state) == {group: size}


def test_the_api_reads_and_changes_the_line_up_and_names_invalid_fields(
    owner: User, stranger: User, warband: Warband, client: Client
) -> None:
    address = f"/api/v1/battles/line-up/{warband.public_id}/"
    client.force_login(owner)
    hero = hero_of(warband)
    answer = client.post(address, {"at_home": {hero: 1}}, content_type="application/json")
    assert answer.status_code == 200
    assert {row["key"]: row["fights"] for row in answer.json()["warriors"]}[hero] == 0
    assert client.get(address).json() == answer.json()
    refused = client.post(address, {"at_home": {"nobody": 1}}, content_type="application/json")
    assert refused.json()["code"] == "not_in_the_warband"
    assert "at_home" in refused.json()["fields"]
    everybody = {member.key: member.headcount for member in load_state(warband).active()}
    nobody = client.post(address, {"at_home": everybody}, content_type="application/json")
    assert nobody.json()["code"] == "nobody_fights"
    client.force_login(stranger)
    assert client.post(address, {"at_home": {}}, content_type="application/json").status_code in (403, 404)
