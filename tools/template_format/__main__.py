"""The command-line program: `python -m tools.template_format [--check] [PATH ...]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.template_format import layout
from tools.template_format.edges import mark
from tools.template_format.lexer import tokens
from tools.template_format.tree import parse

ROOT = Path(__file__).resolve().parents[2] / "templates"
ROUNDS = 5


def formatted(source: str, root: Path = ROOT) -> str:
    """The formatted template; formatting it again changes nothing. Raises ValueError if it cannot be parsed."""
    for _ in range(ROUNDS):
        nodes = parse(tokens(source))
        mark(nodes, root)
        after = layout.lay_out(nodes)
        if after == source:
            return source
        source = after
    raise ValueError("formatting does not settle")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.template_format", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if something would change")
    parser.add_argument("paths", nargs="*", type=Path, help="templates or folders; all templates if left out")
    options = parser.parse_args(arguments)
    failed = False
    for path in templates(options.paths or [ROOT]):
        source = path.read_text(encoding="utf-8")
        try:
            after = formatted(source)
        except ValueError as error:
            print(f"{path}: {error}")
            failed = True
            continue
        if after != source and options.check:
            print(f"{path}: not formatted")
            failed = True
        elif after != source:
            path.write_text(after, encoding="utf-8")
        for number in layout.too_long(after):
            print(f"{path}:{number}: longer than {layout.WIDTH} columns")
            failed = True
    return 1 if failed else 0


def templates(paths: list[Path]) -> list[Path]:
    return sorted(
        {file for path in paths for file in ([path] if path.is_file() else path.rglob("*")) if file.suffix in SUFFIXES}
    )


SUFFIXES = frozenset({".html"})

if __name__ == "__main__":
    sys.exit(main())
