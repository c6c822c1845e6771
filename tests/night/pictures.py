"""The pictures of README.md, taken by the tests while they play: `MORDHEIM_PICTURES=1 ./test tests/night`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests_support.processes import ROOT

FOLDER = Path(ROOT, "docs", "pictures")
MOST_BYTES = 150_000
COLOURS = 88


@dataclass
class Album:
    """Takes each picture once, and only if the environment requests pictures."""

    is_open: bool = field(default_factory=lambda: os.environ.get("MORDHEIM_PICTURES") == "1")
    taken: set[str] = field(default_factory=set)

    def take(self, page: Page, name: str) -> None:
        """Save the screen as `docs/pictures/<name>.png`; the board also in dark mode."""
        if not self.is_open or name in self.taken:
            return
        self.taken.add(name)
        page.wait_for_timeout(300)
        page.evaluate("scrollTo(0, 0)")
        self._keep(page, name)
        if name == "board":
            page.emulate_media(color_scheme="dark")
            self._keep(page, f"{name}-night")
            page.emulate_media(color_scheme="light")

    def _keep(self, page: Page, name: str) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        path = FOLDER / f"{name}.png"
        page.screenshot(path=path, scale="css", animations="disabled")
        with Image.open(path) as taken:
            small = taken.convert("RGB").quantize(COLOURS)
        small.save(path, optimize=True)
        assert path.stat().st_size <= MOST_BYTES, f"{path.name} has {path.stat().st_size} bytes"
