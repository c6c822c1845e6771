"""A scenario of a draft, opened in its form again: shown as written, changed only where the form was changed, and
removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from catalogue.custom_packs import services as custom_packs_services
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.custom_packs.record_edits import CannotInsert, RecordNotFound, records_in, with_changed, with_record
from catalogue.custom_packs.scenarios.form import AIMS, BARRED, PLACES, ScenarioForm
from catalogue.custom_packs.scenarios.values import changed, values_of
from catalogue.custom_packs.selectors import sample, skeletons
from catalogue.custom_packs.tests.factories import NOON, draft
from catalogue.custom_packs.tests.test_scenarios import FILLED, at
from catalogue.models import CustomPack
from catalogue.packs.installed import book

ClientOf = Callable[[User | None], Client]

SKELETON = next(skeleton.text for skeleton in skeletons() if skeleton.kind == "scenarios")
COMMENTED = f"{sample()}\n# mine\n{SKELETON}# the end\n"


def posted(form_values: dict[str, Any]) -> dict[str, Any]:
    """What a browser sends for a form that is filled in with these values."""
    ticks = ("has_attacker", "rout_checks")
    plain = {name: "" if value is None else value for name, value in form_values.items() if name not in ticks}
    return plain | {name: "on" for name in ticks if form_values[name]}


def made_of(record: dict[str, Any], **data: Any) -> dict[str, Any]:
    """The record after a user has changed these fields in the form."""
    form = ScenarioForm(posted({**values_of(record), **data}))
    assert form.is_valid(), form.errors
    return changed(record, form)


@settings(max_examples=80, deadline=None)
@given(
    st.booleans(), st.sampled_from(PLACES), st.sampled_from(PLACES), st.sampled_from(AIMS), st.integers(2, 18),
    st.integers(1, 12), st.sets(st.sampled_from(BARRED)), st.sampled_from(["", "both"]), st.sets(st.integers(2, 12)),
)  # fmt: skip
def test_the_form_shows_a_scenario_as_it_was_entered(
    roles: bool, first: Any, second: Any, aim: Any, inches: int, amount: int, barred: Any, win: str, rolls: Any
) -> None:
    data = {
        **FILLED, "has_attacker": "on" if roles else "", "first_place": first[0], "second_place": second[0],
        "first_distance": inches, "second_distance": inches, "aim": aim[0], "amount": amount, "win_at_limit": win,
        "barred": [code for code, _label in barred], "table_rolls": sorted(rolls),
    }  # fmt: skip
    form = ScenarioForm(data)
    assert form.is_valid()
    record = form.record(set())
    again = ScenarioForm(posted(values_of(record)))
    assert again.is_valid(), again.errors
    assert again.record(set(), record["code"]) == record
    assert changed(record, again) == record


def test_nothing_changes_in_a_printed_scenario_that_is_only_looked_at() -> None:
    import dataclasses
    import json

    for scenario in book().scenarios.values():
        record = json.loads(json.dumps(dataclasses.asdict(scenario)))
        record["effects"] = [{"code": effect["code"], **effect["params"]} for effect in record["effects"]]
        record = {name: value for name, value in record.items() if value != []}
        assert made_of(record) == record, scenario.code


def test_only_what_was_changed_is_changed() -> None:
    record = {
        "code": "gate", "name": "The Gate", "setup": "Words of mine.", "has_attacker": True, "turn_limit": 8,
        "effects": [
            {"code": "deploy_edge", "side": "attacker", "distance": 8},
            {"code": "table_side", "amount": 48},
            {"code": "deploy_away", "side": "defender", "distance": 12},
            {"code": "at_least", "kind": "heroes", "amount": 2},
        ],
        "experience": [{"reason": "survives", "amount": 3, "summary": "Much."}],
    }  # fmt: skip
    longer = made_of(record, turn_limit=10)
    assert longer == {**record, "turn_limit": 10}
    moved = made_of(record, second_place="objective", second_distance=6)
    assert [effect["code"] for effect in moved["effects"]] == [
        "deploy_near_objective", "deploy_edge", "table_side", "at_least",
    ]  # fmt: skip
    assert moved["experience"] == record["experience"]
    assert moved["setup"] == "Words of mine."
    barred = made_of(record, barred=["wizards"])
    assert barred["effects"] == [*record["effects"], {"code": "at_most", "kind": "wizards", "amount": 0}]  # type: ignore[misc]
    endless = made_of(record, turn_limit="")
    assert "turn_limit" not in endless


@pytest.mark.django_db
def test_a_scenario_is_opened_changed_and_released_again(owner: User, client_of: ClientOf) -> None:
    pack, client = draft(owner, COMMENTED), client_of(owner)
    custom_packs_services.release(pack_id=pack.pk, note="", edition=1, at=NOON)
    page = client.get(at(pack, "edit/")).content.decode()
    assert at(pack, "scenario/?code=my_scenario") in page
    shown = client.get(at(pack, "scenario/?code=my_scenario"))
    assert shown.status_code == 200
    body = shown.content.decode()
    assert 'value="My Scenario"' in body
    assert '<option value="through" selected>' in body
    values = {**posted(shown.context["form"].initial), "name": "The Long Way", "turn_limit": 12}
    checked = client.post(at(pack, "scenario/check/"), {**values, "code": "my_scenario"}).content.decode()
    assert "The board plays this" in checked
    answer = client.post(at(pack, "scenario/"), {**values, "code": "my_scenario", "edition": 1}, follow=True)
    assert "The Long Way is updated in the draft." in answer.content.decode()
    pack.refresh_from_db()
    assert pack.text.startswith(f"{sample()}\n# mine\nscenarios:\n")
    assert pack.text.endswith("# the end\n")
    part = read_custom_pack(pack.text).part
    assert part is not None
    (scenario,) = part.scenarios
    assert (scenario.code, scenario.name, scenario.turn_limit) == ("my_scenario", "The Long Way", 12)
    second = custom_packs_services.release(pack_id=pack.pk, note="", edition=pack.edition, at=NOON)
    assert second.number == 2
    assert pack.releases.get(number=1).facts["scenarios"][0]["name"] == "My Scenario"


@pytest.mark.django_db
def test_a_scenario_is_taken_out_of_the_draft(owner: User, client_of: ClientOf) -> None:
    pack, client = draft(owner, COMMENTED), client_of(owner)
    wanted = {"code": "my_scenario", "do": "remove", "edition": 1}
    answer = client.post(at(pack, "scenario/"), wanted, follow=True)
    assert "My Scenario is removed from the draft." in answer.content.decode()
    pack.refresh_from_db()
    assert read_custom_pack(pack.text).is_sound
    assert records_in(pack.text, "scenarios") == []
    assert "# mine" in pack.text
    twice = client.post(at(pack, "scenario/"), wanted)
    assert twice.status_code == 409
    gone = client.post(at(pack, "scenario/"), {**wanted, "edition": 2})
    assert gone.status_code == 409
    assert "does not contain this record any more" in gone.content.decode()
    assert client.get(at(pack, "scenario/?code=my_scenario")).status_code == 404


@pytest.mark.django_db
def test_a_stale_page_changes_and_removes_nothing(owner: User, client_of: ClientOf) -> None:
    pack, client = draft(owner, COMMENTED), client_of(owner)
    CustomPack.objects.filter(pk=pack.pk).update(edition=5)
    for more in ({"do": "remove"}, {**FILLED}):
        answer = client.post(at(pack, "scenario/"), {**more, "code": "my_scenario", "edition": 1})
        assert answer.status_code == 409
    assert CustomPack.objects.get().text == COMMENTED


@pytest.mark.django_db
def test_only_the_author_opens_the_form(owner: User, stranger: User, client_of: ClientOf) -> None:
    pack = draft(owner, COMMENTED)
    custom_packs_services.share(pack_id=pack.pk, visibility="public")
    for answer in (
        client_of(stranger).get(at(pack, "scenario/?code=my_scenario")),
        client_of(stranger).post(at(pack, "scenario/"), {"code": "my_scenario", "do": "remove", "edition": 1}),
    ):
        assert answer.status_code == 403
    assert CustomPack.objects.get().text == COMMENTED


TWO = """scenarios:
  # the first
  - code: a
    name: A

  # the second
  - {code: b, name: B}
  # over
items: []
"""


def test_a_record_is_replaced_and_the_rest_stays() -> None:
    made = with_changed(TWO, "scenarios", "a", {"code": "a", "name": "Other"})
    assert made == TWO.replace("    name: A\n", "    name: Other\n").replace("Other", '"Other"')
    assert with_changed(TWO, "scenarios", "b", None) == TWO.replace("  - {code: b, name: B}\n", "")
    alone = with_changed(with_changed(TWO, "scenarios", "b", None), "scenarios", "a", None)
    assert "scenarios:" not in alone
    assert "# the second" in alone
    with pytest.raises(RecordNotFound):
        with_changed(TWO, "scenarios", "c", None)
    for text in ("scenarios: [{code: a}]\n", '{"scenarios": [{"code": "a"}]}'):
        with pytest.raises(CannotInsert):
            with_changed(text, "scenarios", "a", None)
    assert with_changed(with_record("", "scenarios", {"code": "z"}), "scenarios", "z", None).strip() == ""
