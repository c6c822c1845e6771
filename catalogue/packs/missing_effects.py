"""What the catalogue contains only as text, or only in part, by tier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.facts import EffectData, Fact
from catalogue.packs.book import Book
from catalogue.packs.implemented_effects import unread
from catalogue.packs.schema import KINDS

ACTING = {"rules", "skills", "spells", "mutations"}


@dataclass(frozen=True, slots=True)
class Gap:
    """One fact whose rule is not fully automated. `automation` is "text" or "part"; `when` is the part of the game in
    which the rule acts: battle, roster or aftermath."""

    tier: int
    kind: str
    code: str
    name: str
    automation: str
    when: str
    reason: str = ""
    """What the players have to do themselves and why, shown next to the source of the fact."""


def gaps(source: Book) -> Iterator[Gap]:
    """Every fact that is marked as text or part, has no effect, or has a roster or aftermath effect that no code
    carries out."""
    for kind in KINDS:
        for fact in source.facts_of(kind).values():
            automation = getattr(fact, "automation", "full")
            effects = {effect.code for effect in _effects(fact)}
            if kind in ACTING and not effects:
                automation = "text"
            elif automation == "full" and effects & unread():
                automation = "part"
            if automation != "full":
                when = "aftermath" if effects & unread() else getattr(fact, "when", "battle")
                yield Gap(fact.source.tier, kind, fact.code, fact.name, automation, when, fact.source.note)


def _effects(fact: Fact) -> Iterator[EffectData]:
    yield from getattr(fact, "effects", ())
    for outcome in (*getattr(fact, "outcomes", ()), *getattr(fact, "rewards", ())):
        yield from outcome.effects
