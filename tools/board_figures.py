"""Measures the board as players experience it, and records a battle. The results are in docs/figures.md, section "The
board".

    python -m tools.board_figures [--runs 3] [--record FILE]

It starts a site of its own. Weight and requests are those of a first visit, before the first action; times are measured
on a slow 4G connection (1.6 Mbit/s, 150 ms) with the processor slowed four times, at 390 px; frames of the playback
with the processor slowed four times, at 1280 px. `--record` writes a short battle as an animated WebP.
"""

from __future__ import annotations

import argparse
import io
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests_support import prepared
from tests_support.browser import ARGUMENTS, DESKTOP, PHONE, chromium
from tests_support.site import LiveSite, running_site

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
PASSWORD = "a-long-password-for-measuring"
MAKE = f"""
from django.utils import timezone
from accounts.models import User
from battles.core import engine_cache
from battles.engine import commands
from battles.engine.bots.registry import bot_called
from battles.models import Opponent
from battles.play.commands import carry_out_command
from battles.setup import new_battle
user = User.objects.filter(username="figures").first()
user = user or User.objects.create_user(username="figures", password={PASSWORD!r})
battle = new_battle.create_battle(
    actor_id=user.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, seed="figures", table="rookeries"
)
bot = bot_called("tactician")
for number in range(400):
    battle.refresh_from_db()
    engine = engine_cache.load(battle)
    if battle.is_over or engine.state.turn_number > 3:
        break
    side = engine.awaiting()[0]
    carry_out_command(
        battle_id=battle.pk, actor_id=user.pk, side=side, command=commands.to_data(bot.choose(engine, side).command),
        expected_seq=battle.seq, command_id=f"figures-{{number}}", now=timezone.now(),
    )
print(battle.public_id)
"""
# Continue the same battle until the last two turns have many dice, for the recording.
MAKE_EVENTFUL = (
    MAKE.replace(
        "from battles.engine import commands",
        """from battles.engine import commands
from battles.log.recent_steps import recent_steps""",
    )
    .replace(
        "engine.state.turn_number > 3",
        """(
        engine.state.turn_number > 3
        and sum(len(step.rolls) for step in recent_steps(battle, engine.game).steps) >= 18
    )""",
    )
    .replace("figures-", "recorded-")
)
SHIFTS = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 500);
})"""
# Starts the playback where `count` steps in a row have the most dice; its clicks change nothing on the page.
PLAY_FROM = """count => {
  const { steps } = JSON.parse(document.getElementById('board-steps').textContent);
  const weight = step => step.rolls + 2 * step.results.length + (step.path.length > 1 ? 1 : 0) + (step.leader ? 3 : 0);
  const weights = steps.map(weight);
  const from = at => weights.slice(at, at + count).reduce((sum, weight) => sum + weight, 0);
  let best = 0;
  for (let at = 0; at + count <= steps.length; at += 1)
    if (steps[at].kind !== 'setup' && from(at) > from(best)) best = at;
  const link = document.querySelector(`[data-seq="${steps[best].seq}"] .block-link`);
  link.click();
  document.querySelector('[data-playback=pause]').click();
  document.querySelector('#board').scrollIntoView({ block: 'center' });
}"""
SLOWED = 1.6
FRAMES = """ms => new Promise(done => {
  const times = [];
  const step = now => {
    times.push(now);
    if (now - times[0] < ms && !document.getElementById('playback').hidden) requestAnimationFrame(step);
    else done({ frames: times.length - 1, ms: now - times[0] });
  };
  requestAnimationFrame(step);
})"""


@contextmanager
def board_page(browser: Browser, site: LiveSite, battle: str, size: dict[str, Any]) -> Iterator[Page]:
    """A signed-in page of the player in a browser that has never opened the board."""
    context = browser.new_context(base_url=site.url, service_workers="block", **size)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto("/accounts/login/?next=/accounts/settings/")
    page.fill("input[name=login]", "figures")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url("**/settings/")
    yield page
    context.close()


def session_of(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return session


def first_visit(browser: Browser, site: LiveSite, battle: str) -> dict[str, float]:
    """Measures the first visit on a slow phone: bytes as sent, requests, layout shift, and milliseconds until the board
    can be used."""
    with board_page(browser, site, battle, PHONE) as page:
        session = session_of(page)
        sent: list[float] = []
        session.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
        session.send("Network.emulateNetworkConditions", SLOW_4G)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(f"/battles/{battle}/", wait_until="commit")
        page.wait_for_selector("html[data-board='ready']", state="attached")
        ready = page.evaluate("performance.now()")
        first = page.evaluate("performance.getEntriesByType('paint').at(-1).startTime")
        page.wait_for_timeout(1500)
        shift = page.evaluate(SHIFTS)
        return {"bytes": sum(sent), "requests": len(sent), "shift": shift, "ready": ready, "paint": first}


def playback_frames(browser: Browser, site: LiveSite, battle: str) -> float:
    """Frames per second while steps are played back, with the processor slowed down four times."""
    with board_page(browser, site, battle, {**DESKTOP, "reduced_motion": "no-preference"}) as page:
        page.goto(f"/battles/{battle}/")
        page.wait_for_selector("html[data-board='ready']", state="attached")
        session_of(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.locator("#log-again").click()
        page.locator("#playback").wait_for()
        found = page.evaluate(FRAMES, 8000)
        return float(found["frames"] * 1000 / found["ms"])


def record(browser: Browser, site: LiveSite, battle: str, file: str, *, count: int = 20, width: int = 800) -> None:
    """Record the `count` steps with the most dice of the last turns as an animated WebP at normal speed. They are
    played back slowly and shown faster, so that there are about ten pictures per second."""
    size = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "no-preference"}
    with board_page(browser, site, battle, size) as page:
        page.goto(f"/battles/{battle}/")
        page.wait_for_selector("html[data-board='ready']", state="attached")
        page.evaluate("document.querySelector('#board').scrollIntoView({ block: 'center' })")
        page.locator("[data-setting=speed]").select_option("slow", force=True)
        page.evaluate(PLAY_FROM, count)
        page.locator("#playback").wait_for()
        clip = page.locator("main").bounding_box()
        board = page.locator(".battle-board").bounding_box()
        assert clip is not None
        assert board is not None
        clip.update(y=max(0, board["y"]), height=min(800 - max(0, board["y"]), board["height"]))
        picture = (width, round(width * clip["height"] / clip["width"]))
        pictures: list[Image.Image] = []
        lengths: list[int] = []
        taken = time.monotonic()
        while len(pictures) < 400 and page.locator("#playback").is_visible():
            shot = Image.open(io.BytesIO(page.screenshot(type="jpeg", quality=92, clip=clip)))
            pictures.append(shot.convert("RGB").resize(picture, Image.Resampling.LANCZOS))
            lengths.append(max(40, round((time.monotonic() - taken) * 1000 / SLOWED)))
            taken = time.monotonic()
        lengths[-1] = 2500
        pictures[0].save(
            file,
            save_all=True,
            append_images=pictures[1:],
            duration=lengths,
            loop=0,
            quality=45,
            method=6,
            minimize_size=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--record", default="")
    options = parser.parse_args()
    with prepared.folder_for_a_tool(), running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        battle = site.shell(MAKE).strip().splitlines()[-1]
        if options.record:
            record(browser, site, site.shell(MAKE_EVENTFUL).strip().splitlines()[-1], options.record)
        visits = [first_visit(browser, site, battle) for _run in range(options.runs)]
        rates = [playback_frames(browser, site, battle) for _run in range(options.runs)]
        browser.close()

    def median(name: str) -> float:
        return statistics.median(visit[name] for visit in visits)

    rows = (
        (
            "weight before the first action, as sent",
            f"{median('bytes') / 1000:.1f} kB",
            "80 kB",
            median("bytes") <= 80_000,
        ),
        ("requests before the first action", f"{median('requests'):.0f}", "10", median("requests") <= 10),
        ("layout shift (CLS)", f"{median('shift'):.3f}", "0.05", median("shift") < 0.05),
        (
            "first interaction, slow 4G, processor slowed 4 times",
            f"{median('ready') / 1000:.2f} s",
            "1.8 s",
            median("ready") < 1800,
        ),
        ("first picture, the same", f"{median('paint') / 1000:.2f} s", "", True),
        (
            "frames of the playback, processor slowed 4 times",
            f"{statistics.median(rates):.0f} /s",
            "60 /s",
            statistics.median(rates) >= 58,
        ),
    )
    sys.stdout.write("| what | measured | target | met |\n|---|---|---|---|\n")
    for what, measured, target, is_met in rows:
        sys.stdout.write(
            f"| {what} | {measured} | {target} | {'yes' if is_met else 'no'} |\n".replace(
                "| yes |", "| yes |" if target else "| |"
            )
        )


if __name__ == "__main__":
    main()
