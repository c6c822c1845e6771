"""Vague local names in the browser scripts: `python -m tests.language.script_names [PATH ...]` lists them.

A scanner, not a parser: it leaves out comments, strings and regular expressions, and finds names that `const`, `let`,
`function`, an arrow, `for` or `catch` introduces.
"""

from __future__ import annotations

import re
import sys

from tests.language.local_names import VAGUE, VagueName
from tests.language.scan import ROOT, tracked

SKIPPED = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?<=[(=,:\[!&|?{};])\s*(?P<pattern>/(?![*/])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/[a-z]*)""",
    re.S | re.X,
)
NAME = r"[A-Za-z_$][\w$]*"
DECLARATION = re.compile(rf"\b(?:const|let|var)\s+(?:(?P<name>{NAME})|(?P<pattern>[{{\[][^=;]*?[}}\]])\s*(?:=|\bof\b))")
MORE_IN_DECLARATION = re.compile(rf"\b(?:function\s*(?P<function>{NAME})|catch\s*\((?P<caught>{NAME})\))")
PARAMETERS = re.compile(
    rf"(?:\bfunction\s*\*?\s*(?:{NAME})?|^\s*(?:async\s+|static\s+)*#?(?!(?:if|for|while|switch|catch|return)\b){NAME})"
    r"\s*\((?P<list>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*\{",
    re.M,
)
ARROW = re.compile(rf"(?:\((?P<list>[^()]*)\)|(?<![\w$.])(?P<name>{NAME}))\s*=>")


def without_text(source: str) -> str:
    """The script with comments, strings and regular expressions blanked; lines and columns stay."""

    def blank(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", found.group())

    return SKIPPED.sub(blank, source)


def bound_in(pattern: str) -> list[str]:
    """The names that a parameter list or a destructuring pattern binds, without default values and keys."""
    plain = re.sub(r"=(?!>)[^,}\]]*", "", pattern)
    plain = re.sub(rf"{NAME}\s*:", "", plain)
    return re.findall(NAME, plain)


def vague_script_names(path: str, source: str) -> list[VagueName]:
    """The vague names of a script by line."""
    code = without_text(source)
    found: set[tuple[int, str]] = set()

    def note(position: int, names: list[str]) -> None:
        line = code.count("\n", 0, position) + 1
        found.update((line, name) for name in names if name in VAGUE)

    for match in DECLARATION.finditer(code):
        note(match.start(), [match["name"]] if match["name"] else bound_in(match["pattern"]))
    for match in MORE_IN_DECLARATION.finditer(code):
        note(match.start(), [match["function"] or match["caught"]])
    for match in PARAMETERS.finditer(code):
        note(match.start("list"), bound_in(match["list"]))
    for match in ARROW.finditer(code):
        note(match.start(), [match["name"]] if match["name"] else bound_in(match["list"]))
    return [VagueName(path, line, name) for line, name in sorted(found)]


def project_script_names(paths: tuple[str, ...] = ()) -> list[VagueName]:
    """The vague names in the scripts of the site below the given paths."""
    return [
        name
        for path in tracked(paths)
        if path.startswith("static/js/") and path.endswith(".js")
        for name in vague_script_names(path, (ROOT / path).read_text(encoding="utf-8"))
    ]


if __name__ == "__main__":
    for vague in project_script_names(tuple(sys.argv[1:])):
        sys.stdout.write(f"{vague}\n")
