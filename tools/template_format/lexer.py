"""Splits a template into tokens: Django tags, HTML tags and words, each with whether there was white space before
it."""

from __future__ import annotations

import re
from typing import NamedTuple

DJANGO = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")
COMMENT = re.compile(r"\{%\s*comment\b.*?\{%\s*endcomment\s*%\}", re.DOTALL)
TRANSLATION = re.compile(r"\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}", re.DOTALL)
TAG_NAME = re.compile(r"</?([a-zA-Z][\w:-]*)")
VERBATIM = ("pre", "textarea", "script", "style")


class Token(NamedTuple):
    """A piece of a template that contains no line break, except that a start tag can be broken between attributes."""

    kind: str
    """`start`, `end`, `void`, `word`, `variable`, `tag`, `comment`, `translation`, `raw` or `end of file`."""
    text: str
    name: str = ""
    """The HTML element or the Django tag."""
    spaced: bool = False
    """Whether there was white space before it."""
    blank: bool = False
    """Whether there was a blank line before it."""


def tokens(source: str) -> list[Token]:
    """The tokens of a template; the last one is `end of file`. Raises ValueError for a tag that is not closed."""
    found: list[Token] = []
    at = 0
    while True:
        space = re.compile(r"\s*").match(source, at)
        gap = space.group() if space else ""
        at += len(gap)
        token = _token(source, at, found[-1] if found else None)
        found.append(token._replace(spaced=bool(gap), blank=gap.count("\n") > 1))
        if token.kind == "end of file":
            return found
        at += len(token.text)
        if token.kind == "start" and token.name in VERBATIM:
            end = re.compile(rf"</{token.name}\s*>").search(source, at)
            if end is None:
                raise ValueError(f"<{token.name}> does not end")
            found.append(Token("raw", source[at : end.start()], token.name))
            found.append(Token("end", end.group(), token.name))
            at = end.end()


def _token(source: str, at: int, before: Token | None) -> Token:
    if at >= len(source):
        return Token("end of file", "")
    if source.startswith("{", at):
        for kind, pattern in (("comment", COMMENT), ("translation", TRANSLATION)):
            if whole := pattern.match(source, at):
                return Token(kind, whole.group(), kind)
        if short := DJANGO.match(source, at):
            return _django(short.group())
    if source.startswith("<!--", at):
        return Token("comment", source[at : source.index("-->", at) + 3], "html comment")
    if source.startswith(("<!", "<?"), at):
        return Token("void", source[at : source.index(">", at) + 1], "!doctype")
    if name := TAG_NAME.match(source, at):
        text = source[at : _end_of_tag(source, at)]
        kind = "end" if text.startswith("</") else "void" if text.endswith("/>") else "start"
        return Token(kind, text, name.group(1).lower())
    end = at + 1
    while end < len(source) and not source[end].isspace() and not _starts_token(source, end):
        end += 1
    return Token("word", source[at:end])


def _starts_token(source: str, at: int) -> bool:
    if source[at] == "{":
        return DJANGO.match(source, at) is not None
    return source[at] == "<" and (TAG_NAME.match(source, at) is not None or source.startswith(("<!", "<?"), at))


def _django(text: str) -> Token:
    if text.startswith("{#"):
        return Token("comment", text, "comment")
    inner = " ".join(text[2:-2].split()) if not re.search(r"[\"']", text) else text[2:-2].strip()
    if text.startswith("{{"):
        return Token("variable", text)
    return Token("tag", text, inner.split()[0])


def _end_of_tag(source: str, at: int) -> int:
    quote = ""
    while at < len(source):
        if source[at] == "{" and (whole := TRANSLATION.match(source, at) or DJANGO.match(source, at)):
            at = whole.end()
            continue
        if quote:
            quote = "" if source[at] == quote else quote
        elif source[at] in "\"'":
            quote = source[at]
        elif source[at] == ">":
            return at + 1
        at += 1
    raise ValueError("a tag does not end")


def attributes(text: str) -> tuple[list[tuple[str, bool]], str]:
    """The parts of a start tag, each with whether a line may be broken before it, and the end of the tag (`>` or `/>`).

    White space that opens a condition moves in front of it (`{% if x %} checked` becomes ` {% if x %}checked`): between
    attributes, any amount of white space means the same.
    """
    end = "/>" if text.endswith("/>") else ">"
    body = text[: -len(end)]
    parts: list[tuple[str, bool]] = []
    at, part, spaced, quote = 0, "", False, ""
    while at < len(body):
        if body[at] == "{" and (whole := TRANSLATION.match(body, at) or DJANGO.match(body, at)):
            piece, after = whole.group(), whole.end()
            opens = re.match(r"\{%\s*(if|for)\b", piece) is not None
            if opens and not quote and part and not part.endswith("=") and body[after : after + 1].isspace():
                parts.append((part, spaced))
                part, spaced = "", True
                after += len(body[after:]) - len(body[after:].lstrip())
            part += piece
            at = after
            continue
        if quote:
            quote = "" if body[at] == quote else quote
        elif body[at] in "\"'":
            quote = body[at]
        elif body[at].isspace():
            if part:
                parts.append((part, spaced))
            part, spaced = "", True
            at += 1
            continue
        part += body[at]
        at += 1
    if part:
        parts.append((part, spaced))
    return parts, end


def split_spaces(text: str) -> list[str]:
    """The words of a text; a Django tag is part of one word."""
    words = re.findall(r"(?:\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|[^\s])+", text, re.DOTALL)
    return [word for word in words if word]
