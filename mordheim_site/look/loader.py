"""Loads templates without indentation, which would be half the size of a long list. Only white space at the start of a
line is removed, so that line numbers stay as they are in the file. `pre`, `textarea`, `script` and `style` keep their
content."""

import re
from typing import Final

from django.template import Origin
from django.template.loaders import filesystem

VERBATIM: Final = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2\s*>)", re.DOTALL)
INDENTATION: Final = re.compile(r"\n[ \t]+")


def without_indentation(source: str) -> str:
    """The source of a template without the white space at the start of its lines."""
    parts = VERBATIM.split(source)
    # Each match gives two parts: the whole element and its name.
    return "".join(
        part if number % 3 == 1 else INDENTATION.sub("\n", part) for number, part in enumerate(parts) if number % 3 != 2
    )


class Loader(filesystem.Loader):
    """The loader of the project's own templates."""

    def get_contents(self, origin: Origin) -> str:
        return without_indentation(super().get_contents(origin))
