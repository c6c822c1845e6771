"""The preview image for links to a league: its name above a skyline of ruins."""

from __future__ import annotations

import io
import textwrap
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.utils.translation import ngettext

if TYPE_CHECKING:
    from PIL import ImageDraw

SIZE: Final = (1200, 630)
PAPER, INK, FAINT, BRAND = "#f6f3ec", "#1f1b16", "#564e43", "#6b2233"
GROUND: Final = 520


def preview_png(name: str, warbands: int, leading: Sequence[str]) -> bytes:
    """A PNG of 1200 by 630 points. The same texts give the same bytes."""
    # Imported only when needed, to save memory in every process.
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    _skyline(draw, zlib.crc32(name.encode()))
    lines = textwrap.wrap(name, 24)[:3]
    y = 90
    for line in lines:
        draw.text((80, y), line, fill=INK, font=ImageFont.load_default(76))
        y += 92
    words = ngettext("%(n)d warband", "%(n)d warbands", warbands) % {"n": warbands}
    draw.text((80, y + 14), words, fill=FAINT, font=ImageFont.load_default(38))
    if leading:
        leaders = textwrap.shorten("1. " + "   2. ".join(leading[:2]), 60, placeholder=" ...")
        draw.text((80, y + 68), leaders, fill=BRAND, font=ImageFont.load_default(34))
    kept = io.BytesIO()
    image.quantize(64).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _skyline(draw: ImageDraw.ImageDraw, seed: int) -> None:
    """Draw ruined houses from edge to edge; the seed decides their heights."""
    x = 0
    while x < SIZE[0]:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        wide, high = 60 + seed % 70, 30 + (seed >> 8) % 110
        roof = [
            (x, SIZE[1]),
            (x, GROUND - high // 2),
            (x + wide // 3, GROUND - high),
            (x + wide // 2, GROUND - high // 3),
        ]
        draw.polygon([*roof, (x + wide, GROUND - high // 2), (x + wide, SIZE[1])], fill=INK)
        x += wide
