"""On a phone the choices of a prompt are visible without scrolling in 9 of 10 prompts. Bots play
whole battles, and each different prompt on the way is opened on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from battles.board.tests.browser.staged import PLAYER, open_staged, staged_battle
from battles.board.tests.browser.test_playing import ready
from tests_support.browser import PHONE, NewContext
from tests_support.site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
ENOUGH = 15
"""Number of different prompts that are looked at."""
NEXT_PROMPT = """
from django.utils import timezone
from accounts.models import User
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.bots.registry import bot_called
from battles.models import Battle
from battles.play.commands import carry_out_command

user = User.objects.get(username={name!r})
battle = Battle.objects.get(public_id={pid!r})
bot, seen = bot_called("soldier"), set({seen!r})
for number in range(900):
    battle.refresh_from_db()
    engine = engine_cache.load(battle)
    if battle.is_over:
        break
    frame = engine.state.flow[-1]
    kind = " ".join([frame.kind, frame.stage, str(len(frame.data.get("choices", ())))])
    if kind not in seen:
        print("found", kind)
        break
    side = engine.awaiting()[0]
    carry_out_command(
        battle_id=battle.pk, actor_id=user.pk, side=side,
        command=commands.to_data(bot.choose(engine, side).command), expected_seq=battle.seq,
        command_id=f"prompts-{{battle.seq}}", now=timezone.now(),
    )
"""
CHOICES = """() => {
  const low = document.querySelector('.thumb-row')?.getBoundingClientRect().top ?? innerHeight;
  const high = document.getElementById('sheet').getBoundingClientRect().top;
  const shown = [...document.querySelectorAll('.prompt-options > li > .button, .prompt-options .ask > summary')];
  return shown.map(button => {
    const { top, bottom, left, width } = button.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
    return { text: button.innerText, isVisible: top >= high && bottom <= low && button.contains(above) };
  });
}"""


def next_prompt(site: LiveSite, battle: str, seen: list[str]) -> str:
    """Play on until a prompt whose kind, stage and number of choices are new; "" when the battle is over."""
    code = NEXT_PROMPT.format(name=PLAYER, pid=battle.strip("/").rpartition("/")[2], seen=seen)
    lines = site.shell(code).strip().splitlines()
    return lines[-1].removeprefix("found ") if lines and lines[-1].startswith("found ") else ""


def choices(page: Page) -> list[dict[str, Any]]:
    ready(page)
    page.wait_for_timeout(150)
    found: list[dict[str, Any]] = page.evaluate(CHOICES)
    return found


def test_choices_are_visible_without_scrolling_in_nine_of_ten_prompts(
    new_context: NewContext, live_site: LiveSite
) -> None:
    seen: list[str] = []
    hidden: dict[str, list[str]] = {}
    count = 0
    page: Page | None = None
    for seed in ("prompts", "more prompts", "even more", "the last"):
        battle = staged_battle(live_site, "True", seed=seed, set_up=seed != "prompts")
        while len(seen) < 2 * ENOUGH and (kind := next_prompt(live_site, battle, seen)):
            seen.append(kind)
            if page is None:
                page = open_staged(new_context(PHONE), battle)
            page.goto(battle)
            found = choices(page)
            if not found:
                continue
            count += 1
            if not all(choice["isVisible"] for choice in found):
                hidden[kind] = [choice["text"] for choice in found if not choice["isVisible"]]
        if count >= ENOUGH:
            break
    assert count >= ENOUGH, seen
    assert len(hidden) <= count / 10, hidden


def test_all_ways_to_divide_attacks_are_visible(new_context: NewContext, live_site: LiveSite) -> None:
    """With three enemies and two weapons there are nine ways; prompts of this kind were the tallest."""
    counts: list[int] = []
    page: Page | None = None
    for seed in ("divide", "divide more", "and more"):
        until = "engine.state.flow[-1].stage == 'allocate' and len(engine.state.flow[-1].data['choices']) >= 4"
        battle = staged_battle(live_site, until, seed=seed, set_up=True)
        if page is None:
            page = open_staged(new_context(PHONE), battle)
        page.goto(battle)
        found = choices(page)
        counts.append(len(found))
        assert [choice["text"] for choice in found if not choice["isVisible"]] == []
    assert max(counts) >= 4
