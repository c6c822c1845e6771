"""Undoing an answer, confirming, the deadline, and reverting the whole aftermath."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from battles.aftermath import reverts
from battles.aftermath.context import open_lines
from battles.aftermath.decisions import choices, confirmation, rulings, undo
from battles.aftermath.dice.proof import proof_of
from battles.aftermath.stages import runner
from battles.aftermath.tests.test_views import league
from battles.aftermath.tests.world import begun, ended, print_of
from battles.models import Aftermath, AftermathLine, Battle
from warbands.core import undo as core_undo
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import LedgerEntry
from warbands.roster.corrections import Correction, NothingCorrected
from warbands.trading import treasury

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(owner: User, rival: User) -> Battle:
    fought = ended(owner, rival)
    runner.run(battle_id=fought.pk, now=NOON)
    return fought


def side(battle: Battle, letter: str = "a") -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter=letter)


def the_sale(battle: Battle) -> AftermathLine:
    return AftermathLine.objects.get(aftermath=side(battle), kind="sale")


def press(line: AftermathLine, option: str, actor: User) -> None:
    choices.answer(line_id=line.public_id, actor_id=actor.pk, option=option, now=NOON)


def back(line: AftermathLine, actor: User) -> AftermathLine:
    return undo.undo_answer(line_id=line.public_id, actor_id=actor.pk, now=NOON)


def test_a_sale_is_taken_back_and_made_otherwise(battle: Battle, owner: User) -> None:
    before = print_of(side(battle).warband)
    press(the_sale(battle), "sell:1", owner)
    assert print_of(side(battle).warband) != before
    back(the_sale(battle), owner)
    assert print_of(side(battle).warband) == before
    assert the_sale(battle).is_open
    press(the_sale(battle), "sell:1", owner)
    line = the_sale(battle)
    assert side(battle).warband.treasury_gc == before[0] + int(line.data["gold"])
    assert_reconciled(side(battle).warband)


def test_a_second_press_of_taking_back_finds_nothing(battle: Battle, owner: User) -> None:
    press(the_sale(battle), "keep", owner)
    back(the_sale(battle), owner)
    with pytest.raises(undo.NoAnswerToUndo):
        back(the_sale(battle), owner)


def test_only_the_latest_answer_is_taken_back(battle: Battle, owner: User) -> None:
    press(the_sale(battle), "keep", owner)
    advance = next(line for line in open_lines(side(battle)) if line.stage == "advances")
    press(advance, str(advance.options[0]["key"]), owner)
    with pytest.raises(undo.NoAnswerToUndo):
        back(the_sale(battle), owner)


def test_answers_whose_dice_were_rolled_cannot_be_undone(battle: Battle, owner: User) -> None:
    line = next(line for line in open_lines(side(battle)) if line.stage == "advances" and line.subject_name == "Piet")
    press(line, str(line.options[0]["key"]), owner)
    line.refresh_from_db()
    assert AftermathLine.objects.filter(aftermath=side(battle), number__gt=line.before["last"]).exists()
    with pytest.raises(undo.AlreadyRolled):
        back(line, owner)


def test_no_one_else_takes_an_answer_back(battle: Battle, owner: User, rival: User) -> None:
    press(the_sale(battle), "keep", owner)
    with pytest.raises(choices.NotYourChoice):
        back(the_sale(battle), rival)


def test_later_changes_that_hang_on_it_bar_the_way_with_a_sentence(battle: Battle, owner: User) -> None:
    press(the_sale(battle), "sell:1", owner)
    row = side(battle)
    treasury.spend(
        warband_id=row.warband_id, gold_gc=row.warband.treasury_gc, by=ActionContext(actor_id=owner.pk, at=NOON)
    )
    with pytest.raises(core_undo.LaterChangesDepend):
        back(the_sale(battle), owner)
    assert not the_sale(battle).is_open


def decided(battle: Battle, owner: User) -> Aftermath:
    choices.decide_rest(aftermath_id=side(battle).public_id, actor_id=owner.pk, now=NOON)
    return side(battle)


def test_a_confirmed_aftermath_can_be_reopened_until_the_next_battle(battle: Battle, owner: User, rival: User) -> None:
    with pytest.raises(choices.ChoicesLeft):
        confirmation.confirm(aftermath_id=side(battle).public_id, actor_id=owner.pk, now=NOON)
    row = decided(battle, owner)
    confirmation.confirm(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON)
    confirmation.confirm(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON)
    latest = undo.latest_answer(row)
    assert latest is not None
    with pytest.raises(choices.Confirmed):
        back(latest, owner)
    confirmation.reopen(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON)
    assert side(battle).confirmed_at is None
    confirmation.confirm(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON)
    begun(owner, rival, seed=bytes(32))
    with pytest.raises(undo.UsedByLaterBattle):
        confirmation.reopen(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON)


def test_after_the_deadline_choices_are_decided_automatically(battle: Battle) -> None:
    row = side(battle)
    assert row.due_at == NOON + timedelta(hours=168)
    assert confirmation.close_due(now=NOON) == 0
    assert confirmation.close_due(now=NOON + timedelta(hours=169)) == 2
    row = side(battle)
    assert row.confirmed_at is not None
    assert not open_lines(row)
    assert confirmation.close_due(now=NOON + timedelta(hours=170)) == 0
    assert_reconciled(row.warband)


def test_a_later_battle_bars_taking_the_whole_back(battle: Battle, owner: User, rival: User) -> None:
    begun(owner, rival, seed=bytes(32))
    with pytest.raises(undo.UsedByLaterBattle):
        reverts.request_revert(battle_id=battle.pk, actor_id=owner.pk, reason="Wrong table.", now=NOON)


def test_in_a_league_only_its_arbitrator_takes_it_back_and_says_why(owner: User, rival: User, arbitrator: User) -> None:
    match = league(arbitrator, owner, rival)[1]
    battle = ended(owner, rival, match_id=match.pk)
    runner.run(battle_id=battle.pk, now=NOON)
    about = {"battle_id": battle.pk, "now": NOON}
    with pytest.raises(undo.NotYoursToRevert):
        reverts.request_revert(actor_id=owner.pk, reason="Wrong table.", **about)  # type: ignore[arg-type]
    with pytest.raises(undo.ReasonMissing):
        reverts.request_revert(actor_id=arbitrator.pk, reason=" ", **about)  # type: ignore[arg-type]
    reverts.request_revert(actor_id=arbitrator.pk, reason="Wrong table.", **about)  # type: ignore[arg-type]
    entry = LedgerEntry.objects.filter(warband=side(battle).warband, kind="undone").latest("number")
    assert entry.reason == "Wrong table."


def test_a_correction_has_a_reason_and_happens_once(battle: Battle, owner: User, stranger: User) -> None:
    row = side(battle)
    hero = load_state(row.warband).active(HERO)[0]
    gold = row.warband.treasury_gc
    terms = {"aftermath_id": row.public_id, "reason": "Miscounted.", "key": "one", "now": NOON}
    change = Correction(gold_gc=25, warrior=hero.key, experience=1)
    with pytest.raises(undo.NotYoursToRevert):
        rulings.rule(actor_id=stranger.pk, correction=change, **terms)  # type: ignore[arg-type]
    with pytest.raises(NothingCorrected):
        rulings.rule(actor_id=owner.pk, correction=Correction(), **terms)  # type: ignore[arg-type]
    first = rulings.rule(actor_id=owner.pk, correction=change, **terms)  # type: ignore[arg-type]
    again = rulings.rule(actor_id=owner.pk, correction=change, **terms)  # type: ignore[arg-type]
    assert first.pk == again.pk
    row = side(battle)
    assert row.warband.treasury_gc == gold + 25
    assert load_state(row.warband).members[hero.key].experience == hero.experience + 1
    assert_reconciled(row.warband)


def test_every_die_of_an_aftermath_can_be_rolled_again_from_the_sealed_seed(battle: Battle, owner: User) -> None:
    decided(battle, owner)
    proof = proof_of(battle)
    assert proof.rolled > 20
    assert proof.is_sound
    assert proof.seed == ""
    confirmation.close_due(now=NOON + timedelta(hours=169))
    assert proof_of(battle).seed == bytes(battle.dice_seed).hex()


def test_a_warband_is_restored_to_its_state_of_any_day(battle: Battle, owner: User) -> None:
    warband = side(battle).warband
    first = LedgerEntry.objects.filter(warband=warband, source_key__startswith="aftermath:").earliest("number")
    decided(battle, owner)
    later = print_of(warband)
    by = ActionContext(actor_id=owner.pk, at=NOON, reason="Back to that evening.")
    core_undo.restore_to(warband_id=warband.pk, number=first.number - 1, by=by)
    then = print_of(warband)
    assert then != later
    assert all(member[6] == [] for member in then[3])
    assert_reconciled(warband)
    last = LedgerEntry.objects.filter(warband=warband).latest("number").number
    core_undo.restore_to(warband_id=warband.pk, number=last - 1, by=by)
    assert print_of(warband) == later
    with pytest.raises(core_undo.NoSuchState):
        core_undo.restore_to(warband_id=warband.pk, number=99_999, by=by)


def test_a_battle_without_an_aftermath_has_nothing_to_revert_or_to_roll_again(
    owner: User, rival: User, arbitrator: User
) -> None:
    battle = ended(owner, rival, match_id=league(arbitrator, owner, rival)[1].pk)
    Aftermath.objects.filter(side__battle=battle).delete()
    with pytest.raises(undo.NoAftermathYet):
        reverts.request_revert(battle_id=battle.pk, actor_id=arbitrator.pk, reason="Wrong table.", now=NOON)
    with pytest.raises(undo.NoAftermathYet):
        undo.roll_again(battle_id=battle.pk, actor_id=arbitrator.pk, now=NOON)
