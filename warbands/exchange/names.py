"""Finding catalogue facts by the names that other programs print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalogue.spelling import allowed, distance


def folded(name: str) -> str:
    """Lower case letters and digits, accents and brackets gone, plural `s` dropped: "Swords (free)" -> "sword"."""
    plain = unicodedata.normalize("NFKD", re.sub(r"\([^)]*\)", " ", name)).encode("ascii", "ignore").decode().lower()
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
    """Codes of one kind by their names."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        self.codes: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        for code, labels in names.items():
            for label in labels:
                self.codes.setdefault(folded(label), code)
                self.labels.setdefault(code, label)

    def find(self, name: str, report: Report, *, only: frozenset[str] | None = None) -> str | None:
        """The code meant by a name, preferably among `only`; near words are taken and noted as guesses."""
        wanted = folded(name)
        if not wanted:
            return None
        exact = self.codes.get(wanted)
        if exact is not None and (only is None or exact in only):
            report.matched += 1
            return exact
        most = allowed(wanted)
        near = [
            (slips, code)
            for label, code in self.codes.items()
            if (only is None or code in only) and (slips := distance(wanted, label, most)) <= most
        ]
        if near:
            code = min(near)[1]
            report.guessed.append((name[:80], self.labels[code]))
            return code
        if exact is not None:
            report.matched += 1
        return exact
