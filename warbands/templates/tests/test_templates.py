"""Templates: saved from a warband, used any number of times, private or public."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import services as guests_services
from accounts.models import User
from catalogue.packs.installed import book
from warbands.builder import recruiting
from warbands.core.tests.factories import NOON, assert_reconciled, by, draft, founded, look
from warbands.models import Audience, Template, Warband
from warbands.rules.check import check_roster
from warbands.templates import services as templates_services
from warbands.templates.cards import templates_open_to
from warbands.trading import services as trading_services
from warbands.trading import treasury

ClientOf = Callable[[User | None], Client]


def kept(owner: User, warband: Warband, audience: str = "private") -> Template:
    row = templates_services.save_template(warband_id=warband.pk, owner_id=owner.pk, at=NOON, name="Two champions")
    return templates_services.change(template_id=row.pk, name=row.name, about="", audience=audience)


def shape(warband: Warband) -> list[tuple[str, str, int, list[tuple[str, str, int]]]]:
    """Warriors and equipment, without ids of rows."""
    state = look(warband)
    return [
        (
            member.warrior_type_code,
            member.name,
            member.headcount,
            sorted((line.item_code, line.material_code, line.count) for line in state.held_by(member.key)),
        )
        for member in state.active()
    ]


@pytest.mark.parametrize("warband_type", sorted(code for code in book().warband_types))
def test_a_template_of_any_list_gives_the_same_legal_band(owner: User, rival: User, warband_type: str) -> None:
    warband = founded(owner, warband_type)
    row = kept(owner, warband, "public")
    begun = templates_services.start_from_template(template_id=row.pk, owner_id=rival.pk, at=NOON)
    copy = Warband.objects.get(pk=begun.warband_id)
    assert shape(copy) == shape(warband)
    assert check_roster(look(copy), book()) == []
    assert look(copy).is_draft
    assert_reconciled(copy)


def test_hirelings_with_their_arms_and_better_metals_come_again(owner: User) -> None:
    warband = draft(owner, "dwarf_treasure_hunters")
    noble = look(warband).leader()
    assert noble is not None
    trading_services.buy(warband_id=warband.pk, item="axe", warrior=noble.key, material="gromril_weapon", by=by(owner))
    recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type="ogre_bodyguard", by=by(owner))
    ogre = look(warband).of_type("ogre_bodyguard")[0]
    recruiting.choose_arms(warband_id=warband.pk, warrior=ogre.key, choice=1, by=by(owner))
    begun = templates_services.start_from_template(template_id=kept(owner, warband).pk, owner_id=owner.pk, at=NOON)
    assert shape(Warband.objects.get(pk=begun.warband_id)) == shape(warband)


def test_experience_and_purse_stay_behind(owner: User) -> None:
    warband = founded(owner)
    treasury.gain(warband_id=warband.pk, gold_gc=500, by=by(owner))
    begun = templates_services.start_from_template(template_id=kept(owner, warband).pk, owner_id=owner.pk, at=NOON)
    state = look(Warband.objects.get(pk=begun.warband_id))
    assert state.treasury_gc < 500
    assert state.founding_gold_gc == 500


def test_a_visitor_begins_from_a_public_template_and_finds_no_private_one(owner: User, client_of: ClientOf) -> None:
    open_one, closed_one = kept(owner, founded(owner), "public"), kept(owner, founded(owner))
    visitor = client_of(None)
    page = visitor.get(reverse("warbands:templates")).content.decode()
    assert open_one.public_id in page
    assert closed_one.public_id not in page
    assert visitor.get(reverse("warbands:template", args=[open_one.public_id])).status_code == 200
    assert visitor.get(reverse("warbands:template", args=[closed_one.public_id])).status_code == 404
    for _turn in range(2):
        answer = visitor.post(reverse("warbands:begin", args=[open_one.public_id]), {"idempotency_key": "once"})
        assert answer.status_code == 302
    guest = User.objects.get(is_guest=True)
    assert Warband.objects.filter(owner=guest).count() == 1
    open_one.refresh_from_db()
    assert open_one.uses == 1


def test_only_the_owner_changes_and_deletes(owner: User, stranger: User, client_of: ClientOf) -> None:
    row = kept(owner, founded(owner), "public")
    url = reverse("warbands:template", args=[row.public_id])
    data = {"name": "Mine now", "about": "", "audience": "public"}
    assert client_of(stranger).post(url, data).status_code == 403
    assert client_of(stranger).post(url, {"remove": "1"}).status_code == 403
    assert client_of(owner).post(url, {**data, "audience": "nobody"}).status_code == 422
    assert client_of(owner).post(url, {**data, "name": "Ours"}).status_code == 302
    row.refresh_from_db()
    assert row.name == "Ours"
    assert client_of(owner).post(url, {"remove": "1"}).status_code == 302
    assert not Template.objects.exists()


def test_the_button_on_the_roster_keeps_once(owner: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    url = reverse("warbands:keep", args=[warband.public_id])
    for _turn in range(2):
        answer = client_of(owner).post(url, {"idempotency_key": "one"})
        assert answer["Location"] == reverse("warbands:template", args=[Template.objects.get().public_id])
    assert warband.name in client_of(owner).get(answer["Location"]).content.decode()


def test_a_guest_keeps_three_for_themselves_and_hands_them_over(owner: User, client_of: ClientOf) -> None:
    visitor = client_of(None)
    visitor.post(reverse("warbands:start", args=["reiklanders"]))
    warband = Warband.objects.get()
    keep = reverse("warbands:keep", args=[warband.public_id])
    for number in range(3):
        assert visitor.post(keep, {"idempotency_key": f"k{number}"}).status_code == 302
    assert visitor.post(keep, {"idempotency_key": "k4"}).status_code == 422
    row = Template.objects.first()
    assert row is not None
    data = {"name": "All may", "about": "", "audience": Audience.PUBLIC}
    assert visitor.post(reverse("warbands:template", args=[row.public_id]), data).status_code == 422
    guests_services.hand_over(guest_id=warband.owner_id, user_id=owner.pk)
    assert Template.objects.filter(owner=owner).count() == 3


def test_a_template_whose_list_is_gone_says_so_and_begins_nothing(owner: User, client_of: ClientOf) -> None:
    row = kept(owner, founded(owner))
    Template.objects.filter(pk=row.pk).update(warband_type_code="list_of_nobody")
    url = reverse("warbands:template", args=[row.public_id])
    assert "No pack contains the list" in client_of(owner).get(url).content.decode()
    assert client_of(owner).get(reverse("warbands:templates")).status_code == 200
    assert client_of(owner).post(reverse("warbands:begin", args=[row.public_id])).status_code == 422


def test_the_list_costs_one_query_whatever_it_holds(
    owner: User, django_assert_num_queries: Callable[[int], object]
) -> None:
    row = kept(owner, founded(owner), "public")
    for number in range(9):
        Template.objects.create(
            owner=owner, name=f"Copy {number}", warband_type_code=row.warband_type_code, document=row.document,
            audience="public", created_at=NOON,
        )  # fmt: skip
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        assert len(templates_open_to(owner.pk)) == 10
    assert [card.name for card in templates_open_to(None, "copy 3")] == ["Copy 3"]
    assert templates_open_to(None, "reiklanders copy 4")[0].name == "Copy 4"


def test_a_program_keeps_lists_changes_begins_and_deletes(owner: User, rival: User, client_of: ClientOf) -> None:
    warband = founded(owner)
    mine, other = client_of(owner), client_of(rival)
    kept_one = mine.post("/api/v1/warbands/templates/", {"warband": warband.public_id}, "application/json")
    assert kept_one.status_code == 201
    url = f"/api/v1/warbands/templates/{kept_one.json()['public_id']}/"
    assert sum(warrior["headcount"] for warrior in kept_one.json()["warriors"]) == kept_one.json()["models"]
    assert other.get(url).status_code == 404
    data = {"name": "For all", "audience": "public"}
    assert mine.put(url, data, "application/json").json()["is_public"] is True
    assert other.put(url, data, "application/json").status_code == 403
    assert [template["name"] for template in other.get("/api/v1/warbands/templates/?q=for").json()] == ["For all"]
    for status in (201, 200):
        begun = other.post(url + "begin/", headers={"Idempotency-Key": "one"})
        assert begun.status_code == status
    assert Warband.objects.filter(owner=rival).count() == 1
    assert mine.delete(url).status_code == 204
    assert mine.get(url).status_code == 404
