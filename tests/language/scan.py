"""Finds wording that the project does not use: `python -m tests.language.scan [PATH ...]` prints file, line and advice.

The phrases are in phrases.txt, sentences that may stay although a phrase matches in allowed.txt.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent

TRANSLATED = re.compile(
    r"""\{%\s*trans(?:late)?\s+(["'])(?P<short>.*?)\1|\{%\s*blocktrans(?:late)?\b[^%]*%\}(?P<block>.*?)\{%\s*endblocktrans"""
    r"""|\b_\("(?P<argument>[^"]*)"\)""",
    re.DOTALL,
)
MARKED = frozenset(
    {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy", "say", "Refusal"}
)
"""Functions whose arguments are text for readers."""
SHOWN_KEYWORDS = frozenset({"help", "help_text", "label", "description", "summary", "title"})
JS_STRING = re.compile(r"""(["'`])((?:\\.|(?!\1)[^\\\n])*? (?:\\.|(?!\1)[^\\\n])*)\1""")
YAML_TEXT = re.compile(
    r"""^\s*(?:- )?(?:\{.*?)?\b(?:summary|text|title|about|note|decided)\s*:"""
    r"""(?P<text>\s*"(?:\\.|[^"\\])*"|\s*'(?:''|[^'])*'|.*?(?=, \w+: |$))"""
)
NOT_READ = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|\{\w+\}|\b[A-Z]+-[A-Z0-9-]+\b|`\w+`")
"""Placeholders, rule ids and names of code."""
SKIPPED = ("/migrations/", "/vendor/", "tests/language/", "/engine/conformance/", "docs/reference/rule-ids.txt")


class Phrase(NamedTuple):
    """A pattern that the project does not use and what to write instead."""

    pattern: re.Pattern[str]
    advice: str


class Text(NamedTuple):
    """A text that people read, with the line on which it starts."""

    path: str
    line: int
    kind: str
    text: str


class Finding(NamedTuple):
    """One phrase found in a text."""

    path: str
    line: int
    kind: str
    found: str
    advice: str
    text: str

    def __str__(self) -> str:
        text = " ".join(self.text.split())
        start = max(0, text.find(" ".join(self.found.split())) - 40)
        return (
            f"{self.path}:{self.line}: {self.kind}: {self.found!r} -> {self.advice}: ...{text[start : start + 110]}..."
        )


@cache
def phrases() -> tuple[Phrase, ...]:
    found = []
    for line in (FOLDER / "phrases.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            pattern, separator, advice = line.partition(" -> ")
            if not separator:
                raise ValueError(f"A phrase without advice: {line}")
            found.append(Phrase(re.compile(pattern.strip().replace(" ", r"\s+"), re.IGNORECASE), advice.strip()))
    return tuple(found)


@cache
def allowed() -> frozenset[tuple[str, str]]:
    """(path, excerpt) pairs: in that file a text with the excerpt may stay."""
    lines = (FOLDER / "allowed.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ", 1) for line in lines if line.strip() and not line.startswith("#"))
    return frozenset((path, excerpt) for path, excerpt in pairs)


@cache
def any_phrase() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{phrase.pattern.pattern})" for phrase in phrases()), re.IGNORECASE)


def tracked(paths: Iterable[str] = ()) -> list[str]:
    """The files of the project that hold text for readers, below the given paths."""
    kinds = [f"*.{ending}" for ending in ("html", "py", "js", "md", "yaml", "txt")]
    listed = subprocess.run(["git", "ls-files", *kinds], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    under = tuple(paths)
    return [
        path
        for path in listed.splitlines()
        if not any(part in path for part in SKIPPED) and (not under or path.startswith(under))
    ]


def python_texts(path: str, source: str) -> Iterator[Text]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node, clean=True)
            if docstring:
                yield Text(path, node.body[0].lineno, "docstring", docstring)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield Text(path, node.lineno, "docstring", node.value.value)
        elif isinstance(node, ast.Call):
            yield from call_texts(path, node)


def call_texts(path: str, node: ast.Call) -> Iterator[Text]:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    arguments = list(node.args) if name in MARKED or name.endswith(("Error", "Refusal")) else []
    arguments += [keyword.value for keyword in node.keywords if keyword.arg in SHOWN_KEYWORDS]
    for argument in arguments:
        for part in argument.values if isinstance(argument, ast.JoinedStr) else [argument]:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield Text(path, part.lineno, "string", part.value)


def template_texts(path: str, source: str) -> Iterator[Text]:
    for match in TRANSLATED.finditer(source):
        text = next(part for part in match.group("short", "block", "argument") if part is not None)
        yield Text(path, source.count("\n", 0, match.start()) + 1, "page", text)


def texts(path: str, source: str) -> Iterator[Text]:
    """Everything in a file that people read."""
    lines = list(enumerate(source.splitlines(), 1))
    if path.endswith(".py"):
        seen = set()
        for text in python_texts(path, source):
            if (text.line, text.text) not in seen and not (
                (text.line, "docstring") in seen and text.kind == "docstring"
            ):
                seen |= {(text.line, text.text), (text.line, text.kind)}
                yield text
    elif path.endswith((".html", ".txt")) and "templates/" in path:
        yield from template_texts(path, source)
    elif path.endswith(".md"):
        yield from (Text(path, number, "document", line) for number, line in lines)
    elif path.endswith(".js"):
        for number, line in lines:
            yield from (Text(path, number, "script", match[2]) for match in JS_STRING.finditer(line))
    elif path.endswith(".yaml"):
        yield from (Text(path, n, "data", match["text"]) for n, line in lines if (match := YAML_TEXT.match(line)))


def _without_codes(text: str) -> str:
    """The text with placeholders and rule ids as spaces: their names are not read."""
    return NOT_READ.sub(lambda found: " " * len(found[0]), text)


def findings(texts_read: Iterable[Text]) -> Iterator[Finding]:
    """The phrases found in texts, without those that allowed.txt lists."""
    for text in texts_read:
        read = _without_codes(text.text)
        if not any_phrase().search(read):
            continue
        if any(text.path == path and excerpt in " ".join(text.text.split()) for path, excerpt in allowed()):
            continue
        for phrase in phrases():
            if match := phrase.pattern.search(read):
                line = text.line + text.text.count("\n", 0, match.start())
                yield Finding(text.path, line, text.kind, match[0], phrase.advice, text.text)


def project_findings(paths: Iterable[str] = ()) -> list[Finding]:
    """What is found in the files of the project below the given paths."""
    return [
        finding
        for path in tracked(paths)
        for finding in findings(texts(path, (ROOT / path).read_text(encoding="utf-8")))
    ]


def group_of(path: str) -> str:
    """The part of the project that a file counts for: an app, templates, docs, packs."""
    if path.startswith("catalogue/packs/") and path.endswith(".yaml"):
        return "packs"
    return path.split("/")[0] if "/" in path and not path.startswith("docs/") else "docs"


def main() -> int:
    found = project_findings(sys.argv[1:])
    for finding in found:
        sys.stdout.write(f"{finding}\n")
    for group, count in sorted(Counter(group_of(finding.path) for finding in found).items()):
        sys.stderr.write(f"{group} {count}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
