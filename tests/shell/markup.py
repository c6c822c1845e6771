"""Faults in the markup of a page: duplicate ids, and end tags without a start tag, as an HTML parser sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
CLOSES_A_PARAGRAPH = frozenset(
    [
        *("address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset", "figcaption"),
        *("figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("header", "hr", "main", "menu", "nav", "ol", "p", "pre", "section"),
        *("table", "ul"),
    ]
)
ENDS_BY_ITSELF = frozenset(["p", "li", "dt", "dd", "option", "tr", "td", "th", "thead", "tbody"])
"""Elements whose end tag may be left out."""


class _Markup(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.faults: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value for name, value in attrs if name == "id" and value)
        if tag in CLOSES_A_PARAGRAPH and self.open and self.open[-1] == "p":
            self.open.pop()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value for name, value in attrs if name == "id" and value)

    def handle_endtag(self, tag: str) -> None:
        line = self.getpos()[0]
        while self.open and self.open[-1] != tag and self.open[-1] in ENDS_BY_ITSELF and tag in self.open:
            self.open.pop()
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            inside = self.open[-1] if self.open else "nothing"
            self.faults.append(f"line {line}: </{tag}> closes nothing (inside <{inside}>)")


def faults(text: str) -> Iterator[str]:
    """Sentences about duplicate ids and stray end tags of a page or fragment."""
    markup = _Markup(text)
    yield from (f"the id {name!r} is used {count} times" for name, count in markup.ids.items() if count > 1)
    yield from markup.faults
    yield from (f"<{tag}> is never closed" for tag in markup.open if tag not in ENDS_BY_ITSELF)
