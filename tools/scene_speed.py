"""Measures the 3D view of the board in Chromium without a graphics card: frames per second and processor time per
frame.

    python -m tools.scene_speed [--models 40] [--seconds 8] [--width 1280] [--height 860] [--picture FILE]

It starts a site and a battle in ruins, adds copies of models up to the wanted number, and rotates the camera
continuously. Processor time is that of all processes of the browser.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests_support import prepared
from tests_support.browser import ARGUMENTS, chromium
from tests_support.site import LiveSite, running_site
from tests_support.webgl import SOFTWARE_GL

PASSWORD = "a-long-password-for-measuring"
MAKE = f"""
from django.utils import timezone
from accounts.models import User
from battles.models import Opponent
from battles.setup import new_battle
user = User.objects.create_user(username="scene", password={PASSWORD!r})
battle = new_battle.create_battle(
    actor_id=user.pk, now=timezone.now(), opponent=Opponent.HOT_SEAT, seed="scene", table="rookeries"
)
print(battle.public_id)
"""
FILL = """most => {
  const layer = document.querySelector('.layer.models');
  const known = [...layer.querySelectorAll('.model')];
  for (let place = 0; known.length && layer.querySelectorAll('.model').length < most; place += 1) {
    const copy = known[place % known.length].cloneNode(true);
    copy.dataset.who += `-${place}`;
    copy.setAttribute('transform', `translate(${2 + ((place * 5) % 20)} ${9 + (place % 6)})`);
    layer.append(copy);
  }
  return layer.querySelectorAll('.model').length;
}"""
FRAME = ".board-frame { position: fixed !important; inset: 0 auto auto 0; z-index: 99; width: %dpx; height: %dpx }"
CORNER = """() => {
  const { viewer } = document.querySelector('.scene').view;
  Object.assign(viewer.camera, { yaw: 0.45, pitch: 0.5, distance: 26, target: [11, 9, 0] });
  viewer.changed();
}"""
"""Position of the camera for the picture."""
TURN = """ms => new Promise(done => {
  const { viewer } = document.querySelector('.scene').view;
  const [first, start] = [viewer.frames.count, performance.now()];
  const step = now => {
    viewer.orbit(0.01, 0);
    if (now - start < ms) requestAnimationFrame(step);
    else done({ frames: viewer.frames.count - first, ms: now - start, scale: viewer.scale });
  };
  requestAnimationFrame(step);
})"""


def descendants(root: int) -> set[int]:
    """Ids of the processes started by a process, directly or indirectly."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    found = {root}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def processor_seconds() -> float:
    """Processor time of all browser processes started by this process."""
    ticks = 0
    for process in descendants(os.getpid()):
        try:
            text = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            continue
        if "chrom" in text:
            ticks += sum(int(part) for part in text.rpartition(")")[2].split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def take_picture(page: Page, file: str) -> None:
    """Take the picture for README.md: the ruins from the reader's edge, without the tools."""
    page.reload()
    page.wait_for_selector("html[data-board='ready']", state="attached")
    page.add_style_tag(content=".scene-tools, #status { display: none !important }" + FRAME % (1280, 760))
    page.locator("[data-view3d]").dispatch_event("click")
    page.wait_for_selector(".has-scene")
    page.evaluate(CORNER)
    page.wait_for_timeout(4000)
    page.locator(".scene-canvas").screenshot(path=file)


def open_battle(page: Page, site: LiveSite) -> None:
    battle = site.shell(MAKE).strip().splitlines()[-1]
    page.goto(f"/accounts/login/?next=/battles/{battle}/")
    page.fill("input[name=login]", "scene")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_selector("html[data-board='ready']", state="attached")


def measure(page: Page, options: argparse.Namespace) -> dict[str, Any]:
    """Open the view at the wanted size and rotate the camera."""
    page.add_style_tag(content=FRAME % (options.width, options.height))
    page.locator("[data-view3d]").dispatch_event("click")
    page.wait_for_selector(".has-scene", timeout=120_000)
    models = page.evaluate(FILL, options.models)
    page.evaluate(TURN, 2000)
    before = processor_seconds()
    found: dict[str, Any] = page.evaluate(TURN, options.seconds * 1000)
    used = processor_seconds() - before
    if options.picture:
        take_picture(page, options.picture)
    return {**found, "models": models, "used": used}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=40)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=860)
    parser.add_argument("--picture", default="")
    options = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = [argument for argument in ARGUMENTS if argument != "--disable-gpu"]
    with prepared.folder_for_a_tool(), running_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*arguments, *SOFTWARE_GL])
        context = browser.new_context(
            base_url=site.url, bypass_csp=True, service_workers="block",
            viewport={"width": options.width, "height": options.height},
        )  # fmt: skip
        page = context.new_page()
        page.set_default_timeout(120_000)
        open_battle(page, site)
        found = measure(page, options)
        browser.close()
    a_frame = 1000 * found["used"] / max(1, found["frames"])
    sys.stdout.write(
        f"{found['models']} models at {options.width} x {options.height}, scale {found['scale']:.2f}: "
        f"{1000 * found['frames'] / found['ms']:.1f} frames a second, {a_frame:.0f} ms of processor time a frame "
        f"({2000 / a_frame:.0f} frames a second on two free cores)\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
