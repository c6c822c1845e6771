"""SVG is written in one package, and by the board for its layers."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from mordheim_site.look.svg.elements import circle, drawing, element, group, line_through, path, upright
from mordheim_site.look.tokens import ROOT

HOMES = ("mordheim_site/look/svg/", "battles/board/svg/")
MARKUP = re.compile(r"<(?:svg|g|path|circle|rect|line|polygon|polyline|ellipse|use|text)(?:[ />]|$)")


def texts_of(source: str) -> list[str]:
    """The string constants of a module, parts of f-strings included, docstrings left out."""
    tree = ast.parse(source)
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


def test_no_module_outside_the_packages_writes_svg_markup() -> None:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    strays = [
        f"{name}: {text[:60]}"
        for name in listed.split()
        if not name.startswith((*HOMES, "tests", "tools/")) and "/tests/" not in name and (ROOT / name).exists()
        for text in texts_of((ROOT / name).read_text(encoding="utf-8"))
        if MARKUP.search(text)
    ]
    assert strays == []
    assert any(MARKUP.search(text) for text in texts_of(Path(ROOT, HOMES[0], "sprites.py").read_text(encoding="utf-8")))


def test_elements_are_well_formed_and_escape_text_and_attributes() -> None:
    bad = '"><script>'
    picture = drawing(
        path(line_through([(0, 1), (2.5, 3.125)], closed=True), class_=bad, stroke_width=0.5),
        circle((1, 2.006), 0.5, class_="dot"),
        group(upright(bad, y=".2", class_="label"), at=(1.5, 2), data_who=bad),
        element("title", bad),
        viewBox="0 0 4 4",
        aria_label=bad,
        role=None,
    )
    root = ElementTree.fromstring(picture)
    assert root.attrib == {"viewBox": "0 0 4 4", "aria-label": bad}
    assert root[0].attrib == {"class": bad, "stroke-width": "0.5", "d": "M0 1L2.5 3.12Z"}
    assert root[1].attrib == {"class": "dot", "cx": "1", "cy": "2.01", "r": "0.5"}
    assert root[2].attrib == {"data-who": bad, "transform": "translate(1.5 2)"}
    assert root[2][0][0].text == bad
    assert root[3].text == bad


def test_an_empty_element_is_closed() -> None:
    assert element("circle", r=".16") == '<circle r=".16"/>'
    assert element("title", "") == "<title></title>"
