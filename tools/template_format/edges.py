"""Finds where white space in a template is invisible. For each gap between two nodes it determines what may be to the
left and right when the page is rendered, on every path through the template's conditions, loops and includes: an `edge`
of a block element, `space`, `inline` content, or the end of the `file`. White space next to an edge or to other white
space is not shown."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tools.template_format.lexer import Token, tokens
from tools.template_format.tree import Node, parse

Kinds = frozenset[str]
EDGE: Kinds = frozenset({"edge"})
SPACE: Kinds = frozenset({"space"})
INLINE: Kinds = frozenset({"inline"})
FILE: Kinds = frozenset({"file"})

BLOCK_ELEMENTS = frozenset(
    """
    !doctype html head body title header footer main nav section article aside div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd
    table caption colgroup col thead tbody tfoot tr th td form fieldset legend details summary dialog figure figcaption
    blockquote pre hr br option optgroup datalist address hgroup search menu urlset url loc
    g path rect circle ellipse line polyline polygon defs pattern use text image symbol marker clippath mask
    """.split()  # noqa: SIM905
)
UNSEEN_ELEMENTS = frozenset({"script", "link", "meta", "base", "template"})
INSIDE_IS_EDGE = BLOCK_ELEMENTS - {"text", "title", "pre"} | {"svg", "select", "button"}
FLEX = frozenset(
    {
        "row",
        "row-apart",
        "page-actions",
        "decision-end",
        "member-actions",
        "entry-actions",
        "choices",
        "chips",
        "grid",
        "split",
        "tally",
    }
    | {"thumb-row", "site-nav"}
)
"""Classes that always make an element a flex or grid container: white space between its children is not shown."""
CLASSES = re.compile(r"""\sclass=["']([^"']*)["']""")
CONDITION = re.compile(r"\{%\s*if\b.*?\{%\s*endif\s*%\}")
UNSEEN_TAGS = frozenset({"load", "extends", "csrf_token", "idempotency_key", "htmx_script", "script"})
BLOCK_COMPONENTS = frozenset({"field", "number_field", "empty_state", "chips", "card", "row"})
INLINE_COMPONENTS = frozenset({"button", "button_block", "chip"})
"""Tags of mordheim_site/templatetags/components.py that render a block element or a button."""
INCLUDED = re.compile(r"""\{%\s*include\s+(["'])(?P<name>[^"']+)\1""")
NAMED = re.compile(r"\bas(?:var)?\s+\w+\s*%\}$")
HIDDEN_INPUT = re.compile(r"""<input\b[^>]*\btype=["']hidden["']""")


def mark(nodes: list[Node], root: Path) -> None:
    """Set `left` and `right` of every node. `root` is the folder from which templates are included."""
    pass_over = _Passes(root)
    outside = EDGE if _extends(nodes) else FILE
    pass_over.forward(nodes, outside)
    pass_over.backward(nodes, outside)


def _extends(nodes: list[Node]) -> bool:
    return any(node.token.name == "extends" for node in nodes)


@cache
def _edges_of_file(path: Path, root: Path) -> tuple[Kinds, Kinds]:
    """What is at the start and at the end of an included template; `file` if it can be empty."""
    nodes = parse(tokens(path.read_text(encoding="utf-8")))
    passes = _Passes(root)
    return passes.backward(nodes, FILE), passes.forward(nodes, FILE)


class _Passes:
    """One pass from the left and one from the right through the nodes of a template."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.around = ""
        """How the enclosing element lays out its children: `flex`, `field`, or "" if it does not matter."""

    def forward(self, nodes: list[Node], before: Kinds) -> Kinds:
        for node in nodes:
            before = self._after(node, self._step(node, before))
        return before

    def backward(self, nodes: list[Node], after: Kinds) -> Kinds:
        for node in reversed(nodes):
            after = self._back(node, self._before(node, after))
        return after

    @staticmethod
    def _step(node: Node, before: Kinds) -> Kinds:
        node.left = before
        return SPACE if node.token.spaced else before

    @staticmethod
    def _back(node: Node, after: Kinds) -> Kinds:
        node.right = after
        return SPACE if node.token.spaced else after

    def _after(self, node: Node, before: Kinds) -> Kinds:
        if node.end is None:
            return self._leaf(node.token, before, 1)
        if node.is_element or _is_component(node.token):
            around, edge = self.around, self._inside(node.token)
            self.around = layout_of(node.token)
            self._step(node.end, self.forward(node.children, edge))
            self.around = around
            return self._leaf(node.token, before, 1)
        if node.token.name in ("block", "slot", "element"):
            around, edge = self.around, EDGE if _is_in_flex(node.token) else INLINE
            self.around = "flex" if edge is EDGE else around
            self._step(node.end, self.forward(node.children, edge))
            self.around = around
            return INLINE
        start, ends = before, frozenset[str]()
        contents = [node.children, *(content for _, content in node.branches)]
        tags = [*(tag for tag, _ in node.branches), node.end]
        for content, tag in zip(contents, tags, strict=True):
            end = self.forward(content, start)
            if node.token.name == "for" and content is node.children:
                end = self.forward(content, start | (SPACE if tag.token.spaced else end))
            ends |= self._step(tag, end)
        return ends | (start if _may_be_skipped(node) else frozenset())

    def _before(self, node: Node, after: Kinds) -> Kinds:
        if node.end is None:
            return self._leaf(node.token, after, 0)
        if node.is_element or _is_component(node.token):
            around, edge = self.around, self._inside(node.token)
            self.around = layout_of(node.token)
            self.backward(node.children, self._back(node.end, edge))
            self.around = around
            return self._leaf(node.token, after, 0)
        if node.token.name in ("block", "slot", "element"):
            around, edge = self.around, EDGE if _is_in_flex(node.token) else INLINE
            self.around = "flex" if edge is EDGE else around
            self.backward(node.children, self._back(node.end, edge))
            self.around = around
            return INLINE
        starts = frozenset[str]()
        contents = [node.children, *(content for _, content in node.branches)]
        tags = [*(tag for tag, _ in node.branches), node.end]
        for content, tag in zip(contents, tags, strict=True):
            start = self.backward(content, self._back(tag, after))
            if node.token.name == "for" and content is node.children:
                start |= self.backward(content, self._back(tag, after | start))
            starts |= start
        return starts | (after if _may_be_skipped(node) else frozenset())

    def _leaf(self, token: Token, beside: Kinds, side: int) -> Kinds:
        """What a token, or an element as a whole, is when seen from one side (0 from the left, 1 from the right)."""
        if token.kind in ("start", "end", "void"):
            if token.name in UNSEEN_ELEMENTS or HIDDEN_INPUT.match(token.text):
                return beside
            return EDGE if token.name in BLOCK_ELEMENTS or self._is_item(token) else INLINE
        if token.kind in ("comment", "end of file") or token.name in UNSEEN_TAGS:
            return beside
        if token.kind == "translation":
            opening = token.text.split("%}")[0] + "%}"
            return beside if NAMED.search(opening) or re.search(r"\sasvar\s+\w+\s", opening) else INLINE
        if _is_component(token):
            return EDGE if token.name in BLOCK_COMPONENTS or self._is_item(token) else INLINE
        if token.kind == "tag":
            if included := INCLUDED.match(token.text):
                edge = self._included(included["name"])[side]
                return (edge - FILE) | beside if "file" in edge else edge
            if NAMED.search(token.text):
                return beside
        return INLINE

    def _is_item(self, token: Token) -> bool:
        """Whether the element is laid out as a block because of its parent."""
        return self.around == "flex" or (self.around == "field" and token.name == "label")

    def _inside(self, token: Token) -> Kinds:
        if _is_component(token):
            return EDGE
        return EDGE if token.name in INSIDE_IS_EDGE or (self._is_item(token) and token.name != "text") else INLINE

    def _included(self, name: str) -> tuple[Kinds, Kinds]:
        path = self.root / name
        if not path.exists():
            return INLINE, INLINE
        try:
            return _edges_of_file(path, self.root)
        except RecursionError:
            return INLINE, INLINE


def _is_in_flex(token: Token) -> bool:
    """Whether the token is in the block `actions` of a page, which is in a flex container of `page.html`."""
    return token.text.split()[1:3] == ["block", "actions"]


def _is_component(token: Token) -> bool:
    return token.kind == "tag" and token.name in BLOCK_COMPONENTS | INLINE_COMPONENTS


def layout_of(token: Token) -> str:
    """How the style sheets lay out the children of an element, as far as its classes show."""
    if token.kind == "tag":
        return "flex" if token.name == "row" else ""
    classes = CLASSES.search(token.text)
    names = frozenset(CONDITION.sub(" ", classes[1]).split()) if classes else frozenset()
    return "flex" if names & FLEX else "field" if "field" in names else ""


def _may_be_skipped(node: Node) -> bool:
    if node.token.name == "if":
        return not any(tag.token.name == "else" for tag, _ in node.branches)
    return node.token.name == "for"
