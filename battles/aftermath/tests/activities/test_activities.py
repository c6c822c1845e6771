"""Cons, robbery, brewing and theft after a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.aftermath.activities import activities
from battles.aftermath.activities.searches import CannotSearch
from battles.aftermath.context import AftermathContext, write_line
from battles.aftermath.decisions import choices
from battles.aftermath.stages import market
from battles.aftermath.tests.world import at_rest
from battles.aftermath.text import sentence_of
from battles.models import Aftermath, AftermathLine
from catalogue.packs.book import EffectData
from warbands.core.ledger import ActionContext
from warbands.core.state import HERO, STASH, WarbandState
from warbands.core.state_storage import load_state
from warbands.core.tests.factories import NOON, assert_reconciled
from warbands.models import Warband
from warbands.roster import lasting_effects
from warbands.trading import stash

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User | None], Client]
NOBODY = ActionContext(actor_id=None, at=NOON)


@pytest.fixture
def row(owner: User, rival: User) -> Aftermath:
    battle = at_rest(owner, rival, gold=100)
    return Aftermath.objects.select_related("warband", "side__battle").get(side__battle=battle, side__letter="a")


def state(row: Aftermath) -> WarbandState:
    return load_state(Warband.objects.get(pk=row.warband_id))


def who_can(row: Aftermath, code: str, **params: Any) -> str:
    key = state(row).active(HERO)[1].key
    effect = EffectData(code=code, params=params)
    lasting_effects.add_effects(
        warband_id=row.warband_id, warrior=key, source="scholar", effects=[effect], detail="x", by=NOBODY
    )
    return key


def offered(row: Aftermath) -> AftermathLine:
    activities.offer(AftermathContext(row, NOON))
    return row.lines.get(kind="deed")


def answered(row: Aftermath, line: AftermathLine, option: str, faces: list[int]) -> AftermathLine:
    row.faces = [[face, "typed", 0] for face in faces]
    row.save(update_fields=["faces"])
    choices.answer(line_id=line.public_id, actor_id=row.warband.owner_id, option=option, now=NOON)
    line.refresh_from_db()
    assert sentence_of(line)
    assert_reconciled(row.warband)
    return line


@pytest.mark.parametrize(("deed", "faces", "gold"), [("slick_operator", [2, 3, 4], 7), ("banditry", [6, 5], 6)])
def test_a_successful_deed_brings_gold(row: Aftermath, deed: str, faces: list[int], gold: int) -> None:
    who_can(row, "deed", name=deed)
    before = state(row).treasury_gc
    answered(row, offered(row), "do", faces)
    assert state(row).treasury_gc == before + gold


def test_a_failed_con_misses_a_battle_and_a_failed_robbery_injures(row: Aftermath) -> None:
    hero = who_can(row, "deed", name="slick_operator")
    answered(row, offered(row), "do", [1])
    assert state(row).members[hero].misses_battles == 1
    row.lines.filter(kind="deed").delete()
    other = state(row).active(HERO)[2].key
    effect = EffectData(code="deed_instead", params={"name": "banditry"})
    lasting_effects.add_effects(
        warband_id=row.warband_id, warrior=other, source="scholar", effects=[effect], detail="x", by=NOBODY
    )
    activities.offer(AftermathContext(row, NOON))
    answered(row, row.lines.get(kind="deed", subject=other), "do", [1, 1, 1])
    assert not state(row).members[other].is_active


def test_a_hero_either_brews_or_searches(row: Aftermath) -> None:
    hero = who_can(row, "brews_instead", item="dark_venom", dice="D3", less=1)
    line = offered(row)
    answered(row, line, "do", [5])
    held = state(row).line(STASH, "dark_venom")
    assert held is not None
    assert held.count == 2
    with pytest.raises(CannotSearch):
        market.seek(row, hero=hero, item="mordheim_map", now=NOON, actor_id=row.warband.owner_id)
    row.lines.filter(kind="deed").delete()
    write_line(row, "market", "seek", subject=hero, name="x")
    with pytest.raises(CannotSearch):
        answered(row, offered(row), "do", [5])


@pytest.mark.parametrize(("faces", "got", "hangs"), [([2], True, False), ([1, 5], False, False), ([1, 6], False, True)])
def test_a_thief_takes_a_common_thing_or_is_caught(row: Aftermath, faces: list[int], got: bool, hangs: bool) -> None:
    hero = who_can(row, "steals_item", common_on=2, hanged_on=6)
    line = offered(row)
    assert "steal:sword" in [option["key"] for option in line.options]
    answered(row, line, "steal:sword", faces)
    now = state(row)
    assert (now.line(STASH, "sword") is not None) == got
    assert now.members[hero].is_active == (not hangs)
    assert activities.thief(AftermathContext(row, NOON)) is None


def test_a_thief_takes_what_another_found_on_more_than_its_rarity(row: Aftermath) -> None:
    who_can(row, "steals_item", common_on=2, hanged_on=6)
    seeker = state(row).active(HERO)[0].key
    row.faces = [[6, "typed", 0]] * 2 + [[1, "typed", 0]] * 4
    row.save(update_fields=["faces"])
    line = market.seek(row, hero=seeker, item="lucky_charm", now=NOON, actor_id=row.warband.owner_id)
    assert line is not None
    option = next(str(option["key"]) for option in line.options if str(option["key"]).startswith("steal_it:"))
    gold = state(row).treasury_gc
    answered(row, line, option, [5, 5])
    assert state(row).line(STASH, "lucky_charm") is not None
    assert state(row).treasury_gc == gold


def test_the_page_asks_the_thief_and_shows_what_the_warrior_may_take(
    row: Aftermath, owner: User, client_of: ClientOf
) -> None:
    who_can(row, "steals_item", common_on=2, hanged_on=6)
    stash.add(warband_id=row.warband_id, item="tome_of_magic", by=NOBODY)
    offered(row)
    page = client_of(owner).get(f"/battles/{row.side.battle.public_id}/aftermath/?stage=market").content.decode()
    assert "may steal something" in page
    assert 'value="steal:sword"' in page
    assert "Not this time" in page
