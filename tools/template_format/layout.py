"""Writes the tree of a template as lines: one line per block element, text filled up to the line width."""

from __future__ import annotations

import re

from tools.template_format import translations
from tools.template_format.lexer import Token, attributes, split_spaces
from tools.template_format.measure import contents_of, flat, flat_token, gap, is_block, must_break, rigid
from tools.template_format.tree import Node

WIDTH = 120
STEP = 2
LISTS = ("class", "d", "points", "aria-describedby", "viewbox", "transform")
"""Attributes in which parts are separated by any amount of white space."""


def lay_out(nodes: list[Node]) -> str:
    """The formatted text of a template. It ends with a line feed if white space is allowed there."""
    page = _Page()
    page.siblings(nodes, 0, 0, 0)
    return "".join(page.out).rstrip("\n") + ("\n" if nodes[-1].may_break else "")


class _Page:
    """The lines written so far."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.column = 0
        self.indent = 0

    def write(self, text: str) -> None:
        if not text:
            return
        self.out.append(text)
        last = text.rpartition("\n")
        self.column = len(last[2]) + (0 if last[1] else self.column)

    def line(self, indent: int, blank: bool = False) -> None:
        """End the line. The next one starts at `indent`, after an empty line if `blank`."""
        if self.out and self.out[-1].startswith("\n") and self.out[-1].isspace():
            self.out.pop()
        if self.out:
            self.out.append(("\n\n" if blank else "\n") + " " * indent)
        self.column = indent

    def siblings(self, nodes: list[Node], indent: int, trail: int, stiff: int) -> None:
        """Write the nodes of one parent. `trail` is the width of what follows the last node on its line, `stiff` the
        part of that without a possible line break."""
        stacked = not any(child.token.kind in ("word", "variable", "translation") for child in nodes)
        for number, node in enumerate(nodes):
            if node.token.kind == "end of file":
                continue
            before = nodes[number - 1] if number else None
            width, closed = self._cluster(nodes, number)
            width += 0 if closed else trail
            if node.may_break and before is not None:
                apart = is_block(node) or is_block(before) or stacked
                if apart or self.column + len(gap(node)) + width > WIDTH:
                    self.line(indent, node.token.blank)
                else:
                    self.write(gap(node))
            follows = 0 if number + 1 < len(nodes) and nodes[number + 1].may_break else width - len(flat(node))
            self.node(node, indent, follows, rigid(nodes[number + 1 :], stiff))

    def _cluster(self, nodes: list[Node], number: int) -> tuple[int, bool]:
        """The width from a node to the next possible line break among its siblings, and whether there is one."""
        width = 0
        for place in range(number, len(nodes)):
            if place > number and nodes[place].may_break:
                return width, True
            width += len(flat(nodes[place]))
        return width, False

    def node(self, node: Node, indent: int, trail: int, stiff: int) -> None:
        text = flat(node)
        if not must_break(node) and self.column + len(text) + trail <= WIDTH:
            self.write(text)
        elif node.end is None:
            self.token(node.token, indent, trail, stiff)
        else:
            self.broken(node, indent, trail, stiff)

    def broken(self, node: Node, indent: int, trail: int, stiff: int) -> None:
        """Write a node over several lines."""
        contents = contents_of(node)
        self.token(node.token, indent, self._lead(*contents[0], rigid(*contents[1]) if len(contents) > 1 else stiff), 0)
        for number, (content, end) in enumerate(contents):
            after = self._lead(*contents[number + 1]) if number + 1 < len(contents) else trail
            closing = len(flat_token(end.token)) + after
            beyond = rigid(*contents[number + 1]) if number + 1 < len(contents) else stiff
            bound = 0 if end.may_break else len(flat_token(end.token)) + beyond
            if content:
                if content[0].may_break:
                    self.line(indent + STEP, content[0].token.blank and node.token.name == "block")
                self.siblings(content, indent + STEP, 0 if end.may_break else closing, bound)
            if end.may_break and (content or self.column + closing > WIDTH):
                self.line(indent)
            self.end_tag(end, indent, beyond)

    def _lead(self, content: list[Node], end: Node, beyond: int = 0) -> int:
        """The width of what must follow the start tag on the same line; `beyond` is what follows the end of the
        node."""
        if (content[0] if content else end).may_break:
            return 0
        width, closed = self._cluster(content, 0) if content else (0, False)
        return width if closed or end.may_break else width + len(flat_token(end.token)) + beyond

    def token(self, token: Token, indent: int, trail: int, stiff: int) -> None:
        """Write one token, broken where possible: a start tag between attributes, a translation or comment between
        words."""
        text = flat_token(token)
        if token.kind in ("start", "void") and self.column + len(text) + trail > WIDTH and token.name != "!doctype":
            self.start_tag(token, indent, trail)
        elif token.kind in ("tag", "translation") and self._is_full(len(text), trail, stiff):
            self.translation(text, indent, trail)
        elif token.kind == "comment" and token.name == "comment" and len(text) + self.column > WIDTH:
            self.filled(split_spaces(text), indent - STEP, trail)
        else:
            self.write(text)

    def _is_full(self, width: int, trail: int, stiff: int) -> bool:
        """Whether a translation has to be broken: it does not fit with what must follow it, or it is long and does not
        fit with everything that follows."""
        return self.column + width + (trail if width > WIDTH // 2 else stiff) > WIDTH

    def translation(self, text: str, indent: int, trail: int) -> None:
        """Write a translated text over several lines; other tags are written unchanged."""
        start, *words = translations.words(text)
        if not words:
            self.write(start)
            return
        self.write(start)
        self.line(indent + STEP)
        self.filled(words[:-1], indent, 0)
        self.line(indent)
        self.write(words[-1])

    def end_tag(self, end: Node, indent: int, trail: int) -> None:
        """Write an end tag; as a last resort, its `>` goes to the next line."""
        text = flat_token(end.token)
        is_bound = end.token.kind == "end" and not end.may_break
        if is_bound and self.column + len(text) + trail > WIDTH >= self.column + len(text) - 1:
            self.write(text[:-1])
            self.line(indent)
            text = ">"
        self.write(text)

    def filled(self, words: list[str], indent: int, trail: int) -> None:
        """Write words, as many on a line as fit."""
        for number, word in enumerate(words):
            space = 1 if number else 0
            width = len(word) + (trail if number == len(words) - 1 else 0)
            if number and self.column + space + width > WIDTH:
                self.line(indent + STEP)
            else:
                self.write(" " * space)
            self.write(word)

    def start_tag(self, token: Token, indent: int, trail: int) -> None:
        """Write a start tag with as many attributes on a line as fit."""
        parts, end = attributes(token.text)
        deeper = indent + 2 * STEP
        for number, (part, spaced) in enumerate(parts):
            last = number == len(parts) - 1
            width = len(part) + (len(end) if last else 0)
            if spaced and self.column + 1 + width > WIDTH:
                self.line(deeper)
            elif spaced:
                self.write(" ")
            if self.column + width > WIDTH:
                self.attribute(part, deeper, len(end) if last else 0)
            else:
                self.write(part)
        if self.column + len(end) + trail > WIDTH and len(parts) > 1:
            self.line(indent)
        self.write((" " if end == "/>" else "") + end)

    def attribute(self, part: str, indent: int, trail: int) -> None:
        """Write an attribute that is too long for a line: lists are broken between their parts, texts between words."""
        names = re.findall(r"([\w:-]+)=[\"']", part)
        if len(names) == 1 and names[0].lower() in LISTS:
            self.filled(split_spaces(part), indent, trail)
            return
        for piece in re.split(r"(\{%\s*(?:trans|blocktrans)\b.*?%\}(?:.*?\{%\s*endblocktrans\s*%\})?)", part):
            if piece.startswith("{%") and self.column + len(piece) + trail > WIDTH:
                self.filled(translations.words(piece), indent, 0)
            else:
                self.write(piece)


def too_long(text: str) -> list[int]:
    """Numbers of the lines that are longer than the maximum width."""
    return [number for number, line in enumerate(text.splitlines(), 1) if len(line) > WIDTH]
