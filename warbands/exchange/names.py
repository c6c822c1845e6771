"""Finds catalogue facts by the names that other programs print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from catalogue.search.spelling import distance

SURE_LETTERS: Final = 6
"""Names of at least this length are still found with one typing error."""


def folded(name: str, *, whole: bool = False) -> str:
    """The name as lower-case letters and digits, without accents, plural `s` and (unless `whole`) text in brackets:
    "Swords (free)" -> "sword"."""
    text = name if whole else re.sub(r"\([^)]*\)", " ", name)
    plain = unicodedata.normalize("NFKD", text.replace("’", "'")).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    return " ".join(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words
    )


@dataclass(slots=True)
class Report:
    """What was understood of a file from another program. `matched` counts names found as printed; `guessed` pairs a
    name with its assumed meaning; `left_out` lists names that match no fact, with their place in the file."""

    matched: int = 0
    guessed: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Sentences about information missing in the file."""
    left_out: list[tuple[str, str]] = field(default_factory=list)


class Names:
    """Codes of one kind by name; several facts may share a name, such as the Champions of several lists."""

    def __init__(self, names: Mapping[str, Iterable[str]], aliases: Mapping[str, str] | None = None) -> None:
        """`aliases` maps normalised names of other programs to codes."""
        self.aliases = dict(aliases or {})
        self.codes: dict[str, list[str]] = {}
        self.labels: dict[str, str] = {}
        for code, labels in names.items():
            for label in labels:
                for form in dict.fromkeys((folded(label, whole=True), folded(label))):
                    self.codes.setdefault(form, []).append(code)
                self.labels.setdefault(code, label)

    def exact(self, name: str) -> list[str]:
        """All codes with this name, as printed or as an alias. Text in brackets is used if it leads to a match."""
        for form in dict.fromkeys((folded(name, whole=True), folded(name))):
            found = [*self.codes.get(form, ()), *((self.aliases[form],) if form in self.aliases else ())]
            if found:
                return list(dict.fromkeys(found))
        return []

    def find(
        self,
        name: str,
        report: Report,
        *,
        only: frozenset[str] | None = None,
        first: frozenset[str] = frozenset(),
        may_guess: bool = False,
    ) -> str | None:
        """The code for a name, or None. If several facts share the name, the code in `first` is taken, or none if that
        is still ambiguous. With `may_guess`, one typing error is accepted and reported."""
        if not folded(name):
            return None
        found = [code for code in self.exact(name) if only is None or code in only]
        preferred = [code for code in found if code in first]
        if len(preferred or found) == 1 or preferred:
            report.matched += 1
            return (preferred or found)[0]
        if found or not may_guess:
            return None
        wanted = folded(name)
        near = {
            code
            for label, codes in self.codes.items()
            if min(len(label), len(wanted)) >= SURE_LETTERS and distance(wanted, label, 1) <= 1
            for code in codes
            if only is None or code in only
        }
        if len(near) != 1:
            return None
        (code,) = near
        report.guessed.append((name[:80], self.labels[code]))
        return code

    def kin(self, name: str, report: Report, *, only: frozenset[str]) -> str | None:
        """The code in `only` whose name contains every word of this name: Dwarf Engineer for Engineer. None if there
        are several."""
        words = set(folded(name).split())
        found = {
            code
            for label, codes in self.codes.items()
            for code in codes
            if code in only and words and words <= set(label.split())
        }
        if len(found) != 1:
            return None
        (code,) = found
        report.guessed.append((name[:80], self.labels[code]))
        return code
