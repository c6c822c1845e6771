"""Undone answers, dice of the player's own table, restored rosters: no die is rolled from a seed that is known."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.activities import searches
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices, market, undo
from battles.aftermath.dice import requests as dice_requests
from battles.aftermath.dice import typed_dice
from battles.aftermath.dice.proof import proof_of
from battles.aftermath.models.seeds import AftermathSeed
from battles.aftermath.restore import services as restore_services
from battles.aftermath.tests.test_fairness import LATER, confirm, correct, reopen, seek, side
from battles.aftermath.tests.world import at_rest
from battles.core.data_export import battles_given
from battles.models import Aftermath, AftermathLine, Battle
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON
from warbands.models import LedgerEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    return at_rest(owner, rival, gold=500)


# -- undoing an answer -----------------------------------------------------------------------------------------------


def test_no_answer_is_undone_while_its_dice_are_asked_for(battle: Battle, owner: User) -> None:
    row = side(battle)
    market.hire_sword(market.MarketRequest(row.public_id, owner.pk, NOON), entry="pit_fighter")
    hired = AftermathLine.objects.get(aftermath=row, kind="hire")
    typed_dice.switch(aftermath_id=row.public_id, actor_id=owner.pk, by_hand=True, now=NOON)
    seek(battle)
    with pytest.raises(dice_requests.DiceStillRequested):
        undo.undo_answer(line_id=hired.public_id, actor_id=owner.pk, now=NOON)


def test_an_answer_whose_dice_only_a_duel_tells_stands(battle: Battle) -> None:
    line = AftermathLine(stage="injuries", data={"dice": 9}, before={"rolls": 0, "data": {}})
    assert isinstance(undo.why_not_undone(line, []), undo.AlreadyRolled)
    line.data = {}
    assert undo.why_not_undone(line, []) is None


# -- dice of the own table -------------------------------------------------------------------------------------------


def test_dice_rolled_here_one_at_a_time_are_those_of_the_stream_and_none_comes_twice(
    battle: Battle, owner: User
) -> None:
    row = side(battle)
    typed_dice.switch(aftermath_id=row.public_id, actor_id=owner.pk, by_hand=True, now=NOON)
    line = seek(battle)
    typed_dice.give_faces(aftermath_id=row.public_id, actor_id=owner.pk, faces="", given=0, now=NOON)
    line.refresh_from_db()
    assert line.rolls[0][3:] == ["rolled", 0, f"aftermath:a:{line.number}"]
    assert line.data["dice"] == sum(len(roll[1]) for roll in line.rolls)
    assert proof_of(battle).is_sound


def test_switching_hand_dice_on_and_off_goes_on_in_the_stream(battle: Battle, owner: User) -> None:
    row = side(battle)
    row.hand_dice = True
    line = seek_by_hand(battle, row)
    row.refresh_from_db()
    context = AftermathContext(side(battle), NOON, line)
    assert context.dice_position == 2, "after the two faces that were rolled for the step"
    for by_hand in (False, True, False):
        typed_dice.switch(aftermath_id=row.public_id, actor_id=owner.pk, by_hand=by_hand, now=NOON)
    line.refresh_from_db()
    places = [place for roll in line.rolls for place in range(roll[4], roll[4] + len(roll[1]))]
    assert len(places) == len(set(places))
    assert proof_of(battle).is_sound


def seek_by_hand(battle: Battle, row: Aftermath) -> AftermathLine:
    """A search whose first two dice were rolled by the site while the step waits for more."""
    row.save(update_fields=["hand_dice"])
    line = seek(battle)
    row.refresh_from_db()
    assert row.asked is not None
    faces = typed_dice._rolled(row, row.asked, 2)
    row.faces = [[face, "rolled", place] for place, face in faces]
    row.save(update_fields=["faces"])
    return line


def test_a_correction_does_not_take_the_dice_that_a_step_waits_for(battle: Battle, owner: User) -> None:
    row = side(battle)
    row.hand_dice = True
    seek_by_hand(battle, row)
    hero = load_state(row.warband).active(HERO)[1]
    correct(side(battle), owner, warrior=hero.key, experience=20)
    assert len(side(battle).faces) == 2
    assert proof_of(battle).is_sound


# -- restoring and exporting -----------------------------------------------------------------------------------------


def test_after_restoring_the_roster_no_one_searches_twice(battle: Battle, owner: User) -> None:
    row = side(battle)
    earlier = LedgerEntry.objects.filter(warband=row.warband).latest("number").number
    seek(battle)
    choices.decide_rest(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON)
    confirm(battle)
    restore_services.restore(
        warband_id=row.warband_id, number=earlier - 1, actor_id=owner.pk, reason="Once more.", key="", now=LATER
    )
    reopen(battle)
    with pytest.raises(searches.CannotSearch):
        seek(battle)


def test_no_page_api_or_export_holds_a_seed_that_is_still_used(
    battle: Battle, owner: User, client_of: Callable[[User | None], Client]
) -> None:
    confirm(battle)
    reopen(battle)
    secret = bytes(AftermathSeed.objects.get(aftermath=side(battle)).seed).hex()
    base, client = f"/battles/{battle.public_id}/", client_of(owner)
    pages = [client.get(base + part).content.decode() for part in ("aftermath/", "aftermath/?stage=rating")]
    pages.append(client.get(f"/api/v1/battles/{battle.public_id}/aftermath/").content.decode())
    pages += [str(file) for file in battles_given(owner)]
    pages.append(json.dumps([seed.as_json for seed in proof_of(battle).seeds]))
    assert not any(secret in page for page in pages)
