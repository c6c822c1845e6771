"""Playing on from any moment of a finished battle, or of a practice battle in progress."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core import engine_cache
from battles.core.refusals import NoSuchEvent, NotPlaying, SideTaken
from battles.models import Battle, BattleEvent, BattleStatus, Opponent
from battles.play import commands
from battles.setup import new_battle, services
from battles.setup.practice import NothingToPlayFrom, end_of_command, join_copy, play_on
from jobs.models import Job

pytestmark = pytest.mark.django_db


def begun(user: User, **terms: object) -> Battle:
    terms = {"opponent": Opponent.HOT_SEAT, **terms}
    return new_battle.create_battle(actor_id=user.pk, now=timezone.now(), seed="on", **terms)  # type: ignore[arg-type]


def order(battle: Battle, user: User, number: int) -> None:
    battle.refresh_from_db()
    commands.carry_out_command(
        battle_id=battle.pk, actor_id=user.pk, side=battle.awaiting[0], command={"kind": "end_step"},
        expected_seq=battle.seq, command_id=f"end-{number}", now=timezone.now(),
    )  # fmt: skip


def finished_after(user: User, count: int) -> tuple[Battle, list[int]]:
    """A finished battle with some ended steps, and the events after which each of its commands was complete."""
    battle = begun(user)
    for number in range(count):
        order(battle, user, number)
    Battle.objects.filter(pk=battle.pk).update(status=BattleStatus.FINISHED)
    battle.refresh_from_db()
    ends = [run.seq + run.count - 1 for run in BattleEvent.objects.filter(battle=battle).order_by("seq")]
    return battle, ends


def copy_at(battle: Battle, user: User, event: int | None, **fields: str) -> Battle:
    choices = {"side": "a", "opponent": "hot_seat", "bot": "soldier", **fields}
    return play_on(battle_id=battle.pk, actor_id=user.pk, event=event, now=timezone.now(), **choices)


def test_a_copy_begins_in_the_position_of_its_moment(owner: User) -> None:
    battle, ends = finished_after(owner, 3)
    place = ends[-2]
    copy = copy_at(battle, owner, place - 1)
    assert copy.origin == {"battle": battle.public_id, "event": place}
    then = engine_cache.state_at(battle, engine_cache.game_of(battle), place)
    then.dice_position = 0
    assert engine_cache.load(copy).state.digest() == then.digest()
    assert copy.awaiting == "".join(engine_cache.load(copy).awaiting())
    assert (copy.seq, copy.is_playing) == (0, True)


def test_a_copy_never_counts_and_has_dice_of_its_own(owner: User) -> None:
    battle, ends = finished_after(owner, 2)
    copy = copy_at(battle, owner, ends[1])
    assert (copy.counts, copy.match_id) == (False, None)
    assert [side.warband_id for side in copy.sides.all()] == [None, None]
    assert bytes(copy.dice_seed) != bytes(battle.dice_seed)
    assert copy.fingerprint != battle.fingerprint


def test_a_copy_can_be_played_undone_and_reviewed(client: Client, owner: User) -> None:
    battle, ends = finished_after(owner, 2)
    copy = copy_at(battle, owner, ends[-1])
    order(copy, owner, 1)
    order(copy, owner, 2)
    copy.refresh_from_db()
    assert BattleEvent.objects.filter(battle=copy).count() == 2
    engine_cache.forget(copy.public_id)
    assert engine_cache.load(copy).state.phase == copy.phase
    client.force_login(owner)
    for page in ("", "replay/", "report/", "dice/", "state/"):
        assert client.get(f"/battles/{copy.public_id}/{page}").status_code == 200, page
    assert f"Practice from event {ends[-1]}" in client.get(f"/battles/{copy.public_id}/").content.decode()


def test_the_bot_plays_the_other_side_at_once(owner: User) -> None:
    battle, ends = finished_after(owner, 2)
    active = engine_cache.state_at(battle, engine_cache.game_of(battle), ends[-1]).active
    mine = "b" if active == "a" else "a"
    copy = copy_at(battle, owner, ends[-1], side=mine, opponent="bot")
    assert {side.letter: side.bot for side in copy.sides.all()} == {mine: "", active: "soldier"}
    copy.refresh_from_db()
    assert Job.objects.filter(kind="battles.bot", payload__battle_id=copy.pk).exists()


def test_anyone_may_play_on_from_a_finished_battle_by_the_page(client: Client, owner: User) -> None:
    battle, ends = finished_after(owner, 2)
    page = client.get(f"/battles/{battle.public_id}/replay/?e={ends[0]}").content.decode()
    assert "Play on from here" in page
    answer = client.post(f"/battles/{battle.public_id}/play-on/", {"event": ends[1], "side": "b", "opponent": "bot"})
    copy = Battle.objects.latest("pk")
    assert answer["Location"] == f"/battles/{copy.public_id}/"
    assert copy.origin["event"] == ends[1]
    assert "Play on from here" not in client.get(f"/battles/{battle.public_id}/replay/").content.decode()


def test_a_running_practice_battle_is_copied_for_its_players_only(client: Client, owner: User) -> None:
    battle = begun(owner, counts=False)
    stranger = User.objects.create_user(username="reader")
    with pytest.raises(NothingToPlayFrom):
        copy_at(battle, stranger, None)
    copy = copy_at(battle, owner, None)
    assert copy.origin["event"] == battle.seq
    battle.refresh_from_db()
    assert battle.is_playing
    client.force_login(owner)
    assert "Play on from here" in client.get(f"/battles/{battle.public_id}/").content.decode()


def test_practice_needs_a_finished_battle_and_an_existing_side(client: Client, owner: User) -> None:
    battle = begun(owner)
    with pytest.raises(NothingToPlayFrom):
        copy_at(battle, owner, None)
    done, ends = finished_after(owner, 1)
    with pytest.raises(NothingToPlayFrom):
        copy_at(done, owner, ends[0], side="d")
    client.force_login(owner)
    answer = client.post(f"/api/v1/battles/{battle.public_id}/play-on/", {"event": 1}, content_type="application/json")
    assert answer.status_code == 409
    assert answer.json()["code"] == "nothing_to_play_on"


def test_a_moment_is_the_end_of_its_command(owner: User) -> None:
    battle, ends = finished_after(owner, 1)
    assert end_of_command(battle, 1) == ends[0]
    assert end_of_command(battle, None) == battle.seq
    with pytest.raises(NoSuchEvent):
        end_of_command(battle, battle.seq + 1)


def test_a_friend_takes_the_other_side_by_a_link(client: Client, owner: User, rival: User) -> None:
    battle, ends = finished_after(owner, 2)
    client.force_login(owner)
    fields = {"event": ends[1], "side": "b", "opponent": "invited"}
    answer = client.post(f"/battles/{battle.public_id}/play-on/", fields)
    copy = Battle.objects.latest("pk")
    assert answer["Location"] == f"/battles/{copy.public_id}/join/"
    assert (copy.status, [side.letter for side in copy.sides.all()]) == (BattleStatus.MUSTERING, ["b"])
    mine = client.get(f"/battles/{copy.public_id}/join/").content.decode()
    assert "Invitation link" in mine
    assert "Your browser adds" not in mine
    client.force_login(rival)
    page = client.get(f"/battles/{copy.public_id}/join/").content.decode()
    assert "You take over the free side as it is" in page
    assert 'name="army"' not in page
    assert client.post(f"/battles/{copy.public_id}/join/")["Location"] == f"/battles/{copy.public_id}/"
    copy.refresh_from_db()
    assert copy.is_playing
    assert {side.letter: side.player_id for side in copy.sides.all()} == {"a": rival.pk, "b": owner.pk}
    assert copy.sides.get(letter="a").fighters == battle.sides.get(letter="a").fighters
    then = engine_cache.state_at(battle, engine_cache.game_of(battle), ends[1])
    then.dice_position = 0
    assert engine_cache.load(copy).state.digest() == then.digest()
    assert client.get(f"/battles/{copy.public_id}/").status_code == 200


def test_a_copy_that_waits_is_joined_once_and_can_be_withdrawn(owner: User, rival: User, stranger: User) -> None:
    battle, ends = finished_after(owner, 2)
    copy = copy_at(battle, owner, ends[1], opponent="invited")
    with pytest.raises(SideTaken):
        join_copy(battle_id=copy.pk, player_id=owner.pk, now=timezone.now())
    join_copy(battle_id=copy.pk, player_id=rival.pk, now=timezone.now())
    with pytest.raises(SideTaken):
        join_copy(battle_id=copy.pk, player_id=stranger.pk, now=timezone.now())
    other = copy_at(battle, owner, ends[1], opponent="invited")
    services.cancel_setup(battle_id=other.pk, actor_id=owner.pk, now=timezone.now())
    with pytest.raises(NotPlaying):
        join_copy(battle_id=other.pk, player_id=rival.pk, now=timezone.now())
