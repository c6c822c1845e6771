"""Finding catalogue facts by the names that other programs print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from catalogue.search.spelling import distance

SURE_LETTERS: Final = 6
"""A slip of the pen is read over in names of at least this many letters."""


def folded(name: str, *, whole: bool = False) -> str:
    """Lower case letters and digits, accents gone, plural `s` dropped, and what stands in brackets unless `whole`:
    "Swords (free)" -> "sword"."""
    said = name if whole else re.sub(r"\([^)]*\)", " ", name)
    plain = unicodedata.normalize("NFKD", said.replace("’", "'")).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    return " ".join(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words
    )


@dataclass(slots=True)
class Report:
    """What a reader of foreign files understood: `matched` counts names found as printed; `guessed` pairs a name with
    what it was taken for; `left_out` names what no fact was found for, with the place it stood at."""

    matched: int = 0
    guessed: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Sentences about what the file did not say."""
    left_out: list[tuple[str, str]] = field(default_factory=list)


class Names:
    """Codes of one kind by their names; several facts may share one, as the Champions of many lists do."""

    def __init__(self, names: Mapping[str, Iterable[str]], aliases: Mapping[str, str] | None = None) -> None:
        """`aliases`: folded names of other programs and the codes they stand for."""
        self.aliases = dict(aliases or {})
        self.codes: dict[str, list[str]] = {}
        self.labels: dict[str, str] = {}
        for code, labels in names.items():
            for label in labels:
                for form in dict.fromkeys((folded(label, whole=True), folded(label))):
                    self.codes.setdefault(form, []).append(code)
                self.labels.setdefault(code, label)

    def exact(self, name: str) -> list[str]:
        """Every code called so, as printed or by an alias; what stands in brackets counts while it leads anywhere."""
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
        """The code meant by a name, or None. A name that several facts share is taken for the one among `first`, and
        for none when that leaves a doubt. With `may_guess` a single slip of the pen is read over and noted."""
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
        """The only one among `only` whose name holds every word of this one: Engineer, Dwarf Engineer."""
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
