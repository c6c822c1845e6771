"""Checks that texts of a custom pack are plain: no markup, no control characters, no direction overrides."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from accounts.names import BadName, clean_name
from catalogue.packs.strict_yaml import Path, Value

MOST: Final = 100
_MARKUP: Final = re.compile(r"<\s*[a-z/!?]|javascript\s*:|\{\{|\{%|&#|&[a-z]{2,8};", re.IGNORECASE)
_TURNING: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_ALLOWED: Final = {"\n", "\t", "\u00ad", "\u200d"}


def unfit_words(value: Value) -> Iterator[tuple[Path, str]]:
    """(path, message) for each text, key or number of a file that is not allowed in a pack. Yields at most MOST."""
    reported, waiting = 0, [((), value)]  # type: tuple[int, list[tuple[Path, Value]]]
    while waiting and reported < MOST:
        path, part = waiting.pop()
        if isinstance(part, dict):
            waiting += [((*path, key), inner) for key, inner in part.items()]
            texts = list(part)
        elif isinstance(part, list):
            waiting += [((*path, index), inner) for index, inner in enumerate(part)]
            texts = []
        else:
            texts = [part] if isinstance(part, str) else []
            if isinstance(part, float) and (part != part or part in (float("inf"), float("-inf"))):
                reported += 1
                yield path, _("This number is infinite.")
        for text in texts:
            sentence = _wrong_with(text) or (_wrong_with_name(text) if path and path[-1] == "name" else "")
            if sentence:
                reported += 1
                yield path, sentence


def _wrong_with_name(text: str) -> str:
    try:
        clean_name(text)
    except BadName as error:
        return str(error)
    return ""


def _wrong_with(text: str) -> str:
    found = _MARKUP.search(text)
    if found is not None:
        return _("“%(piece)s” looks like markup or a script. Use plain text only.") % {
            "piece": text[found.start() : found.start() + 24]
        }
    if text.isascii() and text.isprintable():
        return ""
    for letter in text:
        if letter not in _ALLOWED and unicodedata.category(letter) in _TURNING:
            return _("This text contains an invisible character (U+%(code)04X). Remove it.") % {"code": ord(letter)}
    return ""
