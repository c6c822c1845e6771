"""What skills, items and hired swords do with exploration dice, and the value of maps."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices, defaults
from battles.aftermath.finds import maps
from battles.aftermath.option_text import option_words
from battles.aftermath.stages import exploration
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.engine.aftermath.exploration_dice import ExplorationDice
from battles.engine.aftermath.rolls import Roller
from battles.engine.dice import StreamDice
from battles.models import Aftermath, AftermathLine, Battle
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.trading import stash

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)


def side(battle: Battle) -> Aftermath:
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def searched(row: Aftermath, faces: list[int], **facts: Any) -> list[AftermathLine]:
    """Explore with these dice, and return the resulting lines."""
    row.facts = {**row.facts, "won": False, **facts}
    row.stage, row.place, row.faces = "exploration", 1, [[face, "typed", 0] for face in faces]
    row.save()
    before = set(row.lines.values_list("pk", flat=True))
    exploration.explore(AftermathContext(row, NOON))
    return list(row.lines.exclude(pk__in=before).order_by("number"))


def heroes(row: Aftermath) -> list[str]:
    return [member.key for member in load_state(Warband.objects.get(pk=row.warband_id)).active(HERO)]


def fallen(row: Aftermath, *stay: str) -> list[dict[str, Any]]:
    """Casualties so that all warriors except the given ones are out of action."""
    return [{"roster_id": key} for key in heroes(row) if key not in stay]


def test_a_hireling_who_knows_the_ruins_turns_a_die(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, gold=300))
    hired = recruiting.hire_hired_sword(warband_id=row.warband_id, warrior_type="elf_ranger", by=NOBODY)
    hero, other, *_rest = heroes(row)
    lines = searched(row, [4, 2], fought=[hero, other, hired.subject], fallen=[])
    (line,) = lines
    assert line.kind == "search_dice"
    keys = [str(option["key"]) for option in line.options]
    assert keys == ["stand", "raise:0", "raise:1", "lower:0", "lower:1"]
    assert option_words(line, line.options[2])[0] == "Change the 2 to a 3"
    assert sentence_of(line) == "The exploration dice show 4, 2. You may change one die by 1."
    hand = ExplorationDice.from_data(line.data)
    assert hand.take("lower:0", Roller(StreamDice(bytes(32)))) is False
    assert hand.kept == (3, 2)
    fell = searched(row, [4, 2], fought=[hero, other, hired.subject], fallen=[{"roster_id": hired.subject}])
    assert fell[0].kind == "search"


def test_a_sister_with_the_sight_rolls_two_dice_and_keeps_one(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival, first="sisters_of_sigmar"))
    state = load_state(row.warband)
    augur = state.of_type("sisters_of_sigmar_augur")[0].key
    (line,) = searched(row, [2, 5], fought=[augur], fallen=[])
    assert [str(option["key"]) for option in line.options] == ["away:0", "away:1"]
    assert defaults.choose(AftermathContext(row, NOON, line), line) == "away:0"
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option="away:0", now=NOON)
    found = row.lines.filter(kind="search").latest("number")
    assert found.data["kept"] == [5]
    assert_reconciled(row.warband)


def test_cards_turn_a_die_on_a_check_even_for_the_fallen_and_warn_of_doom(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    reader, other, *_rest = heroes(row)
    stash.add(warband_id=row.warband_id, item="tarot_cards", warrior=reader, by=NOBODY)
    terms: dict[str, Any] = {"fought": [reader, other], "fallen": [{"roster_id": reader}]}
    (line,) = searched(row, [1, 1, 3], **terms)
    assert ExplorationDice.from_data(line.data).turns == 1
    kinds = [line.kind for line in searched(row, [6, 6, 3], **terms)]
    assert kinds[0] == "doom"
    assert load_state(Warband.objects.get(pk=row.warband_id)).members[reader].misses_battles == 1


def test_a_spell_of_the_elements_must_be_cast_first(owner: User, rival: User) -> None:
    row = side(at_rest(owner, rival))
    hero = heroes(row)[0]
    warrior = row.warband.warriors.get(public_id=hero)
    warrior.spells = ["blessing_of_the_elements"]
    warrior.save(update_fields=["spells"])
    (line,) = searched(row, [3, 3, 2], fought=[hero], fallen=[])
    assert [str(option["key"]) for option in line.options] == ["stand", "again:0", "raise:0", "lower:0"]
    assert searched(row, [2, 3, 2], fought=[hero], fallen=[])[0].kind == "search"


def test_an_explorer_rolls_one_more_and_one_is_put_away(owner: User, rival: User) -> None:
    hand = ExplorationDice([3, 3, 5], away=1)
    assert [key for key in hand.options() if key != "stand"] == ["away:0", "away:1", "away:2"]
    assert hand.must_choose
    assert hand.worst() == 2
    assert hand.take("away:2", Roller(StreamDice(bytes(32)))) is False
    assert hand.kept == (3, 3)
    with pytest.raises(KeyError):
        hand.take("away:0", Roller(StreamDice(bytes(32))))


@pytest.mark.parametrize(
    ("face", "reading", "again"),
    [(1, "fake", 0), (2, "vague", 1), (4, "catacombs", 0), (5, "accurate", 3), (6, "master", 1)],
)
def test_a_map_is_read_when_it_is_there_and_helps_the_next_search(
    owner: User, rival: User, face: int, reading: str, again: int
) -> None:
    row = side(at_rest(owner, rival))
    stash.add(warband_id=row.warband_id, item="mordheim_map", by=NOBODY)
    row.faces = [[face, "typed", 0]]
    assert maps.read(AftermathContext(row, NOON), "mordheim_map", "1") == reading
    assert load_state(Warband.objects.get(pk=row.warband_id)).line("", "mordheim_map") is None
    assert sentence_of(row.lines.get(kind="map_read")).startswith("Mordheim Map ")
    later = side(at_rest(owner, rival))
    hero, other, third, *_rest = heroes(later)
    lines = searched(later, [1, 2, 4], fought=[hero, other, third], fallen=[])
    assert lines[0].kind == ("search_dice" if again else "search")
    if again:
        assert ExplorationDice.from_data(lines[0].data).again == again
    twice = searched(later, [1, 2, 4], fought=[hero, other, third], fallen=[])
    assert (twice[0].kind == "search_dice") == (reading == "master")


def test_an_old_line_of_dice_is_still_answered() -> None:
    hand = ExplorationDice.from_data({"faces": [2, 4], "left": 1, "done": []})
    assert hand.options() == ["stand", "again:0", "again:1"]
