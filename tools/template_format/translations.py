"""Breaks long translated texts: `trans` becomes `blocktrans trimmed`, which joins its lines with single spaces."""

from __future__ import annotations

import re

from tools.template_format.lexer import split_spaces

SHORT = re.compile(r"""^\{%\s*trans(?:late)?\s+(["'])(?P<text>.*)\1(?:\s+as\s+(?P<name>\w+))?\s*%\}$""")
LONG = re.compile(
    r"^(?P<start>\{%\s*blocktrans(?:late)?\b(?P<options>.*?)%\})(?P<text>.*)(?P<end>\{%\s*endblocktrans.*?%\})$",
    re.DOTALL,
)
PLURAL = re.compile(r"(\{%\s*plural\s*%\})")


def words(tag: str) -> list[str]:
    """The words between which the tag may be broken; a single one if it may not."""
    if short := SHORT.match(tag):
        text = short["text"]
        if short[1] in text or "{" in text or not _is_even(text):
            return [tag]
        name = f" asvar {short['name']}" if short["name"] else ""
        return [f"{{% blocktrans trimmed{name} %}}", *text.split(), "{% endblocktrans %}"]
    if long := LONG.match(tag):
        parts = PLURAL.split(long["text"])
        start = long["start"]
        if "trimmed" not in long["options"].split():
            if not all(_is_even(part) for part in parts if not PLURAL.match(part)):
                return [tag]
            start = re.sub(r"(blocktrans(?:late)?)\b", r"\1 trimmed", start, count=1)
        return [
            start,
            *(word for part in parts for word in ([part] if PLURAL.match(part) else split_spaces(part))),
            long["end"],
        ]
    return [tag]


def _is_even(text: str) -> bool:
    """Whether a text has no white space at its ends and only single spaces between words, so that `trimmed` does not
    change it."""
    return text == " ".join(text.split(" ")).strip() and "  " not in text and "\n" not in text
