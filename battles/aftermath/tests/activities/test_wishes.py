"""The Lamp of the Djinn and the Monkey's Paw after a battle. Rule: AF-DEED-01"""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.aftermath.activities import activities
from battles.aftermath.context import AftermathContext
from battles.aftermath.decisions import choices
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.models import Aftermath, AftermathLine
from warbands.builder import recruiting
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO, STASH, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.trading import stash

pytestmark = pytest.mark.django_db
NOBODY = ActionContext(actor_id=None, at=NOON)
LAMP, PAW = "lamp_of_the_djinn", "monkeys_paw"


@pytest.fixture
def row(owner: User, rival: User) -> Aftermath:
    battle = at_rest(owner, rival, gold=100)
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def offered(row: Aftermath, item: str) -> tuple[str, AftermathLine]:
    """Give the item to a hero and let the player choose; returns the hero's key and the line."""
    warrior = state(row).active(HERO)[0].key
    stash.add(warband_id=row.warband_id, item=item, warrior=warrior, by=NOBODY)
    activities.offer(AftermathContext(row, NOON))
    return warrior, row.lines.get(kind="deed")


def answered(row: Aftermath, line: AftermathLine, option: str, faces: list[int]) -> AftermathLine:
    row.refresh_from_db()
    row.faces = [[face, "typed", 0] for face in faces]
    row.save(update_fields=["faces"])
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
    line.refresh_from_db()
    assert sentence_of(line)
    assert_reconciled(row.warband)
    return line


def test_each_wish_to_the_lamp_has_its_price(row: Aftermath) -> None:
    """Light 1 (4 experience), dark 1; light 3 (50 gc), dark 3 (20 gc); light 6 (two more wishes), dark 2; ..."""
    warrior, line = offered(row, LAMP)
    before = state(row)
    faces = [1, 4, 1, 3, 5, 3, 2, 6, 2, 3, 1, 1, 3, 2, 5]
    answered(row, line, "do", faces)
    after = state(row)
    assert after.members[warrior].experience - before.members[warrior].experience == 4
    assert after.treasury_gc - before.treasury_gc == 50 - 20 + 10 + 20
    assert after.line(warrior, LAMP) is None, "the last wish cost the lamp"
    assert len(line.data["told"]) == 10


def test_a_skill_or_a_thing_is_chosen_or_let_go(row: Aftermath) -> None:
    warrior, line = offered(row, LAMP)
    answered(row, line, "do", [2, 1, 5, 1, 2, 1])
    skill, found_item, other = row.lines.filter(kind="wish").order_by("number")
    chosen = skill.options[0]["key"]
    answered(row, skill, chosen, [])
    assert chosen.partition(":")[2] in state(row).members[warrior].skills
    item = found_item.options[0]["key"]
    answered(row, found_item, item, [])
    assert state(row).line(STASH, item.partition(":")[2]) is not None
    answered(row, other, "nobody", [])
    assert not other.data["got"]


def test_a_random_item_wish_offers_two_items(row: Aftermath) -> None:
    _who, line = offered(row, LAMP)
    answered(row, line, "do", [4, 1, 1, 1, 3, 1, 1, 3, 1, 1])
    assert [len(line.options) for line in row.lines.filter(kind="wish")] == [2]


def test_the_lamp_takes_weapons_and_health(row: Aftermath) -> None:
    _who, line = offered(row, LAMP)
    arms = weapons(row)
    answered(row, line, "do", [3, 1, 4, 2, 1, 1, 1, 2, 3, 1, 6, 4, 1, 3, 1, 1])
    assert arms - weapons(row) == 2
    assert row.lines.filter(kind="serious_injury").count() == 1


def weapons(row: Aftermath) -> int:
    found = state(row)
    return sum(
        line.count
        for line in found.kit.values()
        if AftermathContext(row, NOON).book.items[line.item_code].slot in ("close_combat", "missile")
    )


@pytest.mark.parametrize(
    ("price", "experience"), [([1, 3], -3), ([3, 2], 0), ([6], 0)], ids=["experience", "gold", "the paw"]
)
def test_the_paw_asks_one_price_for_three_wishes(row: Aftermath, price: list[int], experience: int) -> None:
    warrior, line = offered(row, PAW)
    before = state(row)
    answered(row, line, "do", [3, 1, 3, 1, 3, 1, *price])
    after = state(row)
    assert after.members[warrior].experience - before.members[warrior].experience == experience
    assert after.treasury_gc - before.treasury_gc == 30 - (20 if price[0] == 3 else 0)
    assert (after.line(warrior, PAW) is None) == (price[0] == 6)


def test_somebody_joins_and_somebody_leaves(row: Aftermath) -> None:
    _who, line = offered(row, PAW)
    before = len(state(row).active(HERO))
    answered(row, line, "do", [5, 3, 1, 3, 1, 4, 1])
    assert len(state(row).active(HERO)) == before - 1
    joins = row.lines.get(kind="wish")
    count = sum(member.headcount for member in state(row).active())
    answered(row, joins, joins.options[0]["key"], [])
    assert sum(member.headcount for member in state(row).active()) == count + 1


def test_a_hero_joins_past_the_maximum(row: Aftermath) -> None:
    _who, line = offered(row, PAW)
    answered(row, line, "do", [4, 3, 1, 3, 1, 6])
    joins = row.lines.get(kind="wish")
    captain = state(row).active(HERO)[0]
    option = next(option["key"] for option in joins.options if option["key"].startswith("recruit:"))
    most = account_max(row, option.partition(":")[2])
    for _place in range(most):
        hire_for_nothing(row, option.partition(":")[2])
    count = len(state(row).active(HERO))
    answered(row, joins, option, [])
    assert len(state(row).active(HERO)) == count + 1
    assert captain.is_leader


def account_max(row: Aftermath, entry: str) -> int:
    found = state(row)
    return max(0, (AftermathContext(row, NOON).book.warrior_types[entry].maximum or 0) - len(found.of_type(entry)))


def hire_for_nothing(row: Aftermath, entry: str) -> None:
    recruiting.hire_free(warband_id=row.warband_id, warrior_type=entry, by=NOBODY)


def test_the_paw_is_gone_when_it_was_used_three_times(row: Aftermath) -> None:
    warrior, line = offered(row, PAW)
    for number in range(2):
        twin = AftermathLine.objects.get(pk=line.pk)
        twin.pk, twin.number, twin.public_id, twin.answer = None, 900 + number, f"earlier{number}", "do"
        twin.save()
    answered(row, line, "do", [3, 1, 3, 1, 3, 1, 3, 1])
    assert state(row).line(warrior, PAW) is None


def test_a_wish_can_be_declined(row: Aftermath) -> None:
    warrior, line = offered(row, LAMP)
    answered(row, line, "no_deed", [])
    assert state(row).line(warrior, LAMP) is not None
