"""Draws strings that people read, to judge how natural they sound: `python -m tests.language.sample SEED [COUNT]`.

Half come from templates, half from Python (messages and docstrings outside tests). sample.txt has the last judged draw.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from tests.language import scan


def readable_texts(ending: str) -> list[scan.Text]:
    """Texts of at least three words in files with this ending, without tests and without repeated texts."""
    found: dict[str, scan.Text] = {}
    for path in scan.tracked():
        if path.endswith(ending) and "tests/" not in path and not path.startswith(("tests", "tools/")):
            for text in scan.texts(path, (scan.ROOT / path).read_text(encoding="utf-8")):
                words = " ".join(text.text.split())
                if len(words.split()) >= 3:
                    found.setdefault(words, text)
    return list(found.values())


def draw(seed: str, count: int) -> list[scan.Text]:
    """A random draw of `count` texts, half of them from templates."""
    dice = Random(seed)
    pages = dice.sample(readable_texts(".html"), count // 2)
    return pages + dice.sample(readable_texts(".py"), count - len(pages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed")
    parser.add_argument("count", nargs="?", type=int, default=200)
    options = parser.parse_args()
    for text in draw(options.seed, options.count):
        sys.stdout.write(f"{text.path}: {' '.join(text.text.split())}\n")


if __name__ == "__main__":
    main()
