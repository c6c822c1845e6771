"""Battles on the live site that are played up to a certain moment in advance, so that browser tests do not have to."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

from battles.board.tests.browser.test_playing import ready
from tests_support.site import LiveSite

PLAYER, PASSWORD = "stager", "a-long-password-for-tests"
SCRIPT = """
from django.utils import timezone
from accounts.models import User
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.bots.registry import bot_called
from battles.models import Opponent
from battles.play.commands import carry_out_command
from battles.setup import new_battle

user = User.objects.filter(username={name!r}).first()
user = user or User.objects.create_user(username={name!r}, password={password!r})
terms = {{"opponent": Opponent.HOT_SEAT, "seed": {seed!r}, **{terms!r}}}
battle = new_battle.create_battle(actor_id=user.pk, now=timezone.now(), **terms)
bot = bot_called("soldier")
done = set()
for number in range(900):
    battle.refresh_from_db()
    engine = engine_cache.load(battle)
    if battle.is_over or ({until}):
        break
    side = engine.awaiting()[0]
    played = carry_out_command(
        battle_id=battle.pk, actor_id=user.pk, side=side,
        command=commands.to_data(bot.choose(engine, side).command), expected_seq=battle.seq,
        command_id=f"staged-{{number}}", now=timezone.now(),
    )
    done |= {{event[0] for event in played.data}}
print(battle.public_id)
"""


def staged_battle(site: LiveSite, until: str, *, seed: str = "stage", **terms: object) -> str:
    """The address of a battle on one screen. Bots play it until the expression `until` is true; it can use `engine` and
    `done` (names of the events so far)."""
    code = SCRIPT.format(name=PLAYER, password=PASSWORD, seed=seed, until=until, terms=terms)
    return f"/battles/{site.shell(code).strip().splitlines()[-1]}/"


def open_staged(context: BrowserContext, battle: str, *, speed: str = "off") -> Page:
    """Open the board of a staged battle as its player, with this speed of playback."""
    context.add_init_script(f"localStorage.setItem('board-speed', localStorage.getItem('board-speed') ?? '{speed}')")
    page = context.new_page()
    sign_in(page, battle)
    ready(page)
    return page


def sign_in(page: Page, battle: str) -> None:
    """Sign in to this battle as the player of the staged battles."""
    page.goto(f"/accounts/login/?next={battle}")
    page.fill("input[name=login]", PLAYER)
    page.fill("input[name=password]", PASSWORD)
    with page.expect_navigation():
        page.click("main button[type=submit]")
