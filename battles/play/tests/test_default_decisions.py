"""Default decisions: stored by side, carried out by the server for the player, shown in the log, and cleared."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.core import engine_cache
from battles.core.refusals import NotYourSide
from battles.core.tests.factories import engine_of, give, hot_seat
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Charge, Fight
from battles.engine.dice import PlainDice
from battles.log.lines import lines_of
from battles.models import Battle, BattleEvent, Snapshot
from battles.play.clocks.timeouts import default_command
from battles.play.default_decisions import rules as default_decisions_rules
from battles.play.default_decisions import services as default_decisions_services
from battles.simulation.conformance.arena import Arena

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]


def set_orders(battle: Battle, player: User, side: str = "a", **orders: str) -> None:
    default_decisions_services.set_policies(
        battle_id=battle.pk, actor_id=player.pk, side=side, orders=orders, now=timezone.now()
    )  # fmt: skip


def test_policies_name_options_that_are_offered() -> None:
    arena = Arena("core")
    arena.add("a", a=2, i=5)
    arena.add("b", at=(11, 10), a=0)
    arena.add("b", at=(9, 10), a=0)
    arena.engage("a1", "b1", "b2")
    battle = EngineBattle(arena.battle("combat").game, arena.battle("combat").state, PlainDice(1))
    battle.play("a", Fight())
    frame = battle.state.flow[-1]
    assert frame.stage == "allocate"
    assert default_decisions_rules.answer_of(battle, {"allocate": "even"}) == "b1,b2"
    assert default_decisions_rules.answer_of(battle, {"allocate": "together"}) == "b1,b1"
    assert default_decisions_rules.answer_of(battle, {"intercept": "pass"}) is None
    assert default_decisions_rules.answer_of(battle, {"allocate": "dance"}) is None


def test_every_policy_has_words_and_answers_an_option_or_none(owner: User) -> None:
    assert set(default_decisions_rules.POLICIES) == set(default_decisions_rules.KINDS)
    for row in default_decisions_rules.policy_rows({"react": "hold"}):
        assert row["kind"]
        assert all(words for _code, words in row["policies"])
    assert {row["stage"]: row["holds"] for row in default_decisions_rules.policy_rows({"react": "hold"})}[
        "react"
    ] == "hold"


def test_a_question_is_answered_by_standing_order_and_the_log_says_so(owner: User, client_of: ClientOf) -> None:
    battle = hot_seat(owner, set_up=False)
    engine = engine_of(battle)
    assert engine.state.flow[-1].kind == "decision"
    side = engine.awaiting()[0]
    with pytest.raises(default_decisions_services.NoSuchPolicy):
        set_orders(battle, owner, side, set_up_first="first")
    set_orders(battle, owner, side, intercept="pass", react="hold")
    battle.refresh_from_db()
    assert battle.sides.get(letter=side).orders == {"intercept": "pass", "react": "hold"}
    page = client_of(owner).get(f"/battles/{battle.public_id}/").content.decode()
    assert "Default decisions" in page
    set_orders(battle, owner, side, react="")
    assert battle.sides.get(letter=side).orders == {"intercept": "pass"}


def test_only_the_seat_itself_gives_standing_orders(owner: User, stranger: User) -> None:
    battle = hot_seat(owner)
    with pytest.raises(NotYourSide):
        set_orders(battle, stranger, "a", react="hold")
    with pytest.raises(NotYourSide):
        set_orders(battle, owner, "c", react="hold")


def brought_together(battle: Battle) -> tuple[str, Charge]:
    """Place an enemy in the open in front of a model of the active side. Returns (charged model, charge)."""
    engine = engine_of(battle)
    mine = engine.awaiting()[0]
    enemy = "b1" if mine == "a" else "a1"
    for model_id in sorted(other for other in engine.state.models if other[0] == mine):
        at = engine.state.models[model_id]
        for dx, dy in ((300, 0), (-300, 0), (0, 300), (0, -300)):
            engine.state.models[enemy] = engine.state.models[enemy]._replace(x=at.x + dx, y=at.y + dy, z=at.z)
            for command in engine.legal(mine):
                if isinstance(command, Charge) and command.targets == (enemy,):
                    now = {"state": engine.state.to_data()}
                    Snapshot.objects.update_or_create(battle=battle, seq=battle.seq, defaults=now)
                    engine_cache.forget(battle.public_id)
                    return enemy, command
    raise AssertionError("nobody can charge")


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle rolls the same dice, because whether a model may react depends on positions, and so on dice."""
    monkeypatch.setattr("secrets.token_bytes", lambda length=32: bytes(length))


@pytest.mark.usefixtures("same_dice")
def test_a_question_that_comes_up_is_answered_at_once_in_the_players_name(owner: User) -> None:
    battle = hot_seat(owner, ruleset="skirmish")
    battle.refresh_from_db()
    enemy, charge = brought_together(battle)
    set_orders(battle, owner, enemy[0], react="hold")
    give(battle, owner, charge)
    for _number in range(6):
        runs = BattleEvent.objects.filter(battle=battle, reason="Default decision")
        if runs:
            break
        engine = engine_of(battle)
        give(battle, owner, default_command(engine, engine.awaiting()[0]))
    (run,) = runs
    assert (run.side, run.actor_id, run.command) == (enemy[0], owner.pk, {"kind": "answer", "option": "hold"})
    lines = lines_of(engine_of(battle).game, [run])
    assert "Default decision" in [line.note for line in lines]


@pytest.mark.usefixtures("same_dice")
def test_an_order_given_while_its_question_waits_answers_it(owner: User) -> None:
    battle = hot_seat(owner, ruleset="skirmish")
    battle.refresh_from_db()
    enemy, charge = brought_together(battle)
    give(battle, owner, charge)
    for _number in range(6):
        engine = engine_of(battle)
        if engine.state.flow[-1].stage == "react":
            break
        give(battle, owner, default_command(engine, engine.awaiting()[0]))
    assert engine.state.flow[-1].stage == "react"
    set_orders(battle, owner, enemy[0], react="hold")
    assert engine_of(battle).state.flow[-1].stage != "react"
