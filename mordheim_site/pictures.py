"""Pictures that people bring: drawn anew, so that nothing but the picture is kept. Rule: LG-PIC-01"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from mordheim_site.refusals import Refusal

MOST_BYTES: Final = 6 * 1024 * 1024
MOST_PIXELS: Final = 40_000_000
FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")


class NotAPicture(Refusal):
    code = "not_a_picture"
    message = _("This file is no picture the site can read. Bring a JPEG, PNG, WebP or GIF of at most 6 MB.")


class PictureTooLarge(Refusal):
    code = "picture_too_large"
    message = _("This picture is too large: at most 6 MB and 40 million points. Make it smaller first.")


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A picture as it is kept: bytes of a WebP and its size in points."""

    content: bytes
    width: int
    height: int
    media_type: str = "image/webp"


def redraw(upload: bytes, *, longest: int, quality: int = 82) -> Redrawn:
    """Decode a picture and encode it anew, at most `longest` points on its longer side, turned as its camera says and
    stripped of everything else. Raises NotAPicture, PictureTooLarge."""
    if len(upload) > MOST_BYTES:
        raise PictureTooLarge
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(upload), formats=FORMATS)
            if opened.width * opened.height > MOST_PIXELS:
                raise PictureTooLarge
            opened.load()
            turned = ImageOps.exif_transpose(opened)
    except PictureTooLarge:
        raise
    except Exception as wrong:
        # A decoder given a hostile file may raise anything; whatever it is, this is no picture.
        raise NotAPicture from wrong
    has_alpha = turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info
    plain = turned.convert("RGBA" if has_alpha else "RGB")
    plain.thumbnail((longest, longest))
    kept = io.BytesIO()
    plain.save(kept, "WEBP", quality=quality, method=4)
    return Redrawn(kept.getvalue(), plain.width, plain.height)
