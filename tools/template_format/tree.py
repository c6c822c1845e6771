"""Builds the tree of a template from HTML elements and Django's block tags, as far as both are properly nested."""

from __future__ import annotations

from dataclasses import dataclass, field

from tools.template_format.lexer import Token

BLOCK_TAGS = {"if", "for", "block", "with", "slot", "element", "localize", "autoescape", "spaceless", "filter"} | {
    "button_block",
    "card",
    "row",
}
BRANCH_TAGS = {"else", "elif", "empty"}
EDGE = frozenset({"edge"})
EDGES = frozenset({"edge", "space"})
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])


@dataclass
class Node:
    """A token, or an element or Django block with its content."""

    token: Token
    children: list[Node] = field(default_factory=list)
    """The children of an element, or of the first branch of a block."""
    branches: list[tuple[Node, list[Node]]] = field(default_factory=list)
    """The tags `else`, `elif` and `empty`, each with the nodes after it."""
    end: Node | None = None
    """The end tag. If there is none, the node has no children, or is an element that does not end where it started."""
    left: frozenset[str] = frozenset()
    right: frozenset[str] = frozenset()
    """What may be to the left and to the right of the gap before the node; see `edges`."""

    @property
    def may_break(self) -> bool:
        """Whether white space before the node is allowed or already there."""
        return self.token.spaced or self.left <= EDGES or self.right <= EDGES

    @property
    def may_join(self) -> bool:
        """Whether white space before the node is never shown."""
        return self.left <= EDGE or self.right <= EDGE

    @property
    def is_element(self) -> bool:
        return self.end is not None and self.token.kind == "start"

    @property
    def is_block_tag(self) -> bool:
        return self.end is not None and self.token.kind == "tag"


def parse(found: list[Token]) -> list[Node]:
    """The nodes of a template; the last one is the end of the file. Raises ValueError for a Django block that is not
    closed."""
    nodes, at = _siblings(found, 0, frozenset())
    if at != len(found):
        raise ValueError(f"{found[at].text} ends nothing")
    return nodes


def _siblings(found: list[Token], at: int, stop: frozenset[str]) -> tuple[list[Node], int]:
    """Nodes up to a Django tag in `stop`, which ends or branches the enclosing block."""
    rows: list[tuple[Node | None, list[Node]]] = [(None, [])]
    while at < len(found):
        token = found[at]
        if token.kind == "tag" and token.name in stop:
            break
        if token.kind == "tag" and token.name in BLOCK_TAGS:
            node, at = _block(found, at)
            rows[-1][1].append(node)
            continue
        at += 1
        if token.kind == "start" and token.name not in VOID:
            rows.append((Node(token), []))
        elif token.kind == "end":
            _close(rows, token)
        else:
            rows[-1][1].append(Node(token))
    while len(rows) > 1:
        _drop(rows)
    return rows[0][1], at


def _close(rows: list[tuple[Node | None, list[Node]]], token: Token) -> None:
    names = [node.token.name if node else "" for node, _ in rows]
    if token.name not in names:
        rows[-1][1].append(Node(token))
        return
    while names.pop() != token.name:
        _drop(rows)
    opened, children = rows.pop()
    assert opened is not None
    opened.children, opened.end = children, Node(token)
    rows[-1][1].append(opened)


def _drop(rows: list[tuple[Node | None, list[Node]]]) -> None:
    """Treat the innermost element as not ending here: it and its content belong to the enclosing element."""
    opened, children = rows.pop()
    if opened is not None:
        rows[-1][1].extend([opened, *children])


def _block(found: list[Token], at: int) -> tuple[Node, int]:
    node = Node(found[at])
    end = "end" + node.token.name
    stop = frozenset({end} | BRANCH_TAGS)
    node.children, at = _siblings(found, at + 1, stop)
    while at < len(found) and found[at].name != end:
        branch = Node(found[at])
        content, at = _siblings(found, at + 1, stop)
        node.branches.append((branch, content))
    if at >= len(found):
        raise ValueError(f"{node.token.text} does not end")
    node.end = Node(found[at])
    return node, at + 1
