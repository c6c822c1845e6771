"""Finding catalogue facts by the names that other programs print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalogue.spelling import allowed, distance


def folded(name: str, *, whole: bool = False) -> str:
    """Lower case letters and digits, accents gone, plural `s` dropped, and what stands in brackets unless `whole`:
    "Swords (free)" -> "sword"."""
    said = name if whole else re.sub(r"\([^)]*\)", " ", name)
    plain = unicodedata.normalize("NFKD", said).encode("ascii", "ignore").decode().lower()
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
    left_out: list[tuple[str, str]] = field(default_factory=list)


class Names:
    """Codes of one kind by their names; several facts may share one, as the Champions of many lists do."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        self.codes: dict[str, list[str]] = {}
        self.labels: dict[str, str] = {}
        for code, labels in names.items():
            for label in labels:
                for form in dict.fromkeys((folded(label, whole=True), folded(label))):
                    self.codes.setdefault(form, []).append(code)
                self.labels.setdefault(code, label)

    def find(
        self, name: str, report: Report, *, only: frozenset[str] | None = None, first: frozenset[str] = frozenset()
    ) -> str | None:
        """The code meant by a name, preferably among `only`, there those of `first` before others of the same name;
        near words are taken and noted as guesses."""
        wanted = folded(name)
        if not wanted:
            return None
        exact = [code for form in (folded(name, whole=True), wanted) for code in self.codes.get(form, ())]
        allowed_here = [code for code in exact if only is None or code in only]
        if allowed_here:
            report.matched += 1
            return next((code for code in allowed_here if code in first), allowed_here[0])
        most = allowed(wanted)
        near = [
            (slips, code)
            for label, codes in self.codes.items()
            if (slips := distance(wanted, label, most)) <= most
            for code in codes
            if only is None or code in only
        ]
        if near:
            code = min(near)[1]
            report.guessed.append((name[:80], self.labels[code]))
            return code
        if exact:
            report.matched += 1
        return exact[0] if exact else None

    def kin(self, name: str, report: Report, *, only: frozenset[str]) -> str | None:
        """The only one among `only` that shares the last word of a name, or a part of it: Engineer, Dwarf Engineer."""
        last = folded(name).split()[-1:]
        found = {
            code
            for label, codes in self.codes.items()
            for code in codes
            if code in only and last and any(_akin(last[0], word) for word in label.split())
        }
        if len(found) != 1:
            return None
        (code,) = found
        report.guessed.append((name[:80], self.labels[code]))
        return code


def _akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) > 2 and (long.startswith(short) or long.endswith(short))
