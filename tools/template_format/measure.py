"""Measures nodes: their width on one line, which of them need lines of their own, and where they can be broken."""

from __future__ import annotations

from tools.template_format import translations
from tools.template_format.edges import BLOCK_ELEMENTS
from tools.template_format.lexer import Token, attributes
from tools.template_format.tree import Node


def flat(node: Node) -> str:
    """The node with its content on one line."""
    if node.end is None:
        return flat_token(node.token)
    parts = [flat_token(node.token)]
    for content, end in contents_of(node):
        parts.extend(gap(child) + flat(child) for child in content)
        parts.append(gap(end) + flat_token(end.token))
    return "".join(parts)


def flat_token(token: Token) -> str:
    if token.kind == "start" or (token.kind == "void" and token.name != "!doctype"):
        parts, end = attributes(token.text)
        return "".join((" " if spaced else "") + part for part, spaced in parts) + (" " if end == "/>" else "") + end
    if token.kind == "end":
        return "".join(token.text.split())
    if token.kind == "comment" and token.name == "comment":
        return " ".join(token.text.split())
    return token.text


def gap(node: Node) -> str:
    return " " if node.token.spaced and not node.may_join else ""


def contents_of(node: Node) -> list[tuple[list[Node], Node]]:
    """Each content of a node, with the tag that ends it."""
    assert node.end is not None
    tags = [*(tag for tag, _ in node.branches), node.end]
    return list(zip([node.children, *(content for _, content in node.branches)], tags, strict=True))


def is_block(node: Node) -> bool:
    """Whether the node has lines of its own."""
    token = node.token
    if token.kind in ("start", "end", "void"):
        return token.name in BLOCK_ELEMENTS or token.name in ("link", "script", "meta", "svg")
    if token.kind == "tag" and token.name in ("load", "extends", "include", "block"):
        return True
    if token.kind == "comment":
        return True
    return any(is_block(child) for content, _ in contents_of(node) for child in content) if node.is_block_tag else False


def must_break(node: Node) -> bool:
    """Whether the node contains block elements or lists that must not be on its line."""
    if node.end is None:
        return "\n" in flat_token(node.token)
    if "\n" in flat(node):
        return True
    inside = [child for content, _ in contents_of(node) for child in content]
    if any(must_break(child) for child in inside):
        return True
    blocks = [child for child in inside if is_block(child)]
    if node.is_element:
        return bool(blocks) and node.token.name not in ("select",)
    if node.token.name == "block" and blocks:
        return True
    return len(blocks) > 1 or (len(blocks) == 1 and len(inside) > 1)


def rigid(nodes: list[Node], after: Node | int) -> int:
    """The width up to the first place where a line can be broken; `after` is what follows the nodes."""
    total = 0
    for node in nodes:
        if node.may_break:
            return total
        width, bends = _rigid_part(node)
        total += width
        if bends:
            return total
    if isinstance(after, int):
        return total + after
    return total if after.may_break else total + len(flat_token(after.token))


def _rigid_part(node: Node) -> tuple[int, bool]:
    """The width of a node up to its first possible line break, and whether it has one."""
    token = node.token
    text = flat_token(token)
    if token.kind in ("tag", "translation") and len(words := translations.words(text)) > 1:
        return min(len(text), len(words[0])), True
    if token.kind in ("start", "void") and " " in text:
        return len(text.split(" ")[0]), True
    width = len(text)
    if node.end is not None:
        for content, end in contents_of(node):
            if (content[0] if content else end).may_break:
                return width, True
            for child in content:
                part, bends = _rigid_part(child)
                width += part
                if bends:
                    return width, True
            width += len(flat_token(end.token))
    return width, False
