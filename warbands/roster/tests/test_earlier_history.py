"""A warband that was played elsewhere is entered with its own gold and its history."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from warbands.core.ledger import ActionContext
from warbands.core.reconcile import reconcile
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import draft, founded
from warbands.models import Warband
from warbands.roster import earlier_history
from warbands.roster.advances import grant_experience
from warbands.rules.member_facts import advances_due

ClientOf = Callable[[User | None], Client]
pytestmark = pytest.mark.django_db


def by(owner: User) -> ActionContext:
    return ActionContext(actor_id=owner.pk, at=timezone.now())


def test_more_gold_is_there_to_gather_what_was_bought_over_time(owner: User, client_of: ClientOf) -> None:
    client = client_of(owner)
    client.post("/warbands/new/reiklanders/", {"name": "Old Guard", "gold": "1200"})
    warband = Warband.objects.get(name="Old Guard")
    assert (warband.founding_gold_gc, warband.treasury_gc) == (1200, 1140)
    assert {"code": "founding_gold", "amount": 1200} in warband.house_rules
    refused = client.post("/warbands/new/reiklanders/", {"name": "Rich", "gold": "-1"})
    assert refused.status_code == 422
    assert "Use 0 or more." in refused.content.decode()
    assert not Warband.objects.filter(name="Rich").exists()


def test_a_past_is_written_and_counts_its_advances_as_taken(owner: User, client_of: ClientOf) -> None:
    from catalogue.packs.installed import book

    warband = founded(owner, "reiklanders")
    captain = warband.warriors.get(is_leader=True)
    fields = {
        "experience": "30", "battles_fought": "6", "kills": "4", "plus_weapon_skill": "1",
        "skills": ["mighty_blow"], "injuries": ["leg_wound:-1", "madness:1"],
    }  # fmt: skip
    address = f"/warbands/{warband.public_id}/warriors/{captain.public_id}/earlier-history/"
    client = client_of(owner)
    answer = client.post(address, fields)
    assert answer.status_code == 302, answer.content.decode()
    state = load_state(Warband.objects.get(pk=warband.pk))
    member = state.members[captain.public_id]
    assert (member.experience, member.battles_fought, member.kills) == (30, 6, 4)
    assert (member.increases, member.skills) == ({"weapon_skill": 1}, ["mighty_blow"])
    assert [mark["effects"][0]["code"] for mark in member.injuries] == ["characteristic_change", "frenzy"]
    assert advances_due(member, book()) == 0
    assert reconcile(Warband.objects.get(pk=warband.pk)) == []
    shown = client.get(address).content.decode()
    assert 'value="madness:1"' in shown
    assert client.post(address, {**fields, "skills": []}).status_code == 302
    assert load_state(warband).members[captain.public_id].skills == []


def test_the_treasury_is_set_to_the_value_on_paper(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    client = client_of(owner)
    address = f"/warbands/{warband.public_id}/earlier-history/"
    assert client.post(address, {"treasury_gc": "77", "shards": "3"}).status_code == 302
    state = load_state(Warband.objects.get(pk=warband.pk))
    assert (state.treasury_gc, state.shards) == (77, 3)
    assert client.post(address, {"treasury_gc": "-1", "shards": "x"}).status_code == 422


def test_what_a_warrior_cannot_know_is_refused(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner, "reiklanders")
    captain = warband.warriors.get(is_leader=True)
    for values in (
        earlier_history.EarlierHistory(experience=20, skills=["infiltration"]),
        earlier_history.EarlierHistory(experience=20, increases={"beauty": 1}),
    ):
        with pytest.raises(earlier_history.CannotHave):
            earlier_history.set_history(warband_id=warband.pk, warrior=captain.public_id, past=values, by=by(owner))
    address = f"/warbands/{warband.public_id}/warriors/{captain.public_id}/earlier-history/"
    assert client_of(owner).post(address, {"experience": "1", "skills": ["nothing"]}).status_code == 422


def test_the_past_is_closed_to_drafts_and_to_those_who_fought_here(owner: User, client_of: ClientOf) -> None:
    unfounded = draft(owner)
    warband = founded(owner)
    warrior = warband.warriors.order_by("pk")[0]
    grant_experience(warband_id=warband.pk, warrior=warrior.public_id, points=1, by=by(owner))
    for band in (unfounded, warband):
        assert client_of(owner).get(f"/warbands/{band.public_id}/earlier-history/").status_code == 409


def test_items_owned_on_paper_are_entered_without_cost(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner, "reiklanders")
    captain = warband.warriors.get(is_leader=True)
    address, client = f"/warbands/{warband.public_id}/earlier-history/", client_of(owner)
    before = warband.treasury_gc
    for item, warrior, material in (
        ("lucky_charm", captain.public_id, ""), ("sword", "", "gromril_weapon"), ("elven_cloak", "", ""),
    ):  # fmt: skip
        values = {"what": "own", "own-item": item, "own-warrior": warrior, "own-material": material, "own-count": "1"}
        answer = client.post(address, values)
        assert answer.status_code == 302, answer.content.decode()
    state = load_state(Warband.objects.get(pk=warband.pk))
    assert state.treasury_gc == before
    assert state.line(captain.public_id, "lucky_charm") is not None
    assert state.line("", "sword", "gromril_weapon") is not None
    assert reconcile(Warband.objects.get(pk=warband.pk)) == []
    wrong = {"what": "own", "own-item": "sigmarite_warhammer", "own-warrior": captain.public_id, "own-count": "1"}
    answer = client.post(address, wrong)
    assert answer.status_code == 422
    assert "RO-WHO-01" in answer.content.decode()
    for bad in ({"own-material": "gromril_weapon", "own-item": "bow"}, {"own-count": "99", "own-item": "sword"}, {}):
        assert client.post(address, {"what": "own", "own-count": "1", **bad}).status_code in (404, 422)
    assert client.post(address, {"what": "nonsense"}).status_code == 422


def test_a_henchman_who_rose_on_paper_is_a_hero_and_can_be_taken_back(owner: User, client_of: ClientOf) -> None:
    from warbands.builder import recruiting
    from warbands.core.undo import undo

    warband = founded(owner, "reiklanders")
    hero = warband.warriors.filter(kind="hero", is_leader=False).first()
    assert hero is not None
    recruiting.dismiss(warband_id=warband.pk, warrior=hero.public_id, by=by(owner))
    group = warband.warriors.filter(kind="henchman_group").first()
    assert group is not None
    address, client = f"/warbands/{warband.public_id}/earlier-history/", client_of(owner)
    values = {"what": "rise", "rise-warrior": group.public_id, "rise-name": "Lotte", "rise-skill_lists": ["combat"]}
    answer = client.post(address, values)
    assert answer.status_code == 422
    assert "Choose 2 of the available hero skill lists" in answer.content.decode()
    assert client.post(address, {**values, "rise-skill_lists": ["combat", "speed"]}).status_code == 302
    risen = warband.warriors.get(name="Lotte")
    assert (risen.kind, risen.skill_lists) == ("hero", ["combat", "speed"])
    grown = client.post(
        f"/warbands/{warband.public_id}/warriors/{risen.public_id}/earlier-history/",
        {"experience": "8", "battles_fought": "3", "kills": "1"},
    )
    assert grown.status_code == 302
    assert reconcile(Warband.objects.get(pk=warband.pk)) == []
    for _press in range(2):
        undo(warband_id=warband.pk, by=by(owner))
    assert not warband.warriors.filter(name="Lotte").exists()
