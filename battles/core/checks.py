"""Start-up check: what the packs say of a battle, the engine does.

A skill, item, mutation or special rule that is marked as whole data (`automation: full`) and acts in battle may name
no effect that nobody carries out; an injury none of the battle; a spell must be known to the engine. And no hook
listens to a code that neither the vocabulary nor the engine itself knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from catalogue.effects import EFFECTS
from catalogue.packs.book import Book, Spell
from mordheim_site.checks import START_UP

KINDS = ("skills", "items", "mutations", "rules")


def homes() -> frozenset[str]:
    """Every effect code that somebody carries out: hooks and steps of the engine, the bridge, the aftermath,
    the roster."""
    from battles.aftermath.finds.searchers import CARRIED
    from battles.core.bridge import SPOKEN
    from battles.engine import steps as _steps  # noqa: F401 - registers every hook
    from battles.engine.hooks import known_codes
    from battles.engine.steps.turn.muster import PASSIVE_CODES
    from warbands.rules.codes import OBEYED, PRINTED

    return known_codes() | PASSIVE_CODES | SPOKEN | CARRIED | OBEYED | PRINTED


def homeless(book: Book, known: Collection[str], spells: Collection[str]) -> Iterator[str]:
    """A sentence for each fact whose effect nobody carries out in battle."""
    for kind in KINDS:
        for fact in getattr(book, kind).values():
            if fact.automation != "full" or getattr(fact, "when", "battle") != "battle":
                continue
            for effect in fact.effects:
                if effect.code not in known:
                    yield f"{kind} {fact.code}: nobody carries out {effect.code}, but it is marked automation: full"
    for code, injury in book.injuries.items():
        for effect in injury.effects:
            if EFFECTS[effect.code].part == "battle" and effect.code not in known:
                yield f"injuries {code}: nobody carries out {effect.code}"
    for code, spell in book.spells.items():
        if _is_before_battle(spell) and {effect.code for effect in spell.effects} <= set(known):
            continue
        if spell.automation == "full" and spell.when == "battle" and code not in spells:
            yield f"spells {code}: the engine does not know it, but it is marked automation: full"


def _is_before_battle(spell: Spell) -> bool:
    """Is this a spell whose whole work is done when the warbands are set up?"""
    return bool(spell.effects) and all(effect.get("before_battle") for effect in spell.effects)


def unheard(hooks: Collection[str], inner: Collection[str]) -> Iterator[str]:
    """A sentence for each hook whose code nobody can bring: not in the vocabulary, not the engine's own.

    Codes with a colon belong to the terrain pack.
    """
    for code in sorted(hooks):
        if code not in EFFECTS and code not in inner and ":" not in code:
            yield f"a hook listens to {code}, which no pack can name"


@register(START_UP)
def packs_act_in_battle(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """An error for each fault; broken packs are the catalogue's own check."""
    from battles.engine.hooks import INNER_CODES, known_codes
    from battles.engine.steps.magic.spellbook import SPELLS
    from catalogue.packs.installed import book
    from catalogue.packs.loader import PackErrors

    known = homes()
    try:
        facts = book()
    except PackErrors:
        return []
    found = [Error(sentence, id="battles.E001") for sentence in homeless(facts, known, SPELLS)]
    return [*found, *(Error(sentence, id="battles.E002") for sentence in unheard(known_codes(), INNER_CODES))]
