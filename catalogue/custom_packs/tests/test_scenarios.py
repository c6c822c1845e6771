"""Scenarios of custom packs: written in a form or as text, checked, with advice, and refused if unplayable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from catalogue.custom_packs.library import book_of_part
from catalogue.custom_packs.reader import read_custom_pack
from catalogue.custom_packs.record_edits import CannotInsert, with_record
from catalogue.custom_packs.scenarios.form import AIMS, BARRED, PLACES, ScenarioForm, code_of
from catalogue.custom_packs.selectors import sample, skeletons
from catalogue.custom_packs.tests.factories import draft
from catalogue.models import CustomPack

ClientOf = Callable[[User | None], Client]

SKELETON = next(skeleton.text for skeleton in skeletons() if skeleton.kind == "scenarios")
FILLED: dict[str, Any] = {
    "name": "The Toll Bridge", "summary": "Who crosses pays.", "has_attacker": "on", "first_place": "edge",
    "first_distance": "8", "second_place": "away", "second_distance": "10", "aim": "through", "amount": "1",
    "deed": "2", "turn_limit": "6", "win_at_limit": "defender", "rout_checks": "on", "models": "12",
    "table_rolls": ["7"],
}  # fmt: skip


def at(pack: CustomPack, rest: str = "") -> str:
    return f"/packs/own/{pack.public_id}/{rest}"


@pytest.mark.django_db
def test_a_form_writes_a_scenario_that_can_be_released(owner: User, client_of: ClientOf) -> None:
    pack, client = draft(owner), client_of(owner)
    assert client.get(at(pack, "scenario/")).status_code == 200
    answer = client.post(at(pack, "scenario/"), {**FILLED, "edition": "1"}, follow=True)
    body = answer.content.decode()
    assert "The Toll Bridge is added to the draft." in body
    assert "No mistakes" in body
    assert "SCN-SWAP-01" in body
    pack.refresh_from_db()
    assert pack.text.startswith(sample())
    part = read_custom_pack(pack.text).part
    assert part is not None
    (scenario,) = part.scenarios
    assert scenario.code == "the_toll_bridge"
    assert scenario.turn_limit == 6
    assert scenario.table_rolls == (7,)
    assert [effect.code for effect in scenario.effects] == [
        "deploy_edge", "deploy_away", "win_by_reaching_edge", "win_at_limit", "at_most",
    ]  # fmt: skip
    assert ("breaks_through", 2) in [(award.reason, award.amount) for award in scenario.experience]
    again = client.post(at(pack, "scenario/"), {**FILLED, "edition": "2"}, follow=True)
    assert "the_toll_bridge_2" in again.content.decode()
    assert "No mistakes" in again.content.decode()


@pytest.mark.django_db
def test_the_form_is_checked_while_it_is_filled_in(owner: User, client_of: ClientOf) -> None:
    pack, client = draft(owner), client_of(owner)
    text = client.post(at(pack, "scenario/check/"), FILLED).content.decode()
    assert "The board plays this" in text
    assert "SCN-TYPE-01" in text
    text = client.post(at(pack, "scenario/check/"), {**FILLED, "first_distance": "2"}).content.decode()
    assert "“distance” of “deploy_edge” must be 6 to 12." in text
    text = client.post(at(pack, "scenario/check/"), {**FILLED, "name": "<script>x"}).content.decode()
    assert "looks like markup" in text
    text = client.post(at(pack, "scenario/check/"), {**FILLED, "name": "", "aim": "fly"}).content.decode()
    assert "Not complete yet" in text
    pack.refresh_from_db()
    assert pack.text == sample()


@pytest.mark.django_db
def test_a_stale_form_overwrites_nothing_and_keeps_what_was_filled_in(owner: User, client_of: ClientOf) -> None:
    pack = draft(owner)
    CustomPack.objects.filter(pk=pack.pk).update(edition=5)
    answer = client_of(owner).post(at(pack, "scenario/"), {**FILLED, "edition": "1"})
    assert answer.status_code == 409
    assert "The Toll Bridge" in answer.content.decode()
    assert CustomPack.objects.get().text == sample()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("side: attacker, distance: 8", "side: attacker, distance: 90", "must be 6 to 12"),
        ("side: attacker, distance: 8", "side: first, distance: 8", "With an attacker, the side must be"),
        ("reason: breaks_through", "reason: finds_chest", "“finds_chest” cannot be earned here"),
        ("turn_limit: 8", "turn_limit: 99", "at most 50 turns"),
        ("code: my_scenario", f"code: {'a' * 41}", "at most 40 letters"),
        ("code: my_scenario", "code: skirmish", "already used"),
        ("kind: models", "kind: kings", "must be one of"),
        ("name: My Scenario", "name: <b>My</b>", "looks like markup"),
        ("code: deploy_away", "code: parry_away", "There is no effect"),
        ("code: win_at_limit, side: defender", "code: parry", "There is no scenario effect called"),
    ],
)
def test_unplayable_scenarios_are_reported_with_the_line(old: str, new: str, said: str) -> None:
    assert SKELETON.count(old) == 1
    reading = read_custom_pack(sample() + SKELETON.replace(old, new))
    assert reading.part is None
    assert any(said in problem.sentence and problem.line > 60 for problem in reading.problems), reading.problems


def test_a_scenario_for_real_tables_may_say_what_it_likes() -> None:
    text = sample() + SKELETON.replace("has_attacker: true", "automation: text").replace(
        "reason: breaks_through", "reason: saved_the_cat"
    )
    reading = read_custom_pack(text)
    assert reading.problems == ()
    assert reading.remarks == ()


def test_roles_are_no_codes_though_a_warrior_is_called_by_one() -> None:
    text = (sample() + SKELETON).replace("watch_sergeant", "defender")
    part = read_custom_pack(text).part
    assert part is not None
    facts = book_of_part(part, "own_aaaaaaaa_1")
    (scenario,) = [scenario for scenario in facts.scenarios.values() if scenario.code.startswith("own_")]
    assert {effect.get("side") for effect in scenario.effects} == {"attacker", "defender", None}


RECORD = {"code": "x", "name": "A: “b” # c", "rolls": [1, 2], "effects": [{"code": "e", "n": 1, "ok": True}]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pack: {code: a}\n",
        "scenarios:\n- code: a\n\npack: {}\n",
        "scenarios: # mine\n    - code: a\n# end\n",
        SKELETON,
    ],
)
def test_a_record_is_put_in_as_the_last_of_its_kind(text: str) -> None:
    from catalogue.packs.strict_yaml import read

    made = with_record(text, "scenarios", RECORD)
    for line in text.splitlines():
        assert line in made.splitlines()
    reading = read(made.encode())
    assert not reading.mistakes, made
    assert isinstance(reading.value, dict)
    rows = reading.value["scenarios"]
    assert isinstance(rows, list)
    assert rows[-1] == RECORD
    assert len(rows) == text.count("- code: a\n") + text.count("- code: my_scenario") + 1


@pytest.mark.parametrize("text", ["scenarios: []\n", "scenarios:\n  x: 1\n", "scenarios:\nscenarios:\n"])
def test_text_in_another_layout_is_not_changed(text: str) -> None:
    with pytest.raises(CannotInsert):
        with_record(text, "scenarios", RECORD)


@settings(max_examples=60, deadline=None)
@given(
    st.text(min_size=1, max_size=20), st.booleans(), st.sampled_from(PLACES), st.sampled_from(PLACES),
    st.sampled_from(AIMS), st.integers(2, 18), st.integers(0, 12), st.sets(st.sampled_from(BARRED)),
)  # fmt: skip
def test_every_accepted_form_becomes_readable_text(
    name: str, roles: bool, first: Any, second: Any, aim: Any, distance: int, amount: int, barred: Any
) -> None:
    data = {
        "name": name, "first_place": first[0], "second_place": second[0], "aim": aim[0],
        "first_distance": distance, "second_distance": distance, "amount": amount,
        "barred": [code for code, _label in barred], **({"has_attacker": "on"} if roles else {}),
    }  # fmt: skip
    form = ScenarioForm(data)
    if not form.is_valid():
        return
    text = with_record(
        "pack: {code: a, name: A, tier: 3, publication: A, edition: A}\n", "scenarios", form.record(set())
    )
    reading = read_custom_pack(text)
    assert reading.part is not None or all(problem.sentence for problem in reading.problems)


def test_codes_are_made_of_names() -> None:
    assert code_of("The Toll Bridge", set()) == "the_toll_bridge"
    assert code_of("The Toll Bridge", {"the_toll_bridge"}) == "the_toll_bridge_2"
    assert code_of("4 Kings!", set()) == "scenario_4_kings"
    assert code_of("Ärger", set()) == "rger"
    assert len(code_of("x" * 80, set())) <= 40
    assert code_of("…", set()) == "scenario"
