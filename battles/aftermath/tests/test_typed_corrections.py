"""A mistyped die can be corrected, also the last one when no more are needed. Rule: AF-BACK-01"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath.context import open_lines
from battles.aftermath.decisions import choices, confirmation, undo
from battles.aftermath.dice import typed_corrections, typed_dice
from battles.aftermath.dice.requests import NoDiceRequested
from battles.aftermath.dice.typed_corrections import ChoicesSince, NoTypedDice
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_league import match as match
from battles.aftermath.tests.world import SEED, bloody, ended, print_of, surrender
from battles.core import engine_cache
from battles.models import Aftermath, AftermathLine, AftermathStatus, Battle
from battles.setup import match_battles
from battles.tables.library import table_for
from campaigns.models import CampaignEvent, Match
from mordheim_site.refusals import Refusal
from warbands.core.tests.factories import NOON, assert_reconciled

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    """The owner's side waits for its first dice."""
    battle = ended(owner, rival)
    Aftermath.objects.filter(side__battle=battle, side__letter="a").update(hand_dice=True)
    runner.run(battle_id=battle.pk, now=NOON)
    return battle


def row_of(battle: Battle) -> Aftermath:
    return Aftermath.objects.select_related("warband").get(side__battle=battle, side__letter="a")


def asked_of(row: Aftermath) -> dict[str, Any]:
    assert row.asked is not None
    return row.asked


def type_in(battle: Battle, owner: User, face: int) -> None:
    """Answer the current request with this face on every die; 0 lets the site roll."""
    row = row_of(battle)
    dice_request = asked_of(row)
    faces = f"{face} " * int(dice_request["count"]) if face else ""
    typed_dice.give_faces(
        aftermath_id=row.public_id, actor_id=owner.pk, faces=faces, given=dice_request["given"], now=NOON
    )


def correct(battle: Battle, player: User) -> None:
    typed_corrections.correct(aftermath_id=row_of(battle).public_id, actor_id=player.pk, now=NOON)


def story(battle: Battle) -> Any:
    """Everything that the dice decide: lines, position in the run, and the roster."""
    row = row_of(battle)
    lines = AftermathLine.objects.filter(aftermath=row).order_by("number")
    facts = [(line.number, line.stage, line.kind, line.subject_name, line.rolls) for line in lines]
    return facts, row.asked, row.stage, row.place, row.faces, row.dice_position, print_of(row.warband)


def test_dice_sent_twice_answer_only_one_request(battle: Battle, owner: User) -> None:
    """A second tap or a repeated request never becomes the roll of the next warrior."""
    requests = 0
    while row_of(battle).asked is not None:
        terms = {"aftermath_id": row_of(battle).public_id, "given": asked_of(row_of(battle))["given"], "now": NOON}
        type_in(battle, owner, 3)
        before = story(battle)
        with pytest.raises(NoDiceRequested):
            typed_dice.give_faces(actor_id=owner.pk, faces="3", **terms)
        assert story(battle) == before
        requests += 1
    assert requests >= 2


def test_each_typed_die_can_be_corrected_as_if_it_had_never_been_typed(battle: Battle, owner: User) -> None:
    seen = [story(battle)]
    for face in (1, 2, 4, 6):
        type_in(battle, owner, face)
        seen.append(story(battle))
    final = seen[-1]
    for earlier in reversed(seen[1:-1]):
        correct(battle, owner)
        assert story(battle) == earlier
    correct(battle, owner)
    assert story(battle) == seen[0]
    for face in (1, 2, 4, 6):
        type_in(battle, owner, face)
    assert story(battle) == final, "typed again, the same dice have the same results"


def test_nothing_is_corrected_past_a_die_of_the_site_or_by_others(battle: Battle, owner: User, rival: User) -> None:
    with pytest.raises(NoTypedDice):
        correct(battle, owner)
    type_in(battle, owner, 4)
    with pytest.raises(Refusal) as refused:
        correct(battle, rival)
    assert refused.value.status == 403
    type_in(battle, owner, 0)
    before = story(battle)
    with pytest.raises(NoTypedDice):
        correct(battle, owner)
    assert story(battle) == before


def test_the_page_offers_the_correction_with_the_dice_that_were_typed(
    battle: Battle, owner: User, client_of: Callable[[User | None], Client]
) -> None:
    client, address = client_of(owner), reverse("battles:aftermath", args=[battle.public_id])
    assert "Correct the previous dice" not in client.get(address).content.decode()
    first = asked_of(row_of(battle))
    type_in(battle, owner, 2)
    assert "Correct the previous dice: 2" in client.get(address).content.decode()
    decide = reverse("battles:aftermath_decide", args=[battle.public_id])
    answer = client.post(decide, {"aftermath": row_of(battle).public_id, "act": "correct"})
    assert answer.status_code == 302
    assert asked_of(row_of(battle)) == first


# -- the last dice, when no more are needed --


def finish(battle: Battle, owner: User, face: int = 4) -> None:
    """Type in dice and answer choices that the run waits for, until no more dice are needed."""
    for _ in range(80):
        row = row_of(battle)
        if row.asked is not None:
            type_in(battle, owner, face)
        elif row.stage != "over":
            line = open_lines(row)[0]
            choices.answer(line_id=line.public_id, actor_id=owner.pk, option=str(line.options[-1]["key"]), now=NOON)
        else:
            return
    raise AssertionError("still dice to type in")


@pytest.fixture
def finished(battle: Battle, owner: User) -> Battle:
    """A battle in which no more dice are needed and nothing is confirmed."""
    finish(battle, owner)
    battle.refresh_from_db()
    assert battle.aftermath_done_at is not None
    return battle


def outcome(battle: Battle) -> Any:
    """The result of `story` at the end."""
    row = row_of(battle)
    return story(battle), row.status, row.rating_after


def test_the_last_dice_can_be_corrected_and_typed_again(finished: Battle, owner: User) -> None:
    final = outcome(finished)
    dice = typed_corrections.typed_last(row_of(finished))
    assert dice
    correct(finished, owner)
    row = row_of(finished)
    finished.refresh_from_db()
    assert (row.status, row.done_at, finished.aftermath_done_at) == (AftermathStatus.WAITING, None, None)
    assert asked_of(row)["count"] == len(dice.split())
    assert_reconciled(row.warband)
    finish(finished, owner)
    assert outcome(finished) == final
    finished.refresh_from_db()
    assert finished.aftermath_done_at is not None
    assert_reconciled(row.warband)


def test_corrected_dice_have_their_own_result(finished: Battle, owner: User) -> None:
    correct(finished, owner)
    type_in(finished, owner, 1)
    finish(finished, owner)
    rolled = [roll[1] for line in row_of(finished).lines.order_by("number") for roll in line.rolls]
    assert set(rolled[-1]) == {1}
    assert {face for faces in rolled[:-1] for face in faces} == {4}
    assert_reconciled(row_of(finished).warband)


def test_the_page_offers_the_correction_of_the_last_dice_until_the_confirmation(
    finished: Battle, owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    address = reverse("battles:aftermath", args=[finished.public_id])
    decide = reverse("battles:aftermath_decide", args=[finished.public_id])
    form = {"aftermath": row_of(finished).public_id, "act": "correct"}
    dice = typed_corrections.typed_last(row_of(finished))
    shown = client_of(owner).get(address).content.decode()
    assert f"The last dice that you entered: {dice}." in shown
    assert "Correct the last dice" in shown
    assert "Correct the last dice" not in client_of(rival).get(address).content.decode()
    assert client_of(owner).post(decide, form).status_code == 302
    assert row_of(finished).asked is not None
    finish(finished, owner)
    choices.decide_rest(aftermath_id=row_of(finished).public_id, actor_id=owner.pk, now=NOON)
    confirmation.confirm(aftermath_id=row_of(finished).public_id, actor_id=owner.pk, now=NOON)
    before = story(finished)
    assert "Correct the last dice" not in client_of(owner).get(address).content.decode()
    assert client_of(owner).post(decide, form).status_code == 422
    with pytest.raises(choices.Confirmed):
        correct(finished, owner)
    confirmation.reopen(aftermath_id=row_of(finished).public_id, actor_id=owner.pk, now=NOON)
    with pytest.raises(NoTypedDice):
        correct(finished, owner)
    assert story(finished) == before


def test_the_api_corrects_the_last_dice(
    finished: Battle, owner: User, rival: User, client_of: Callable[[User | None], Client]
) -> None:
    address = f"/api/v1/battles/{finished.public_id}/aftermath/"

    def side_of(client: Client) -> dict[str, Any]:
        found: dict[str, Any] = next(side for side in client.get(address).json()["sides"] if side["side"] == "a")
        return found

    client, pid = client_of(owner), row_of(finished).public_id
    dice = typed_corrections.typed_last(row_of(finished))
    assert (side_of(client)["typed_last"], side_of(client)["asked"]) == (dice, None)
    assert side_of(client_of(rival))["typed_last"] == ""
    data = {"aftermath": pid, "act": "correct"}
    refused = client_of(rival).post(f"{address}actions/", data, content_type="application/json")
    assert refused.status_code == 403
    answer = client.post(f"{address}actions/", data, content_type="application/json")
    assert answer.status_code == 200
    assert side_of(client)["asked"] == asked_of(row_of(finished))
    again = {**data, "act": "faces", "faces": dice, "given": asked_of(row_of(finished))["given"]}
    assert client.post(f"{address}actions/", again, content_type="application/json").status_code == 200
    assert side_of(client)["typed_last"] == dice


def test_a_choice_made_since_is_undone_first(finished: Battle, owner: User) -> None:
    line = next(line for line in open_lines(row_of(finished)) if line.stage == "sale")
    choices.answer(line_id=line.public_id, actor_id=owner.pk, option="keep", now=NOON)
    before = story(finished)
    assert typed_corrections.typed_last(row_of(finished)) == ""
    with pytest.raises(ChoicesSince):
        correct(finished, owner)
    assert story(finished) == before
    undo.undo_answer(line_id=line.public_id, actor_id=owner.pk, now=NOON)
    correct(finished, owner)
    assert row_of(finished).asked is not None


def test_dice_that_the_site_rolled_last_cannot_be_corrected(battle: Battle, owner: User) -> None:
    type_in(battle, owner, 4)
    row = row_of(battle)
    typed_dice.switch(aftermath_id=row.public_id, actor_id=owner.pk, by_hand=False, now=NOON)
    assert typed_corrections.typed_last(row_of(battle)) == ""
    with pytest.raises(NoTypedDice):
        correct(battle, owner)


def test_a_league_hears_of_the_corrected_aftermath_once(owner: User, rival: User, match: Match) -> None:
    battle = match_battles.begin(
        match_id=match.pk, actor_id=owner.pk, now=NOON, seed=SEED,
        table=table_for(seed="league", density="low", size_in=24),
    )  # fmt: skip
    engine_cache.forget(battle.public_id)
    surrender(battle, rival)
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        bloody(row)
    Aftermath.objects.filter(side__battle=battle, side__letter="a").update(hand_dice=True)
    runner.run(battle_id=battle.pk, now=NOON)
    finish(battle, owner, 1)

    def told(kind: str) -> list[tuple[str, Any]]:
        rows = CampaignEvent.objects.filter(campaign_id=match.campaign_id, kind=kind, is_revoked=False)
        return sorted((event.data["warband"], event.data.get("warrior", "")) for event in rows)

    def dead() -> list[tuple[str, str]]:
        rows = Aftermath.objects.filter(side__battle=battle)
        lines = [line for row in rows for line in row.lines.all() if line.data.get("died")]
        return sorted((line.aftermath.side.name, line.subject_name) for line in lines)

    done, died = told("aftermath_done"), told("warrior_died")
    assert len(done) == 2
    assert died == dead()
    # Back to the first injury, and other results.
    while typed_corrections.typed_last(row_of(battle)):
        correct(battle, owner)
        assert len(told("aftermath_done")) == 1, "the other side's report stays"
    finish(battle, owner, 4)
    assert told("aftermath_done") == done
    assert told("warrior_died") == dead()
    assert told("warrior_died") != died


def test_the_migration_moves_the_moment_out_of_the_stored_request(battle: Battle, owner: User) -> None:
    """The row of the other side, which requests no dice, is unchanged."""
    type_in(battle, owner, 2)
    type_in(battle, owner, 3)
    row = row_of(battle)
    dice_request, moment = asked_of(row), row.last_typed
    before = {name: value for name, value in moment.items() if name not in ("after", "previous")}
    earlier = {name: value for name, value in moment["previous"].items() if name not in ("after", "previous")}
    row.asked, row.last_typed = {**dice_request, "previous": {**before, "previous": earlier}}, None
    row.save()
    import_module("battles.migrations.0016_last_typed_dice").move_out_of_requests(apps, None)
    assert (row_of(battle).asked, row_of(battle).last_typed) == (dice_request, moment)
    correct(battle, owner)
    assert typed_corrections.typed_last(row_of(battle)) == earlier["typed"]
