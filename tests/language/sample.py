"""Draws texts at random, to judge how natural they sound: `python -m tests.language.sample SEED [COUNT]`.

Half come from templates, half from Python (messages and docstrings outside tests); with `--docstrings` only docstrings.
sample.txt and docstrings.txt have the last judged draws.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from tests.language import scan


def readable_texts(ending: str, kind: str = "") -> list[scan.Text]:
    """Texts of three words or more in files with this ending, without tests and repeated texts; optionally one kind."""
    found: dict[str, scan.Text] = {}
    for path in scan.tracked():
        if path.endswith(ending) and "tests/" not in path and not path.startswith(("tests", "tools/")):
            for text in scan.texts(path, (scan.ROOT / path).read_text(encoding="utf-8")):
                words = " ".join(text.text.split())
                if len(words.split()) >= 3 and kind in ("", text.kind):
                    found.setdefault(words, text)
    return list(found.values())


def draw(seed: str, count: int) -> list[scan.Text]:
    """A random draw of `count` texts, half of them from templates."""
    dice = Random(seed)
    pages = dice.sample(readable_texts(".html"), count // 2)
    return pages + dice.sample(readable_texts(".py"), count - len(pages))


def draw_docstrings(seed: str, count: int) -> list[scan.Text]:
    """A random draw of `count` docstrings."""
    return Random(seed).sample(readable_texts(".py", "docstring"), count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed")
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument("--docstrings", action="store_true")
    options = parser.parse_args()
    texts = draw_docstrings if options.docstrings else draw
    for text in texts(options.seed, options.count):
        sys.stdout.write(f"{text.path}: {' '.join(text.text.split())}\n")


if __name__ == "__main__":
    main()
