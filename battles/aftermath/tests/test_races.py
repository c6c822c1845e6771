"""Two simultaneous requests on the same aftermath: one succeeds, the other is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from accounts.models import User
from battles.aftermath.decisions import choices, confirmation, market, undo
from battles.aftermath.stages import runner
from battles.aftermath.tests.world import at_rest, ended, print_of
from battles.models import Aftermath, AftermathLine, Battle
from battles.tabletop.sheets import services as sheets
from battles.tabletop.sheets.sheet import Sheet, SideSheet
from mordheim_site.refusals import Refusal
from warbands.core.state import HERO
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled, founded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run the functions in threads that start together; a refusal is returned as a result. SQLite has its test database
    in memory, where writers do not wait for each other, so there they run in sequence."""
    if connection.vendor == "sqlite":
        return [settled(act) for act in acts]
    gate = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        gate.wait()
        try:
            return settled(act)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def settled(act: Callable[[], object]) -> object:
    try:
        return act()
    except Refusal as refusal:
        return refusal


def test_two_answers_at_once_sell_once(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    runner.run(battle_id=battle.pk, now=NOON)
    line = AftermathLine.objects.get(aftermath__side__battle=battle, aftermath__side__letter="a", kind="sale")
    warband = Aftermath.objects.get(pk=line.aftermath_id).warband
    gold = warband.treasury_gc

    def press(option: str) -> Callable[[], object]:
        return lambda: choices.answer(line_id=line.public_id, actor_id=owner.pk, option=option, now=NOON)

    seen = at_once(press("sell:1"), press("keep"))
    refused = [outcome for outcome in seen if isinstance(outcome, Refusal)]
    assert [refusal.code for refusal in refused] == ["chosen_already"]
    line.refresh_from_db()
    warband.refresh_from_db()
    assert warband.treasury_gc == gold + int(line.data["gold"])
    assert_reconciled(warband)


def test_two_workers_on_one_battle_do_each_step_once(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    at_once(*[lambda: runner.run(battle_id=battle.pk, now=NOON)] * 2)
    battle = Battle.objects.get(pk=battle.pk)
    assert battle.aftermath_done_at is not None
    for row in Aftermath.objects.filter(side__battle=battle).select_related("warband"):
        kinds = list(row.lines.values_list("kind", flat=True))
        assert [kinds.count(kind) for kind in ("experience", "rating", "search")] == [1, 1, 1]
        assert kinds.count("casualty") <= len(row.facts["fallen"])
        assert_reconciled(row.warband)
        assert print_of(row.warband)[3]


def test_a_choice_while_the_worker_walks_loses_nothing(owner: User, rival: User) -> None:
    battle = ended(owner, rival)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    while not any(line.is_open for line in row.lines.all()):
        assert not runner.step(battle_id=battle.pk, now=NOON).is_over
    line = next(line for line in row.lines.all() if line.is_open)
    option = str(line.options[0]["key"])
    at_once(
        lambda: runner.run(battle_id=battle.pk, now=NOON),
        lambda: choices.answer(line_id=line.public_id, actor_id=owner.pk, option=option, now=NOON),
    )
    line.refresh_from_db()
    assert line.answer == option
    row.refresh_from_db()
    assert row.stage == runner.OVER
    assert_reconciled(row.warband)


def test_two_tabs_send_one_hero_on_one_search(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival, gold=100)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    hero = load_state(row.warband).active(HERO)[0].key

    def search(thing: str) -> Callable[[], object]:
        request = market.MarketRequest(row.public_id, owner.pk, NOON)
        return lambda: market.search_item(request, hero=hero, item=thing)

    seen = at_once(search("lucky_charm"), search("mordheim_map"))
    assert [outcome.code for outcome in seen if isinstance(outcome, Refusal)] == ["cannot_search"]
    assert row.lines.filter(kind="seek").count() == 1


def test_confirming_while_a_hired_sword_is_hired_loses_neither(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival, gold=200)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    seen = at_once(
        lambda: confirmation.confirm(aftermath_id=row.public_id, actor_id=owner.pk, now=NOON),
        lambda: market.hire_sword(market.MarketRequest(row.public_id, owner.pk, NOON), entry="pit_fighter"),
    )
    refused = [outcome.code for outcome in seen if isinstance(outcome, Refusal)]
    hired = load_state(row.warband).active("hired_sword")
    assert (refused, len(hired)) in ((["confirmed"], 0), ([], 1))
    assert Aftermath.objects.get(pk=row.pk).confirmed_at is not None
    assert_reconciled(row.warband)


def test_two_presses_of_taking_back_undo_once(owner: User, rival: User) -> None:
    battle = at_rest(owner, rival, shards=3)
    row = Aftermath.objects.get(side__battle=battle, side__letter="a")
    line = AftermathLine.objects.get(aftermath=row, kind="sale")
    before = print_of(row.warband)
    choices.answer(line_id=line.public_id, actor_id=owner.pk, option="sell:2", now=NOON)
    back = lambda: undo.undo_answer(line_id=line.public_id, actor_id=owner.pk, now=NOON)
    seen = at_once(back, back)
    assert [outcome.code for outcome in seen if isinstance(outcome, Refusal)] == ["nothing_to_take_back"]
    assert print_of(row.warband) == before
    assert_reconciled(row.warband)


def test_a_sheet_agreed_to_twice_at_once_has_one_aftermath(owner: User, rival: User) -> None:
    mine, theirs = founded(owner, "reiklanders"), founded(rival, "undead")
    sides = {
        letter: SideSheet([member.key for member in load_state(warband).active()])
        for letter, warband in (("a", mine), ("b", theirs))
    }
    battle = sheets.send(
        mine=mine.public_id, theirs=theirs.public_id, actor_id=owner.pk, sheet=Sheet(sides, winner="a"), now=NOON
    )
    agree = lambda: sheets.agree(battle_id=battle.pk, actor_id=rival.pk, now=NOON)
    seen = at_once(agree, agree)
    assert not [outcome for outcome in seen if isinstance(outcome, Refusal)]
    assert Aftermath.objects.filter(side__battle=battle).count() == 2
