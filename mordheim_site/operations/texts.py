"""Characters that no text of the site contains."""

import re
from typing import Final

_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def without_controls(text: str) -> str:
    """The text without characters that XML, and so a feed, cannot contain: control characters other than tabs and line
    breaks, lone surrogates, and two code points that are no characters."""
    return _CONTROLS.sub("", text)
