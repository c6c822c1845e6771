"""QR codes as inline pictures."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe


def qr_svg(address: str) -> SafeString:
    """The address as a QR code that fills its box, dark on light in either theme so that cameras read it."""
    # Imported only when needed, to save memory in every process.
    import segno

    picture = segno.make(address, error="m", micro=False).svg_inline(
        border=3, dark="#15130f", light="#ffffff", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(picture)
