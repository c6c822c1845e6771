"""Links game terms in our short texts to their explanation: a rule or a catalogue page. Only the first occurrence of a
term is linked. No database is used; the terms are compiled once per version of the site's Book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.urls import get_script_prefix, reverse

from catalogue.packs.book import Book
from catalogue.packs.cells import Cell, Piece
from catalogue.packs.installed import book
from catalogue.packs.kinds import list_page_of, page_of

RULES: Final[tuple[tuple[str, str], ...]] = (
    (r"all alone", "PSY-ALONE-01"), (r"rout tests?|routs?", "PSY-ROUT-01"), (r"fears?|fearsome", "PSY-FEAR-01"),
    (r"terror", "PSY-TERROR-01"), (r"frenzy|frenzied", "PSY-FRENZY-01"), (r"hatred|hates?", "PSY-HATE-01"),
    (r"stupidity|stupid", "PSY-STUPID-01"), (r"psychology", "PSY-IMM-01"), (r"panic", "PSY-PANIC-01"),
    (r"leadership (?:check|test)s?", "CHAR-LD-01"), (r"leaders?", "PSY-LEAD-01"),
    (r"knocked down", "INJ-KD-01"), (r"stunned|stuns?", "INJ-STUN-01"), (r"out of action", "INJ-OOA-01"),
    (r"injury rolls?", "INJ-TABLE-01"), (r"parry|parr(?:y|ies|ied|ying)", "CC-PARRY-01"),
    (r"two-handed|two hands", "CC-2H-01"), (r"first blow|strik(?:es?|ing) first", "CC-ORDER-01"),
    (r"criticals?|critical hits?", "CRIT-TRIG-01"), (r"armour saves?", "ARM-TYPES-01"), (r"helmets?", "ARM-HELMET-01"),
    (r"long range", "SHOOT-MOD-LONG-01"), (r"cover", "SHOOT-COVER-01"), (r"sniper", "SHOOT-SNIPER-01"),
    (r"interception|intercepts?", "MV-INT-01"), (r"failed charges?", "MV-CHG-08"),
    (r"charg(?:es?|ed|ing)", "MV-CHG-01"),
    (r"hidden|hiding|hides?", "MV-HIDE-01"), (r"climb(?:s|ing)?", "MV-CLIMB-01"), (r"runs?|running", "MV-RUN-01"),
    (r"jump(?:s|ing)? down", "MV-JUMPDN-01"), (r"falling|falls? from", "MV-FALL-01"),
    (r"diving charges?", "MV-DIVE-01"),
    (r"poison(?:ed)?|venom", "SPEC-POISON-01"), (r"killing blow", "SPEC-KB-01"), (r"impact hits?", "SPEC-IMPACT-01"),
    (r"stomp", "SPEC-STOMP-01"), (r"flammable", "SPEC-FLAMMABLE-01"), (r"ethereal", "SPEC-ETHEREAL-01"),
    (r"mounted|riders?", "SPEC-MOUNT-01"), (r"dangerous (?:ground|terrain)", "TR-DANGER-01"),
    (r"difficult (?:ground|terrain)", "TR-DIFF-01"), (r"wards?|ward saves?", "SAVE-WARD-01"),
    (r"regenerat(?:es?|ion)", "SAVE-REGEN-01"), (r"magic resistance", "SAVE-MR-01"),
    (r"rall(?:y|ies)", "TURN-RALLY-01"),
    (r"close combat|hand-to-hand", "CC-WHO-01"), (r"wound(?:s|ed)?", "INJ-WOUND-01"), (r"armour", "ARM-TYPES-01"),
    (r"shoot(?:s|ing)?|shots?", "SHOOT-WHO-01"), (r"casts?|casting", "MAG-WHO-01"), (r"sight", "LS-TRUE-01"),
    (r"movement|weapon skill|ballistic skill|strength|toughness|initiative|attacks|leadership", "CHAR-PROFILE-01"),
)  # fmt: skip
"""(pattern, rule id) of terms that are explained under /rules/. If two patterns match, the first one applies."""
LISTS: Final = ((r"experience", "advances"), (r"explor(?:es?|ation)", "exploration"), (r"prayers?", "spells"))
"""(pattern, kind) of terms that link to the page of a whole kind in the catalogue."""
NAMED: Final = ("skills", "spells", "mutations", "rules", "items", "injuries", "exploration")
"""Kinds whose names become links where a text contains them exactly."""
PLAIN_KINDS: Final = ("close_combat", "missile", "black_powder", "armour")
"""Classes of rulebook items whose names also appear in lower case in texts: sword, shield, bow."""
SHORTEST: Final = 4


@dataclass(frozen=True, slots=True)
class Terms:
    """A pattern that finds every term, and the address of each. `rules` has addresses by the name of the group that
    matched, `names` by the matched text."""

    pattern: re.Pattern[str]
    rules: dict[str, str]
    names: dict[str, str]

    def found(self, text: str) -> Iterator[tuple[int, int, str]]:
        """(start, end, address) of each term found."""
        for match in self.pattern.finditer(text):
            group = str(match.lastgroup or "")
            address = self.rules.get(group) or self.names.get(match[0]) or self.names.get(match[0].lower(), "")
            if address:
                yield match.start(), match.end(), address


@lru_cache(maxsize=4)
def _terms(version: str, prefix: str) -> Terms:
    """All terms for a version of the Book. `prefix` is the path at which the site is mounted; addresses begin with
    it."""
    names = dict(_names(book()))
    known = [(pattern, _rule_url(rule)) for pattern, rule in RULES]
    known += [(pattern, list_page_of(kind)) for pattern, kind in LISTS]
    rules = {f"r{number}": address for number, (_pattern, address) in enumerate(known)}
    written = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    groups = "|".join(f"(?P<r{number}>(?i:{pattern}))" for number, (pattern, _address) in enumerate(known))
    return Terms(re.compile(rf"\b(?:(?P<name>{written})|{groups})\b"), rules, names)


def _rule_url(rule: str) -> str:
    return reverse("catalogue:rules_chapter", args=[rule.split("-")[0].lower()]) + f"#{rule}"


def _names(source: Book) -> Iterator[tuple[str, str]]:
    """(term, address) pairs. For a name that appears twice, the last pair applies, so the rulebook comes last."""
    found = [(kind, fact) for kind in NAMED for fact in source.facts_of(kind).values() if len(fact.name) >= SHORTEST]
    for kind, fact in sorted(found, key=lambda pair: -pair[1].source.tier):
        yield fact.name, page_of(kind, fact.code)
    for item in source.items.values():
        if item.source.tier == 1 and item.item_class in PLAIN_KINDS and len(item.name) >= SHORTEST:
            yield item.name.lower(), page_of("items", item.code)


def plain_text(text: str, *, own: str = "") -> Cell:
    """A text as a cell in which the first occurrence of each term is a link. `own` is the address of the current page,
    which is not linked."""
    return _linked(text, own, book().version, get_script_prefix())


@lru_cache(maxsize=8192)
def _linked(text: str, own: str, version: str, prefix: str) -> Cell:
    pieces: list[Piece] = []
    seen, at = {own}, 0
    for start, end, address in _terms(version, prefix).found(text):
        if address in seen:
            continue
        seen.add(address)
        if start > at:
            pieces.append(Piece(text[at:start]))
        pieces.append(Piece(text[start:end], address))
        at = end
    if at < len(text):
        pieces.append(Piece(text[at:]))
    return tuple(pieces)
