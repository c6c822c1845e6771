"""Occasions for rewards in a tabletop battle: those that the players count on the sheet, those that follow from the
rest of the sheet, and what the aftermath reads of both. Rules: AF-PAPER-01, AF-REWARD-01, SCN-CART-01"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.aftermath.stages.rewards import OCCASION
from battles.core.bridge.fighters import ROLE_OF_KIND
from battles.engine.scenarios.creatures.champions import MOST_HEROES
from battles.engine.scenarios.hazards.dangers import bandits_among
from battles.engine.scenarios.objectives.cart import share_of_winner
from battles.tabletop.sheets.sheet import Sheet
from battles.tabletop.tracker.carried import counts_of, object_name
from campaigns.standings.outcomes import LOSS, WIN
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence
from warbands.core.state import HERO, WarbandState

ROLES: Final = ("attacker", "defender")
GOODS: Final = "goods"
ENDS: Final = {WIN: "winner", LOSS: "loser"}
MOST_COUNTED: Final = 30
"""Largest count of one occasion on a sheet: more than the 24 goods that a cart can hold."""
FOLLOWS: Final = frozenset(("winner", "loser", "winning_hero", "felled_hero", "felled_henchman", "bandit_taken"))
"""Occasions that follow from the winner, the participants and the casualties of the sheet."""
_NUMBERS: Final[Mapping[str, Sentence]] = {
    "thing_kept": gettext_lazy("%(thing)s: how many this side keeps"),
    GOODS: gettext_lazy("%(thing)s: how many this side has, for the winner with those left in the cart"),
    "farm_valuables": gettext_lazy("Looted houses with valuables"),
    "farm_shard": gettext_lazy("Looted houses with a shard"),
}
_FLAGS: Final[Mapping[str, Sentence]] = {
    "prize": gettext_lazy("left the table with: %(thing)s"),
    "captive_away": gettext_lazy("brought the captive away"),
    "captive_lost": gettext_lazy("sacrificed the captive"),
    "captive_held": gettext_lazy("has the captive at the end"),
    "captive_taken": gettext_lazy("won, with %(figure)s out of action"),
    "lair_held": gettext_lazy("was alone at the lair when the monster went out of action"),
    "nest_taken": gettext_lazy("won, with all guardians of the nest out of action"),
    "hoard": gettext_lazy("won the hoard"),
    "ritual_done": gettext_lazy("completed the ritual"),
    "ward_safe": gettext_lazy("protected person left the table"),
}
_FELLED: Final = "felled_"


@dataclass(frozen=True, slots=True)
class Occasion:
    """An occasion for rewards that the players count for each side."""

    code: str
    label: str
    most: int

    @property
    def is_flag(self) -> bool:
        """Whether it happens once or not at all."""
        return self.most == 1


def occasions_asked(scenario: Scenario | None) -> list[Occasion]:
    """The occasions that the sheet of this scenario asks for, in the order of its rewards."""
    bases = dict.fromkeys(_base_of(code) for code in _rewarded(scenario))
    return [_occasion(code, scenario) for code in bases if scenario is not None and code not in FOLLOWS]


def occasion_field(letter: str, code: str) -> str:
    """The name of the form field in which a side's occasions are counted."""
    return f"occasion-{letter}-{code}"


def occasion_lines(sheet: Sheet, letter: str) -> list[str]:
    """The occasions that were counted for a side, as lines of text."""
    counts = sheet.sides[letter].occasions
    return [
        occasion.label if occasion.is_flag else f"{occasion.label} × {counts[occasion.code]}"
        for occasion in occasions_asked(book().scenarios.get(sheet.scenario))
        if counts.get(occasion.code)
    ]


def has_roles(scenario: Scenario | None) -> bool:
    """Whether rewards depend on which side attacked, so that the sheet asks for it."""
    return any(_base_of(code) != code for code in _rewarded(scenario))


def occasions_on(sheet: Sheet, letter: str, result: str, companies: Mapping[str, WarbandState]) -> dict[str, int]:
    """How often each occasion happened for a side, as the board counts them: those on the sheet, those that follow from
    it, and each again with the role of the side if one side attacked. `result` is win, tie or loss; `companies` are the
    side's warband and those of its enemies, by letter."""
    counts = {code: count for code, count in sheet.sides[letter].occasions.items() if count}
    if result == WIN:
        if GOODS in counts:
            counts[GOODS] = share_of_winner(counts[GOODS])
        rewarded = {_base_of(code) for code in _rewarded(book().scenarios.get(sheet.scenario))}
        following = _following(sheet, letter, companies)
        counts |= {code: count for code, count in following.items() if count and code in rewarded}
    if result in ENDS:
        counts[ENDS[result]] = 1
    if not sheet.attacker:
        return counts
    role = ROLES[0] if letter == sheet.attacker else ROLES[1]
    return counts | {f"{code}_{role}": count for code, count in counts.items()}


def _following(sheet: Sheet, letter: str, companies: Mapping[str, WarbandState]) -> dict[str, int]:
    """The occasions of a side that wins, apart from its victory: heroes who are not out of action, enemies its warriors
    took out of action, bandits."""
    side, own = sheet.sides[letter], companies[letter].members
    out = {fall.who for fall in side.falls}
    heroes = [key for key in side.fought if key in own and own[key].kind == HERO and key not in out]
    felled = {"hero": 0, "henchman": 0}
    for enemy in sheet.enemies(letter):
        for fall in sheet.sides[enemy].falls:
            member = companies[enemy].members.get(fall.who) if enemy in companies else None
            if member is not None and fall.by in own:
                felled["hero" if ROLE_OF_KIND[member.kind] == "hero" else "henchman"] += 1
    return {
        "winning_hero": min(MOST_HEROES, len(heroes)),
        "felled_hero": felled["hero"],
        "felled_henchman": felled["henchman"],
        "bandit_taken": bandits_among(len(sheet.sides)),
    }


def _rewarded(scenario: Scenario | None) -> list[str]:
    """Codes of the occasions for which the scenario gives rewards, with their role."""
    lines = scenario.rewards if scenario is not None else ()
    return [str(effect.params["occasion"]) for line in lines for effect in line.effects if effect.code == OCCASION]


def _base_of(code: str) -> str:
    """The occasion without the role of the side."""
    return next((code.removesuffix(f"_{role}") for role in ROLES if code.endswith(f"_{role}")), code)


def _occasion(code: str, scenario: Scenario) -> Occasion:
    carried = next((object_name(kind) for kind in counts_of(scenario.code)), _("Prize"))
    names = {figure.code: figure.name for figure in scenario.figures}
    held = next((str(effect.params["figure"]) for effect in scenario.effects if "figure" in effect.params), "")
    words = {"thing": carried, "figure": names.get(held, held)}
    if code in _FLAGS:
        return Occasion(code, str(_FLAGS[code]) % words, 1)
    if code in _NUMBERS:
        return Occasion(code, str(_NUMBERS[code]) % words, MOST_COUNTED)
    figure = next((figure for figure in scenario.figures if code == f"{_FELLED}{figure.code}"), None)
    if figure is not None:
        label = _("%(name)s: how many this side took out of action") % {"name": figure.name}
        return Occasion(code, label, MOST_COUNTED)
    return Occasion(code, code.replace("_", " ").capitalize(), MOST_COUNTED)
