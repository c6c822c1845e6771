"""In-memory search that tolerates typing mistakes: trigrams over names, words over summaries.

`search(query)` returns sections (warbands, items ...), best first. Other apps add their own sections to PROVIDERS, so
that one page finds players and leagues as well as rules.
"""

from __future__ import annotations

import functools
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise

from catalogue.packs.book import Book
from catalogue.packs.installed import book
from catalogue.packs.kinds import KIND_PAGES, page_of
from catalogue.search.spelling import Speller
from mordheim_site.registry import Registry

MAX_QUERY: Final = 80
MAX_HITS: Final = 8
CLOSE_ENOUGH: Final = 0.38
EXACT: Final = 1.0
LESSER: Final = frozenset(("races", "equipment_lists", "skill_lists", "spell_lists", "charts"))
"""Kinds that are listed after the others unless a name matches exactly: they are rarely searched for."""
START: Final = 3
"""Number of first letters by which words are indexed."""

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result; `score` 1 is an exact name."""

    name: str
    url: str
    about: str
    score: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Results of one kind, best first; `total` also counts results that are not shown."""

    title: Text
    hits: tuple[Hit, ...]
    total: int
    more_url: str = ""
    comes_first: bool = False
    """Whether the section comes before others whose best result is equally close: rules and charts come before things
    that share their name."""


@dataclass(frozen=True, slots=True)
class Line:
    """An indexed item: its kind, its name as printed and normalised, and its other words."""

    kind: str
    code: str
    name: str
    folded: str
    words: tuple[str, ...]
    about: str
    text: str
    note: str
    trigrams: frozenset[str]


Provider = Callable[[str, Any], Section | None]
PROVIDERS: Registry[str, Provider] = Registry("search provider")
"""Functions of other apps that add sections: each is called with the query and the reader, and returns a Section or
None."""


def fold(text: str) -> str:
    """Lower case without accents and punctuation, single spaces."""
    plain = unicodedata.normalize("NFKD", text).casefold().replace("'", "").replace("’", "")
    kept = "".join(sign if sign.isalnum() else " " for sign in plain if not unicodedata.combining(sign))
    return " ".join(kept.split())


def trigrams(text: str) -> frozenset[str]:
    """The groups of three letters in each word, padded at its ends."""
    found: set[str] = set()
    for word in text.split():
        padded = f"  {word} "
        found.update(padded[at : at + 3] for at in range(len(padded) - 2))
    return frozenset(found)


class Index:
    """Searchable lines: every fact of a Book, or rows found in a database."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = list(lines)
        self.by_trigram: dict[str, list[int]] = defaultdict(list)
        self.by_start: dict[str, set[int]] = defaultdict(set)
        self.by_word: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for trigram in line.trigrams:
                self.by_trigram[trigram].append(number)
            for word in set(line.words):
                self.by_word[word].append(number)
            for word in {*line.words, *line.text.split()}:
                for length in range(1, min(len(word), START) + 1):
                    self.by_start[word[:length]].add(number)
        self.speller = Speller(self.by_word)

    def find(self, query: str) -> list[tuple[float, Line]]:
        """(score, line) of everything close enough to a normalised query, best first."""
        wanted = trigrams(query)
        shared: Counter[int] = Counter()
        for trigram in wanted:
            shared.update(self.by_trigram.get(trigram, ()))
        tokens = query.split()
        meant = [self.speller.near(token) for token in tokens]
        found = []
        for number in self._candidates(tokens, meant, shared, len(wanted)):
            line = self.lines[number]
            score = max(_score(query, wanted, line, shared.get(number, 0)), _spelt(meant, line))
            if score >= CLOSE_ENOUGH:
                found.append((score, line))
        found.sort(key=lambda pair: (-pair[0], pair[1].name, pair[1].note, pair[1].code))
        return found

    def _candidates(
        self, tokens: list[str], meant: list[dict[str, float]], shared: Counter[int], wanted: int
    ) -> set[int]:
        """Indices of lines worth scoring: those that share trigrams, have words beginning with the tokens, or have a
        word similar to each token."""
        fewest = max(1, wanted // 3)
        close = {number for number, count in shared.items() if count >= fewest}
        close |= set.intersection(*(self.by_start.get(token[:START], set()) for token in tokens))
        spelt = [{number for word in near for number in self.by_word[word]} for near in meant]
        return close | set.intersection(*spelt)


@functools.lru_cache(maxsize=4)
def _index(source_version: str) -> Index:
    return Index(_lines(book()))


def search(query: str, reader: Any = None) -> tuple[Section, ...]:
    """Sections of search results, the section with the best result first. Empty for an empty query."""
    folded = fold(query[:MAX_QUERY])
    if not folded:
        return ()
    by_kind: dict[str, list[tuple[float, Line]]] = defaultdict(list)
    for score, line in _index(book().version).find(folded):
        by_kind[line.kind].append((score, line))
    sections = []
    for kind, found in by_kind.items():
        hits = tuple(
            Hit(name=entry.name, url=page_of(kind, entry.code), about=entry.about, score=score, note=entry.note)
            for score, entry in found[:MAX_HITS]
        )
        sections.append((kind in LESSER, Section(title=KIND_PAGES[kind].plural, hits=hits, total=len(found))))
    for provider in PROVIDERS.values():
        section = provider(query[:MAX_QUERY], reader)
        if section is not None and section.hits:
            sections.append((False, section))
    sections.sort(
        key=lambda hit: (
            hit[0] and hit[1].hits[0].score < EXACT,
            -round(hit[1].hits[0].score, 2),
            not hit[1].comes_first,
        )
    )
    return tuple(section for _is_lesser, section in sections)


def line_of(kind: str, code: str, name: str, about: str = "", note: str = "") -> Line:
    """Make a line for an index."""
    folded = fold(name)
    return Line(
        kind=kind,
        code=code,
        name=name,
        folded=folded,
        words=tuple(folded.split()),
        about=about,
        text=f" {fold(about)} {fold(note)}",
        note=note,
        trigrams=trigrams(folded),
    )


def _lines(source: Book) -> Iterable[Line]:
    for kind in KIND_PAGES:
        for fact in source.facts_of(kind).values():
            home = getattr(fact, "warband_type", None)
            note = source.warband_types[home].name if home else ""
            yield line_of(kind, fact.code, fact.name, fact.summary, note)


def _score(query: str, wanted: frozenset[str], line: Line, shared: int) -> float:
    if line.folded == query:
        return 1.0
    if line.folded.startswith(query):
        return 0.95
    tokens = query.split()
    if all(any(word.startswith(token) for word in line.words) for token in tokens):
        return 0.85
    if query in line.folded:
        return 0.8
    best = 2 * shared / (len(wanted) + len(line.trigrams)) if shared else 0.0
    if shared and len(line.words) > len(tokens):
        best = max(best, 0.9 * shared / len(wanted))
    if len(line.words) < len(tokens):
        best *= len(line.words) / len(tokens)
    if all(f" {token}" in line.text or any(word.startswith(token) for word in line.words) for token in tokens):
        best = max(best, 0.5)
    return best * 0.78 if best < 0.5 else min(best, 0.78)


def _spelt(meant: list[dict[str, float]], line: Line) -> float:
    """How well the name matches all tokens; 0 if a token has no similar word in it."""
    total = 0.0
    for near in meant:
        best = max((near[word] for word in line.words if word in near), default=0.0)
        if not best:
            return 0.0
        total += best
    spare = len(line.words) - len(meant)
    return 0.8 * total / len(meant) - 0.02 * max(spare, 0)
