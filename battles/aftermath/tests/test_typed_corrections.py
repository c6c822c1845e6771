"""Phone trial: a mistyped die could not be corrected. Rule: AF-BACK-01"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from battles.aftermath import typed_corrections, typed_dice
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import ended, print_of
from battles.aftermath.typed_corrections import NoTypedDice
from battles.models import Aftermath, AftermathLine, Battle
from mordheim_site.refusals import Refusal
from warbands.core.tests.factories import NOON

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
    """Answer the present request with this face on every die; 0 lets the site roll."""
    row = row_of(battle)
    asked = asked_of(row)
    faces = f"{face} " * int(asked["count"]) if face else ""
    typed_dice.give_faces(aftermath_id=row.public_id, actor_id=owner.pk, faces=faces, given=asked["given"], now=NOON)


def correct(battle: Battle, player: User) -> None:
    typed_corrections.correct(aftermath_id=row_of(battle).public_id, actor_id=player.pk, now=NOON)


def story(battle: Battle) -> Any:
    """All that dice decide: lines, place in the run, and the roster."""
    row = row_of(battle)
    lines = AftermathLine.objects.filter(aftermath=row).order_by("number")
    told = [(line.number, line.stage, line.kind, line.subject_name, line.rolls) for line in lines]
    asked = {name: value for name, value in asked_of(row).items() if name != "previous"}
    return told, asked, row.stage, row.place, row.faces, row.dice_position, print_of(row.warband)


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
    assert "Correct the dice before" not in client.get(address).content.decode()
    first = asked_of(row_of(battle))
    type_in(battle, owner, 2)
    assert "Correct the dice before: 2" in client.get(address).content.decode()
    decide = reverse("battles:aftermath_decide", args=[battle.public_id])
    answer = client.post(decide, {"aftermath": row_of(battle).public_id, "act": "correct"})
    assert answer.status_code == 302
    assert asked_of(row_of(battle)) == first
