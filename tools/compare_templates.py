"""A pytest plugin that renders every page a second time, with an older copy of the templates, and compares them.

`BEFORE=FOLDER python -m pytest -p tools.compare_templates PATH` prints each template whose pages differ in what a
browser shows, and fails if there is one. White space counts only where a browser shows it: inside text and between
inline elements, but not at the edge of a block element and not in `class`. Values that are different for every page
(tokens, nonces) are not compared. Tests that count queries fail under this plugin, because every page is rendered
twice.
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template.backends.django import DjangoTemplates, Template

from tools.template_format.edges import BLOCK_ELEMENTS, FLEX, INSIDE_IS_EDGE, UNSEEN_ELEMENTS
from tools.template_format.tree import VOID

SPACED_LISTS = frozenset({"class", "d", "points", "transform", "aria-describedby", "viewbox"})
JSON = "{"
ONCE = frozenset({"csrfmiddlewaretoken", "idempotency_key"})
differences: dict[str, str] = {}
compared: dict[str, int] = {}


class Canonical(HTMLParser):
    """The parts of a page, with white space only where a browser shows it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self.open: list[str] = []
        self.around: list[tuple[str, str]] = []
        """The open elements, and how each lays out its children."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("name") in ONCE:
            given["value"] = ""
        shown = {
            name: ""
            if name in ("nonce", "data-csrf")
            else " ".join((value or "").split())
            if name in SPACED_LISTS
            else value
            for name, value in given.items()
        }
        shown |= {
            name: "".join((value or "").split()) for name, value in shown.items() if (value or "").startswith(JSON)
        }
        self.parts.append(f"<{tag} {sorted(shown.items(), key=str)}{self._item(tag)}>")
        if tag not in VOID:
            names = set((given.get("class") or "").split())
            self.around.append((tag, "flex" if names & FLEX else "field" if "field" in names else ""))
        if tag in ("pre", "textarea", "script", "style"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _ in self.around) and self.around.pop()[0] != tag:
            pass
        self.parts.append(f"</{tag}{self._item(tag)}>")
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def _item(self, tag: str) -> str:
        layout = self.around[-1][1] if self.around else ""
        return " item" if layout == "flex" or (layout == "field" and tag == "label") else ""

    def handle_data(self, data: str) -> None:
        self.parts.append("=" + data if self.open else data)

    def handle_entityref(self, name: str) -> None:
        self.parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.parts.append(f"&#{name};")


def canonical(page: str) -> list[str]:
    parser = Canonical()
    parser.feed(page)
    parser.close()
    found: list[str] = []
    for part in parser.parts:
        if part.startswith(("=", "<")):
            found.append(part)
        else:
            found.extend(re.findall(r"\S+|\s+", part))
    return _without_unseen_space(found)


def _without_unseen_space(parts: list[str]) -> list[str]:
    shown: list[str] = []
    for number, part in enumerate(parts):
        if part.isspace():
            before, after = _beside(parts, number, -1), _beside(parts, number, 1)
            if _is_edge(before, -1) or _is_edge(after, 1) or before.isspace():
                continue
            part = " "
        shown.append(part)
    return [part for number, part in enumerate(shown) if not (part == " " and shown[number - 1 : number] == [" "])]


def _beside(parts: list[str], number: int, step: int) -> str:
    """The next part in this direction that is visible: hidden inputs, scripts and comments are skipped."""
    number += step
    while 0 <= number < len(parts):
        part = parts[number]
        name = re.match(r"</?([\w:-]+)", part)
        unseen = name and (name[1] in UNSEEN_ELEMENTS or "('type', 'hidden')" in part)
        if not unseen and not part.startswith("=") and not (part.isspace() and step > 0):
            return part
        number += step
    return "<html >"


def _is_edge(part: str, side: int) -> bool:
    name = re.match(r"<(/?)([\w:-]+)", part)
    if name is None:
        return False
    if part.endswith(" item>"):
        return True
    inside = (side < 0) != bool(name[1])
    return name[2] in INSIDE_IS_EDGE if inside else name[2] in BLOCK_ELEMENTS


def _first_difference(first: list[str], other: list[str]) -> str:
    for number, (left, right) in enumerate(zip([*first, "end"], [*other, "end"])):
        if left != right:
            near = max(0, number - 6)
            return f"before: {''.join(first[near : number + 6])!r}\n  after:  {''.join(other[near : number + 6])!r}"
    return ""


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    options = {**settings.TEMPLATES[0]["OPTIONS"]}
    before = DjangoTemplates({"NAME": "before", "DIRS": [os.environ["BEFORE"]], "APP_DIRS": False, "OPTIONS": options})
    render = Template.render

    def render_twice(self: Template, context: Any = None, request: Any = None) -> Any:
        page = render(self, context, request)
        name = self.template.name
        if self.backend is not before and name and str(self.origin).startswith(str(settings.TEMPLATES[0]["DIRS"][0])):
            kept = render(before.get_template(name), context, request)
            compared[name] = compared.get(name, 0) + 1
            if name not in differences and (found := _first_difference(canonical(kept), canonical(page))):
                differences[name] = found
        return page

    Template.render = render_twice  # type: ignore[method-assign]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.write_line(f"{sum(compared.values())} pages of {len(compared)} templates rendered twice")
    for name, found in sorted(differences.items()):
        terminalreporter.write_line(f"{name}:\n  {found}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if differences:
        session.exitstatus = 1
