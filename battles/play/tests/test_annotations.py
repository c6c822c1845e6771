"""Annotations on the board: visible to others, gone after the turn; those of spectators are hidden from players during
the battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core.refusals import NotPlaying
from battles.core.tests.factories import engine_of, two_people
from battles.models import Battle, Snapshot
from battles.play import annotations as play_annotations
from battles.play import commands
from battles.play.models.annotations import BoardMark

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
ARROW = {"kind": "arrow", "x0": "2", "y0": "2", "x1": "8.5", "y1": "2"}


def post(client: Client, battle: Battle, fields: dict[str, str]) -> int:
    return client.post(f"/battles/{battle.public_id}/annotations/", fields).status_code


def drawn_for(client: Client, battle: Battle) -> int:
    """Number of annotations in the layer that a reader gets."""
    return str(client.get(f"/battles/{battle.public_id}/state/").json()["marks"]).count('class="mark')


def test_a_players_arrow_is_seen_by_everyone_and_a_watchers_by_watchers(
    owner: User, rival: User, stranger: User, client_of: ClientOf
) -> None:
    battle = two_people(owner, rival)
    assert post(client_of(owner), battle, ARROW) == 302
    assert [drawn_for(client_of(user), battle) for user in (owner, rival, stranger, None)] == [1, 1, 1, 1]
    assert 'class="mark side-a"' in client_of(rival).get(f"/battles/{battle.public_id}/").content.decode()
    assert post(client_of(stranger), battle, {**ARROW, "kind": "ring"}) == 302
    assert [drawn_for(client_of(user), battle) for user in (owner, rival, stranger, None)] == [1, 1, 2, 2]


def test_drawings_are_gone_when_the_turn_is_over_and_can_be_wiped(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    for _number in range(2):
        play_annotations.add_annotation(battle_id=battle.pk, author_id=owner.pk, kind="arrow", points=[0, 0, 500, 500])
    assert len(play_annotations.marks_for(battle, ("a",))) == 2
    play_annotations.clear_annotations(battle_id=battle.pk, author_id=owner.pk)
    assert play_annotations.marks_for(battle, ("a",)) == []
    play_annotations.add_annotation(battle_id=battle.pk, author_id=owner.pk, kind="ring", points=[500, 500, 600, 500])
    battle.seq += 1
    battle.save(update_fields=["seq"])
    Snapshot.objects.create(battle=battle, seq=battle.seq, state=engine_of(battle).state.to_data())
    assert play_annotations.marks_for(battle, ("a",)) == [], "a snapshot is taken as a turn begins"
    play_annotations.add_annotation(battle_id=battle.pk, author_id=rival.pk, kind="ring", points=[500, 500, 600, 500])
    assert BoardMark.objects.get().author_id == rival.pk, "and the rows go with the next drawing"


def test_drawing_orders_nothing_and_bad_drawings_are_refused(owner: User, rival: User, client_of: ClientOf) -> None:
    battle = two_people(owner, rival)
    seq = battle.seq
    for bad in ({**ARROW, "kind": "star"}, {**ARROW, "x1": "nan"}, {**ARROW, "y0": "-1"}, {**ARROW, "x1": "999"}, {}):
        assert post(client_of(owner), battle, bad) == 400
    assert post(client_of(None), battle, ARROW) == 403
    for _number in range(play_annotations.MOST_A_TURN):
        play_annotations.add_annotation(battle_id=battle.pk, author_id=owner.pk, kind="arrow", points=[0, 0, 500, 500])
    with pytest.raises(play_annotations.TooManyMarks):
        play_annotations.add_annotation(battle_id=battle.pk, author_id=owner.pk, kind="arrow", points=[0, 0, 500, 500])
    battle.refresh_from_db()
    assert battle.seq == seq
    commands.carry_out_command(
        battle_id=battle.pk, actor_id=rival.pk, side="b", command={"kind": "resign"}, expected_seq=seq,
        command_id="r", now=timezone.now(),
    )  # fmt: skip
    with pytest.raises(NotPlaying):
        play_annotations.add_annotation(battle_id=battle.pk, author_id=owner.pk, kind="arrow", points=[0, 0, 500, 500])
