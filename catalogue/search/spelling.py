"""Finds the words that may be meant by a mistyped word."""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable

from rapidfuzz.distance import OSA


def distance(left: str, right: str, most: int) -> int:
    """Edit distance: letters to add, drop, change or swap with a neighbour. Returns `most` + 1 if it is greater than
    `most`."""
    return OSA.distance(left, right, score_cutoff=most)


def allowed(word: str) -> int:
    """How many typing mistakes are tolerated in a word of this length."""
    return 0 if len(word) < 4 else 1 if len(word) < 6 else 2


class Speller:
    """A vocabulary that finds words with a similar spelling."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted({word for word in words if len(word) > 2})
        self.masks = {word: _mask(word) for word in self.words}
        self.by_pair: dict[str, list[str]] = defaultdict(list)
        for word in self.words:
            for pair in _pairs(word):
                self.by_pair[pair].append(word)

    def near(self, token: str) -> dict[str, float]:
        """Word -> similarity (0 to 1) for the words that `token` may mean. The token may also be the start of a
        word."""
        most, mask, size = allowed(token), _mask(token), len(token)
        found = {}
        first = bisect.bisect_left(self.words, token)
        while first < len(self.words) and self.words[first].startswith(token):
            found[self.words[first]] = 1.0
            first += 1
        if not most:
            return found
        alike = Counter(word for pair in _pairs(token) for word in self.by_pair.get(pair, ()))
        for word, pairs in alike.items():
            if word in found or pairs < 2 or len(word) < size - most or (mask & ~self.masks[word]).bit_count() > most:
                continue
            slips = min(distance(token, word[:cut], most) for cut in {size - 1, size, size + 1, len(word)} if cut > 0)
            if slips <= most:
                found[word] = 1 - slips / size
        return found


def _pairs(word: str) -> set[str]:
    """Pairs of adjacent letters, plus the first and last letter: similar words have most of them in common."""
    return {f"^{word[0]}", f"{word[-1]}$", *(word[at : at + 2] for at in range(len(word) - 1))}


def _mask(word: str) -> int:
    letters = 0
    for sign in word:
        letters |= 1 << (ord(sign) & 63)
    return letters
