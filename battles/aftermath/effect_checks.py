"""Django system check that the engine carries out every effect in the packs.

A skill, item, mutation or special rule with complete data (`automation: full`) that acts in battle may only name
effects with an implementation; the same holds for battle effects of injuries. A spell must be known to the engine. No
hook may have a code that is neither in the catalogue's effects nor used by the engine itself.
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


def implemented_codes() -> frozenset[str]:
    """Every effect code that is implemented: by hooks and steps of the engine, by the conversion of rosters, by the
    aftermath, and by the roster."""
    from battles.aftermath.finds.searchers import CARRIED
    from battles.core.bridge.effects import SPOKEN
    from battles.engine import all_rules as _all_rules  # noqa: F401 - registers every hook
    from battles.engine.traits import trait_codes
    from warbands.rules.codes import OBEYED, PRINTED

    return trait_codes() | SPOKEN | CARRIED | OBEYED | PRINTED


def unimplemented_effects(book: Book, known: Collection[str], spells: Collection[str]) -> Iterator[str]:
    """A sentence for each fact with an effect that is not implemented in battle."""
    for kind in KINDS:
        for fact in getattr(book, kind).values():
            if fact.automation != "full" or getattr(fact, "when", "battle") != "battle":
                continue
            for effect in fact.effects:
                if effect.code not in known:
                    yield f"{kind} {fact.code}: no code implements {effect.code}, but it is marked automation: full"
    for code, injury in book.injuries.items():
        for effect in injury.effects:
            if EFFECTS[effect.code].part == "battle" and effect.code not in known:
                yield f"injuries {code}: no code implements {effect.code}"
    for code, spell in book.spells.items():
        if _is_before_battle(spell) and {effect.code for effect in spell.effects} <= set(known):
            continue
        if spell.automation == "full" and spell.when == "battle" and code not in spells:
            yield f"spells {code}: the engine does not know it, but it is marked automation: full"


def _is_before_battle(spell: Spell) -> bool:
    """Whether this spell acts only before the battle, while the warbands are set up."""
    return bool(spell.effects) and all(effect.get("before_battle") for effect in spell.effects)


def unused_hooks(hooks: Collection[str], inner: Collection[str]) -> Iterator[str]:
    """A sentence for each hook whose code cannot occur, because it is neither a catalogue effect nor used by the engine
    itself. Codes with a colon belong to the terrain pack."""
    for code in sorted(hooks):
        if code not in EFFECTS and code not in inner and ":" not in code:
            yield f"a hook listens to {code}, which no pack can name"


@register(START_UP)
def packs_act_in_battle(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """One error for each fault. The catalogue's own check reports invalid packs."""
    from battles.engine.hooks import INNER_CODES, known_codes
    from battles.engine.steps.magic.spellbook import SPELLS
    from catalogue.packs.installed import book
    from catalogue.packs.loader import PackErrors

    known = implemented_codes()
    try:
        facts = book()
    except PackErrors:
        return []
    found = [Error(sentence, id="battles.E001") for sentence in unimplemented_effects(facts, known, SPELLS)]
    return [*found, *(Error(sentence, id="battles.E002") for sentence in unused_hooks(known_codes(), INNER_CODES))]
