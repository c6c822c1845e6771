"""A custom scenario's limits on forces, checked when both sides muster. Rule: SCN-HOME-01"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.profile import Fighter
from battles.engine.scenarios.checks import force_of
from battles.engine.scenarios.custom.plan import RULE, Plan, read_plan
from battles.engine.sentences import say

WORDS = {
    "models": "warriors", "heroes": "heroes", "hired_swords": "hired swords", "dramatis_personae": "dramatis personae",
    "wizards": "wizards", "cavalry": "riders", "monsters": "monsters", "chariots": "chariots", "flyers": "flyers",
}  # fmt: skip
ROLES = {"hero": "heroes", "hired_sword": "hired_swords", "dramatis_persona": "dramatis_personae"}


def faults_of_setup(game: Game) -> list[IllegalAction]:
    """Why a custom scenario cannot be played at all, or not with these forces."""
    plan, faults = read_plan(game.scenario["home"])
    if faults:
        return [IllegalAction("bad_scenario", fault.sentence, RULE) for fault in faults]
    found: list[IllegalAction] = []
    for side in (game.sides[letter] for letter in game.players):
        own = [fighter for fighter in game.fighters.values() if fighter.side == side.id]
        found += faults_of_force(plan, side.name, own, side.rating)
    return found


def counts_of(fighters: Iterable[Fighter]) -> Counter[str]:
    """The number of models of each kind that a scenario can limit."""
    own = list(fighters)
    force = force_of(own)
    counts = Counter(ROLES[fighter.role] for fighter in own if fighter.role in ROLES)
    counts += Counter("cavalry" if kind == "cavalry" else f"{kind}s" for kind in force.kinds)
    counts["models"], counts["wizards"] = len(own), len(force.wizard_levels)
    return counts


def faults_of_force(plan: Plan, name: str, fighters: Iterable[Fighter], rating: int) -> list[IllegalAction]:
    """Why a side may not take part, with one error for each reason."""
    counts = counts_of(fighters)
    found = [
        say(
            "{name} brings {count} {kind}; this scenario allows {most}.",
            name=name,
            count=counts[kind],
            kind=WORDS[kind],
            most=most,
        )
        for kind, most in plan.at_most.items()
        if counts[kind] > most
    ]
    if counts["models"] < plan.at_least:
        found.append(
            say(
                "{name} brings {count} warriors; this scenario asks for {least}.",
                name=name,
                count=counts["models"],
                least=plan.at_least,
            )
        )
    if plan.rating_at_most and rating > plan.rating_at_most:
        found.append(
            say(
                "{name} has a rating of {rating}; this scenario allows {most}.",
                name=name,
                rating=rating,
                most=plan.rating_at_most,
            )
        )
    return [IllegalAction("force_not_allowed", sentence, RULE) for sentence in found]
