"""Uploaded pictures. They are re-encoded, so that only the image itself is stored. Rule: LG-PIC-01"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from mordheim_site.refusals import Refusal

MOST_BYTES: Final = 6 * 1024 * 1024
MOST_PIXELS: Final = 40_000_000
PICTURE_POLICY: Final = "default-src 'none'; object-src 'none'; frame-ancestors 'none'"
"""The Content-Security-Policy of pictures that users uploaded."""
FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")


class NotAPicture(Refusal):
    code = "not_a_picture"
    about = ("content", "logo")
    message = _("This file is not a picture that the site can read. Upload a JPEG, PNG, WebP or GIF of at most 6 MB.")


class PictureTooLarge(Refusal):
    code = "picture_too_large"
    about = ("content", "logo")
    message = _("This picture is too large: the limit is 6 MB and 40 million pixels. Make it smaller first.")


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A stored picture: a WebP as bytes, and its size in pixels."""

    content: bytes
    width: int
    height: int
    media_type: str = "image/webp"


def re_encode(upload: bytes, *, longest: int, quality: int = 82) -> StoredPicture:
    """Decode a picture and encode it again, with at most `longest` pixels on its longer side. It is rotated as its
    metadata says, and all metadata is removed. Raises NotAPicture, PictureTooLarge."""
    # Imported only when needed, to save memory in every process.
    from PIL import Image, ImageOps

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
        # With a hostile file, a decoder may raise anything; whatever it is, the file is not a picture.
        raise NotAPicture from wrong
    has_alpha = turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info
    plain = turned.convert("RGBA" if has_alpha else "RGB")
    plain.thumbnail((longest, longest))
    kept = io.BytesIO()
    plain.save(kept, "WEBP", quality=quality, method=4)
    return StoredPicture(kept.getvalue(), plain.width, plain.height)
