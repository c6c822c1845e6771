"""Choices of an aftermath made, undone and made again, in any order."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from battles.aftermath.context import open_lines
from battles.aftermath.decisions import choices
from battles.aftermath.decisions import undo as decisions_undo
from battles.aftermath.dice import typed_dice
from battles.aftermath.option_text import grouped
from battles.aftermath.stages import exploration, runner
from battles.aftermath.tests.finds.test_search_dice import fallen, heroes, searched, side
from battles.aftermath.tests.world import at_rest, ended, print_of
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.models import Aftermath, AftermathLine
from catalogue.packs.installed import book
from mordheim_site.refusals import Refusal
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded
from warbands.models import Warband
from warbands.trading import stash, treasury

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)
ACTS = 50


def augurs_search(owner: User, rival: User, faces: list[int]) -> tuple[Aftermath, AftermathLine]:
    """An exploration with two dice, of which one must be discarded."""
    row = side(at_rest(owner, rival, first="sisters_of_sigmar"))
    augur = load_state(row.warband).of_type("sisters_of_sigmar_augur")[0].key
    (line,) = searched(row, faces, fought=[augur], fallen=[])
    return row, line


def answer(row: Aftermath, line: AftermathLine, option: str) -> AftermathLine:
    return choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)


def undo(row: Aftermath, line: AftermathLine) -> AftermathLine:
    return decisions_undo.undo_answer(line_id=line.public_id, actor_id=row.warband.owner_id, now=NOON)


def test_a_die_put_away_is_back_after_undo_and_another_can_be_chosen(owner: User, rival: User) -> None:
    """This caused a server error in a trial: "Discard the 3", undo it, choose again."""
    row, line = augurs_search(owner, rival, [3, 5])
    before = dict(line.data)
    for chosen in ("away:0", "away:1", "away:0"):
        answer(row, line, chosen)
        line = undo(row, line)
        assert line.data == before
        assert ExplorationDice.from_data(line.data).options() == [str(option["key"]) for option in line.options]
    answer(row, line, "away:1")
    assert row.lines.filter(kind="search").latest("number").data["kept"] == [3]
    assert_reconciled(row.warband)


def test_a_turned_die_shows_its_face_again_after_undo(owner: User, rival: User) -> None:
    """With the same cause, a die could be changed, undone, and changed once more."""
    row = side(at_rest(owner, rival, gold=300))
    hired = recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type="elf_ranger", by=NOBODY)
    hero, other, *_rest = heroes(row)
    (line,) = searched(row, [4, 2], fought=[hero, other, hired.subject], fallen=fallen(row, hero, other))
    for _time in range(3):
        answer(row, line, "raise:0")
        line = undo(row, line)
        assert line.data["faces"] == [4, 2]
    answer(row, line, "raise:0")
    assert row.lines.filter(kind="search").latest("number").data["kept"] == [5, 2]


def test_exploration_dice_do_not_change_the_data_they_were_read_from() -> None:
    data = ExplorationDice([3, 3, 5], away=1, pairs=[[0, 1]]).as_data()
    before = {name: list(value) if isinstance(value, list) else value for name, value in data.items()}
    hand = ExplorationDice.from_data(data)
    hand.faces.append(6)
    hand.gone.append(2)
    hand.pairs[0].append(9)
    assert data == {**before, "pairs": [[0, 1]]}


def test_an_option_that_the_dice_no_longer_allow_is_refused(owner: User, rival: User) -> None:
    row, line = augurs_search(owner, rival, [3, 5])
    line.data["gone"] = [0]
    line.save(update_fields=["data"])
    with pytest.raises(exploration.DiceChanged):
        answer(row, line, "away:0")


def test_buttons_for_equal_dice_say_which_die_they_mean(owner: User, rival: User) -> None:
    _row, line = augurs_search(owner, rival, [3, 3])
    (group,) = grouped(line, book())
    assert [choice.label for choice in group.choices] == ["Discard the 3 (die 1)", "Discard the 3 (die 2)"]
    _row, line = augurs_search(owner, rival, [3, 4])
    assert [choice.label for choice in grouped(line, book())[0].choices] == ["Discard the 3", "Discard the 4"]
    hand = ExplorationDice([2, 3, 3], again=1, gone=[0])
    line.data = {**hand.as_data(), "about": {}}
    line.options = [{"key": f"again:{place}", "face": 3} for place in (1, 2)]
    labels = [choice.label for choice in grouped(line, book())[0].choices]
    assert labels == ["Re-roll the 3 (die 1)", "Re-roll the 3 (die 2)"], "as the page lists the dice"
    line.kind, line.options = "hero_goes", [{"key": f"hero:{key}", "label": "Otto"} for key in "xyz"]
    labels = [choice.label for choice in grouped(line, book())[0].choices]
    assert labels == ["Otto (1)", "Otto (2)", "Otto (3)"]


class Fuzz:
    """A player who clicks at random in an aftermath. Every rendered page must have distinct labels."""

    def __init__(self, row: Aftermath, chance: random.Random) -> None:
        self.pk, self.chance = row.pk, chance
        self.before: dict[str, list[Any]] = {}
        self.done = {"answer": 0, "undo": 0, "refused": 0}

    def row(self) -> Aftermath:
        return Aftermath.objects.select_related("warband", "side__battle").get(pk=self.pk)

    def act(self) -> None:
        row = self.row()
        acts = [self.choose, self.choose, self.choose, self.undo_last, self.undo_last, self.press_anything]
        if row.asked is not None:
            acts += [self.give_dice] * 6
        try:
            with transaction.atomic():
                self.chance.choice(acts)(row)
        except Refusal:
            self.done["refused"] += 1
        for line in open_lines(self.row()):
            labels = [(group.title, choice.label) for group in grouped(line, book()) for choice in group.choices]
            assert len(set(labels)) == len(labels), labels

    def choose(self, row: Aftermath) -> None:
        lines = open_lines(row)
        if not lines:
            return
        line = self.chance.choice(lines)
        option = str(self.chance.choice(line.options)["key"])
        found = print_of(Warband.objects.get(pk=row.warband_id))
        choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
        self.before[line.public_id] = found
        self.done["answer"] += 1

    def undo_last(self, row: Aftermath) -> None:
        line = decisions_undo.latest_answer(row)
        if line is None:
            return
        decisions_undo.undo_answer(line_id=line.public_id, actor_id=row.warband.owner_id, now=NOON)
        self.done["undo"] += 1
        if line.public_id in self.before:
            assert print_of(Warband.objects.get(pk=row.warband_id)) == self.before[line.public_id]

    def press_anything(self, row: Aftermath) -> None:
        """Send a request from a stale page, or from another user."""
        lines = list(row.lines.all())
        if not lines:
            return
        line = self.chance.choice(lines)
        other = self.chance.choice(lines)
        keys = [str(option["key"]) for option in other.options] + ["stand", "away:9", "again:x", "", "lapsed"]
        if self.chance.random() < 0.5:
            decisions_undo.undo_answer(line_id=line.public_id, actor_id=row.warband.owner_id, now=NOON)
        else:
            option = self.chance.choice(keys)
            choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)

    def give_dice(self, row: Aftermath) -> None:
        assert row.asked is not None
        count = int(row.asked["count"])
        faces = "".join(self.chance.choice("123456") for _die in range(count))
        typed_dice.give_faces(
            aftermath_id=row.public_id,
            actor_id=row.warband.owner_id,
            faces=self.chance.choice([faces, faces, "", "7", "1" * (count + 1)]),
            given=int(row.asked["given"]),
            now=NOON,
        )


def rich(owner: User, rival: User, chance: random.Random) -> Aftermath:
    """A bloody battle of a warband with money and with items that affect exploration; with some seeds dice are typed
    in."""
    warband = founded(owner, chance.choice(["sisters_of_sigmar", "reiklanders", "skaven"]), seed="lanterns")
    treasury.gain(warband_id=warband.pk, gold_gc=chance.choice([1, 60, 400]), by=NOBODY)
    with_cards = load_state(warband).active("hero")[-1].key
    stash.add(warband_id=warband.pk, item="tarot_cards", warrior=with_cards, by=NOBODY)
    if chance.random() < 0.5:
        with contextlib.suppress(Refusal):
            recruiting.hire_hired_sword(warband_id=warband.pk, warrior_type="elf_ranger", by=NOBODY)
    battle = ended(owner, rival, seed=chance.randbytes(32))
    row = side(battle)
    row.hand_dice = chance.random() < 0.5
    row.save(update_fields=["hand_dice"])
    runner.run(battle_id=battle.pk, now=NOON)
    return row


def fuzz(owner: User, rival: User, seed: int) -> Fuzz:
    chance = random.Random(seed)
    player = Fuzz(rich(owner, rival, chance), chance)
    for _number in range(ACTS):
        player.act()
    row = player.row()
    row.hand_dice = False
    row.save(update_fields=["hand_dice"])
    while row.asked is not None:
        typed_dice.give_faces(
            aftermath_id=row.public_id, actor_id=row.warband.owner_id, faces="", given=row.asked["given"], now=NOON
        )
        row = player.row()
    choices.decide_rest(aftermath_id=row.public_id, actor_id=row.warband.owner_id, now=NOON)
    assert not open_lines(player.row())
    assert_reconciled(Warband.objects.get(pk=row.warband_id))
    return player


@pytest.mark.parametrize("seed", range(6))
def test_no_order_of_choices_and_undoing_raises_anything_but_a_refusal(owner: User, rival: User, seed: int) -> None:
    player = fuzz(owner, rival, seed)
    assert player.done["answer"] + player.done["refused"] > 10


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_many_orders_of_choices_and_undoing(owner: User, rival: User) -> None:
    done = {"answer": 0, "undo": 0, "refused": 0}
    for seed in range(100, 115):
        with transaction.atomic():
            for name, count in fuzz(owner, rival, seed).done.items():
                done[name] += count
            transaction.set_rollback(True)
    assert done["answer"] > 75
    assert done["undo"] > 15
