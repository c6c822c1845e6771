"""The panel about the creatures of a scenario: their profile, what they can do, and the rule by which they act."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.board.model_views import Figure
from battles.engine.game import Game
from battles.engine.scenarios.creatures.figures import part_of
from mordheim_site.refusals import Sentence

ACTS: dict[str, Sentence] = {
    "hunts": gettext_lazy("Charges the nearest warrior in reach; otherwise walks towards the nearest."),
    "guards": gettext_lazy("Charges and walks towards the nearest warrior, but stays near its place."),
    "shoots": gettext_lazy("Stands and shoots at the nearest warrior."),
    "stays": gettext_lazy("Stays where it is and only fights back."),
}
"""How a creature acts, as text, by its rule. Rule: SCN-NEUTRAL-01"""
SHORT = (
    ("M", "movement"), ("WS", "weapon_skill"), ("BS", "ballistic_skill"), ("S", "strength"), ("T", "toughness"),
    ("W", "wounds"), ("I", "initiative"), ("A", "attacks"), ("Ld", "leadership"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Creature:
    """One kind of creature: its models that are or were on the table, its profile, and how it acts."""

    figures: list[Figure]
    profile: str
    acts: str


def creatures_of(game: Game, figures: list[Figure]) -> list[Creature]:
    """The kinds of neutral creatures that have come to the table, in the order of the scenario."""
    found: dict[str, Creature] = {}
    for figure in figures:
        part = part_of(game.fighters[figure.id])
        if figure.side != game.neutral or part is None or figure.condition == "reserve":
            continue
        if part.code not in found:
            profile = game.fighters[figure.id].profile
            text = str(ACTS[part.acts])
            if part.leash:
                text += " " + _("Never moves more than %(n)s inches from its starting place.") % {
                    "n": format(part.leash / 100, "g")
                }
            values = " ".join(f"{short}\u00a0{getattr(profile, name)}" for short, name in SHORT)
            found[part.code] = Creature([], values, text)
        found[part.code].figures.append(figure)
    return list(found.values())
