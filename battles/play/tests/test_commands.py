"""Commands: carried out once, never stale, never for another side, and undone only up to the last die."""

import json

import pytest
from django.utils import timezone

from accounts.models import User
from battles.core.engine_cache import game_of, state_at
from battles.core.refusals import NothingToUndo, NotPlaying, NotYourSide, RefusedByRules, SideTaken, StaleCommand
from battles.core.tests.factories import engine_of, first_move, give, hot_seat, on_to_moves, two_people
from battles.engine.commands import EndStep, Ready, Resign
from battles.engine.state import BattleState
from battles.models import BattleEvent, BattleStatus, Issuer, Opponent
from battles.play import commands
from battles.setup import deployment, new_battle
from battles.setup import services as setup_services
from battles.setup.new_battle import Army

pytestmark = pytest.mark.django_db


def test_a_dealt_battle_stands_ready_for_its_first_order(owner: User) -> None:
    battle = hot_seat(owner)
    engine = engine_of(battle)
    assert battle.status == BattleStatus.PLAYING
    assert engine.state.turn_number == 1
    assert all(model.gone == "" for model in engine.state.models.values())


def test_an_order_sent_twice_happens_once(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    move = first_move(battle)
    before = battle.seq
    once = give(battle, owner, move, command_id="same")
    again = give(battle, owner, move, command_id="same", seq=before)
    assert again.repeated
    assert json.dumps(again.data) == json.dumps(once.data)
    assert BattleEvent.objects.filter(battle=battle, command_id="same").count() == 1


def test_a_stale_order_is_told_what_it_missed(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    before = battle.seq
    move = first_move(battle)
    give(battle, owner, move)
    with pytest.raises(StaleCommand) as stale:
        give(battle, owner, EndStep(), seq=before)
    assert stale.value.missed[0]["seq"] == before + 1
    assert stale.value.as_json()["code"] == "stale_order"


def test_players_cannot_command_another_side(owner: User, rival: User, stranger: User) -> None:
    battle = two_people(owner, rival)
    for person, side in ((rival, "a"), (owner, "b"), (stranger, "a")):
        with pytest.raises(NotYourSide):
            commands.carry_out_command(
                battle_id=battle.pk,
                actor_id=person.pk,
                side=side,
                command={"kind": "ready"},
                expected_seq=battle.seq,
                command_id=f"{person.pk}",
                now=timezone.now(),
            )


def test_a_person_cannot_play_for_the_bot(owner: User) -> None:
    battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), seed="s")
    with pytest.raises(NotYourSide):
        commands.carry_out_command(
            battle_id=battle.pk,
            actor_id=owner.pk,
            side="b",
            command={"kind": "end_step"},
            expected_seq=battle.seq,
            command_id="x",
            now=timezone.now(),
        )


def test_a_refused_order_changes_nothing(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    before = engine_of(battle).state.digest()
    for command in (
        {"kind": "move", "who": "b1", "path": [["walk", 5, 5, 0]]},
        {"kind": "nonsense"},
        [],
        None,
        "x" * 50,
    ):
        with pytest.raises(RefusedByRules):
            commands.carry_out_command(
                battle_id=battle.pk,
                actor_id=owner.pk,
                side=battle.awaiting[0],
                command=command,
                expected_seq=battle.seq,
                command_id=str(command)[:60],
                now=timezone.now(),
            )
    assert engine_of(battle).state.digest() == before


def test_rows_fold_to_the_position_that_was_played(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    for _number in range(3):
        give(battle, owner, first_move(battle))
    warm = engine_of(battle).state
    cold = state_at(battle, game_of(battle), battle.seq)
    assert cold.digest() == warm.digest()
    assert BattleState.from_data(cold.to_data()).digest() == warm.digest()


def test_moves_are_taken_back_one_after_the_other(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    start = engine_of(battle).state.digest()
    for _number in range(2):
        give(battle, owner, first_move(battle))
    for _number in range(2):
        battle.refresh_from_db()
        commands.undo(battle_id=battle.pk, actor_id=owner.pk, expected_seq=battle.seq, now=timezone.now())
    assert engine_of(battle).state.digest() == start
    assert BattleEvent.objects.filter(battle=battle, is_undone=True).count() == 4


def test_a_phase_once_ended_stays_ended(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    give(battle, owner, EndStep())
    battle.refresh_from_db()
    with pytest.raises(NothingToUndo):
        commands.undo(battle_id=battle.pk, actor_id=owner.pk, expected_seq=battle.seq, now=timezone.now())


def test_a_roll_is_never_taken_back(owner: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    give(battle, owner, first_move(battle))
    BattleEvent.objects.filter(battle=battle).order_by("-seq").first()
    last = commands.last_run(battle)
    assert last is not None
    last.has_dice = True
    assert not commands.may_undo(battle, last, owner.pk)


def test_no_one_takes_back_what_somebody_else_did(owner: User, stranger: User) -> None:
    battle = hot_seat(owner)
    on_to_moves(battle, owner)
    give(battle, owner, first_move(battle))
    battle.refresh_from_db()
    with pytest.raises(NothingToUndo):
        commands.undo(battle_id=battle.pk, actor_id=stranger.pk, expected_seq=battle.seq, now=timezone.now())


def test_giving_up_ends_the_battle(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    give(battle, owner, Resign())
    battle.refresh_from_db()
    assert battle.status == BattleStatus.FINISHED
    assert battle.outcome == {"winners": ["b"], "reason": "resigned"}
    assert battle.sides.get(letter="b").is_winner
    with pytest.raises(NotPlaying):
        give(battle, rival, Resign())


def test_an_invitation_has_one_free_seat(owner: User, rival: User, stranger: User) -> None:
    battle = two_people(owner, rival)
    with pytest.raises(SideTaken):
        new_battle.accept(battle_id=battle.pk, actor_id=stranger.pk, army=Army(), now=timezone.now())


def test_an_invitation_is_withdrawn_by_its_author_alone(owner: User, stranger: User) -> None:
    battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), opponent=Opponent.OPEN)
    with pytest.raises(NotPlaying):
        setup_services.cancel_setup(battle_id=battle.pk, actor_id=stranger.pk, now=timezone.now())
    setup_services.cancel_setup(battle_id=battle.pk, actor_id=owner.pk, now=timezone.now())
    with pytest.raises(NotPlaying):
        new_battle.accept(battle_id=battle.pk, actor_id=stranger.pk, army=Army(), now=timezone.now())


def test_everyone_is_placed_in_one_stroke(owner: User, rival: User) -> None:
    battle = two_people(owner, rival)
    engine = engine_of(battle)
    while engine.state.flow[-1].kind == "decision":
        from battles.engine.commands import Answer

        user = owner if engine.awaiting()[0] == "a" else rival
        give(battle, user, Answer(engine.state.flow[-1].data["silence"]))
        engine = engine_of(battle)
    side = engine.awaiting()[0]
    person = owner if side == "a" else rival
    fields = {"battle_id": battle.pk, "actor_id": person.pk, "side": side, "command_id": "p", "now": timezone.now()}
    deployment.place_all(expected_seq=battle.seq, **fields)
    again = deployment.place_all(expected_seq=0, **fields)
    state = engine_of(battle).state
    assert again.repeated
    assert all(model.gone == "" for model_id, model in state.models.items() if model_id[0] == side)
    # If there is nobody left to place, nothing is stored and the battle goes on.
    battle.refresh_from_db()
    before = battle.seq
    nothing = deployment.place_all(expected_seq=before, **{**fields, "command_id": "q"})
    assert (nothing.seq, nothing.data) == (before, [])
    assert not BattleEvent.objects.filter(battle=battle, count=0).exists()
    give(battle, person, Ready())
    battle.refresh_from_db()
    with pytest.raises(deployment.NotDeploying):
        deployment.place_all(expected_seq=battle.seq, **{**fields, "command_id": "r"})


def test_the_bot_plays_its_turn_by_jobs(owner: User, run_jobs) -> None:  # type: ignore[no-untyped-def]
    battle = new_battle.create_battle(actor_id=owner.pk, now=timezone.now(), seed="b")
    for _round in range(20):
        battle.refresh_from_db()
        if "a" in battle.awaiting:
            break
        run_jobs()
    on_to_moves(battle, owner)
    give(battle, owner, EndStep())
    for _round in range(40):
        battle.refresh_from_db()
        if battle.is_over or BattleEvent.objects.filter(battle=battle, issuer=Issuer.BOT).exists():
            break
        if "a" in battle.awaiting:
            frame = engine_of(battle).state.flow[-1]
            from battles.engine.commands import Answer

            answer = frame.kind == "decision"
            give(battle, owner, Answer(frame.data["silence"]) if answer else EndStep())
        else:
            run_jobs()
    assert BattleEvent.objects.filter(battle=battle, side="b", issuer=Issuer.BOT).exists()
