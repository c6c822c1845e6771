"""The choices that a location can offer: one class for each kind. The first one that applies is offered. To add one,
write its class and list it in OFFERS. Rules: AF-EXPL-04 to AF-EXPL-07"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from battles.aftermath.context import AftermathContext
from battles.aftermath.effects.gem import MayKeepGem
from battles.aftermath.effects.registry import choice_of
from battles.aftermath.stored.options import LineOption
from battles.engine.aftermath.exploration import Find
from battles.engine.aftermath.tables import Effect
from warbands.core.state import HERO


@dataclass(frozen=True, slots=True)
class Visit:
    """A visited location: what was found, and its effects."""

    context: AftermathContext
    find: Find
    effects: Sequence[Effect]

    def heroes(self) -> list[LineOption]:
        """Every active hero as an option."""
        return [{"key": f"hero:{hero.key}", "label": hero.name} for hero in self.context.state().active(HERO)]


@dataclass(frozen=True, slots=True)
class Offer:
    """Options for the player, and the effects that depend on the choice."""

    options: Sequence[LineOption] = ()
    pending: Sequence[Effect] = ()


class LocationOffer(Protocol):
    """How one kind of choice is offered."""

    def offer(self, visit: Visit) -> Offer | None:
        """The offer, or None if this find has no choice of this kind."""


class GemOffer:
    """A gem that can be sold, or worn by a hero."""

    def offer(self, visit: Visit) -> Offer | None:
        if not any(code == MayKeepGem.code for code, _ in visit.effects):
            return None
        return Offer([{"key": "sell"}, *visit.heroes()], visit.effects)


class WholeOrHeroOffer:
    """A find that can be sold as a whole, or given to a hero."""

    def offer(self, visit: Visit) -> Offer | None:
        lines = visit.find.choices
        if not lines:
            return None
        options: list[LineOption] = [{"key": "sell", "label": lines[0].summary}, *visit.heroes()]
        return Offer(options, [effect for line in lines for effect in line.effects])


class EntryOffer:
    """A place that a hero may enter."""

    def offer(self, visit: Visit) -> Offer | None:
        heroes = visit.heroes() if visit.find.needs_hero else []
        return Offer([*heroes, {"key": "nobody"}]) if heroes else None


class ChosenHeroOffer:
    """Effects on one hero whom the player chooses."""

    def offer(self, visit: Visit) -> Offer | None:
        chosen = [effect for effect in visit.effects if effect[1].get("to") == "chosen_hero"]
        heroes = visit.heroes() if chosen else []
        return Offer(heroes, chosen) if heroes else None


class EffectOffer:
    """The choice of the first effect that has one."""

    def offer(self, visit: Visit) -> Offer | None:
        for code, parameters in visit.effects:
            choice = choice_of(code)
            if choice is not None:
                return Offer(choice.of(parameters).options_to_choose(visit.context), [(code, parameters)])
        return None


OFFERS: Final[tuple[LocationOffer, ...]] = (
    GemOffer(), WholeOrHeroOffer(), EntryOffer(), ChosenHeroOffer(), EffectOffer(),
)  # fmt: skip


def offer_of(visit: Visit) -> Offer:
    """The choice that a find offers; it has no options if there is none."""
    return next((offer for kind in OFFERS if (offer := kind.offer(visit)) is not None), Offer())
