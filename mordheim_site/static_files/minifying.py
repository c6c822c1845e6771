"""Removes comments and indentation from our scripts and style sheets before browsers get them. Line breaks stay, so
that errors in the browser's console have a line number and no parser is needed. In scripts, only comments that begin a
line are removed. Syntax that is not supported raises `MinifyError`."""

from __future__ import annotations

import re
from typing import Final

_SPACE: Final = r"(?:\s|/\*.*?\*/)"
_STYLE_PARTS: Final = re.compile(rf""""[^"\n]*"|'[^'\n]*'|{_SPACE}*[{{}};,]{_SPACE}*|{_SPACE}+""", re.DOTALL)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\.")


class MinifyError(ValueError):
    """A file cannot be minified; the message says what is wrong in which file."""


def smaller_style(text: str) -> str:
    """A style sheet without comments, and with white space only where it is necessary."""

    def kept(found: re.Match[str]) -> str:
        if found[0][0] in "\"'":
            return found[0]
        part = _COMMENT.sub(" ", found[0])
        if mark := part.strip():
            return mark + ("\n" if mark in "{};" and "\n" in part else "")
        return " "

    return _STYLE_PARTS.sub(kept, text).strip() + "\n"


def smaller_script(name: str, text: str) -> str:
    """A module without empty lines, indentation and comment lines. Lines inside template strings are unchanged."""
    lines: list[str] = []
    in_template = in_comment = False
    for line in text.splitlines():
        bare = line.strip()
        if in_comment:
            in_comment = "*/" not in bare
            if not in_comment and not bare.endswith("*/"):
                raise MinifyError(f"{name}: code after a comment on the same line: {bare}")
            continue
        if not in_template:
            if not bare or bare.startswith("//"):
                continue
            if bare.startswith("/*"):
                in_comment = "*/" not in bare
                if not in_comment and not bare.endswith("*/"):
                    raise MinifyError(f"{name}: code after a comment on the same line: {bare}")
                continue
        was_in_template = in_template
        if _ESCAPED.sub("", line).count("`") % 2:
            in_template = not in_template
        lines.append(line if was_in_template else line.lstrip() if in_template else bare)
    if in_template or in_comment:
        raise MinifyError(f"{name}: a template string or comment does not end")
    return "\n".join(lines) + "\n"
