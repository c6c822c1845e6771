"""Alignment and formal alliances. Rules: ALLY-ALIGN-01, ALLY-FORMAL-01, ALLY-FORMAL-04"""

from __future__ import annotations

from dataclasses import dataclass

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.rulesets.keys import Rules
from battles.engine.sentences import say
from battles.engine.state import BattleState, Outcome
from battles.engine.steps.nerve.leaders import leader_of

STEPS = {"lawful": 1, "lawful/neutral": 2, "neutral": 3, "neutral/chaotic": 4, "chaotic": 5}
SHARED_DICE = 3
"""Maximum exploration dice of each winner of a shared victory. Rule: ALLY-FORMAL-04"""


def alignment_step(text: str) -> int:
    """The number of an alignment, from 1 (Lawful) to 5 (Chaotic). Intermediate ones may be written in either order.

    Raises IllegalAction. Rule: ALLY-ALIGN-01
    """
    words = text.strip().lower().replace(" ", "").split("/")
    for name in ("/".join(words), "/".join(reversed(words))):
        if name in STEPS:
            return STEPS[name]
    raise IllegalAction("unknown_alignment", say("{text} is not an alignment.", text=repr(text)), "ALLY-ALIGN-01")


def choose_alignment(chosen: str, offered: tuple[str, ...]) -> int:
    """The number of the chosen alignment, which must be one that the warband's list offers. Raises IllegalAction
    otherwise. Rule: ALLY-ALIGN-01
    """
    step = alignment_step(chosen)
    if step not in {alignment_step(name) for name in offered}:
        raise IllegalAction(
            "alignment_not_offered",
            say("This warband may be {offered}, not {chosen}.", offered=" or ".join(offered), chosen=chosen),
            "ALLY-ALIGN-01",
        )
    return step


@dataclass(frozen=True, slots=True)
class Partner:
    """A warband that may become an ally, in a battle or before one. A tag `distrusts:<tag>` prevents alliances."""

    name: str
    alignment: str = ""
    """Alignment of the warband; if it is empty, alignment does not limit alliances."""
    tags: frozenset[str] = frozenset()
    leader_tags: frozenset[str] = frozenset()
    """Tags that the leader hates; empty without a leader."""
    leader_hates: frozenset[str] = frozenset()


def alliance_fault(game: Game, first: str, other: str) -> IllegalAction | None:
    """Why two sides may not be formal allies, or None. Rule: ALLY-FORMAL-01"""
    return partner_fault(game.rules, _partner(game, first), _partner(game, other))


def _partner(game: Game, side: str) -> Partner:
    about = game.sides[side]
    leader = leader_of(game, side)
    if not leader:
        return Partner(about.name, about.alignment, about.tags)
    fighter = game.fighters[leader]
    return Partner(about.name, about.alignment, about.tags, fighter.tags | about.tags | {leader}, fighter.hates)


def partner_fault(rules: Rules, first: Partner, second: Partner) -> IllegalAction | None:
    """Why two warbands may not be formal allies under these rules, or None. Rule: ALLY-FORMAL-01"""
    names = f"{first.name} and {second.name}"
    if not rules.alignment:
        return IllegalAction("no_alliances", "These rules have no formal alliances.", "ALLY-FORMAL-01")
    if first.alignment and second.alignment:
        apart = abs(alignment_step(first.alignment) - alignment_step(second.alignment))
        if apart > 1:
            return IllegalAction(
                "too_far_apart",
                say("{names} are {apart} steps of alignment apart.", names=names, apart=apart),
                "ALLY-FORMAL-01",
            )
    if _distrusts(first, second) or _distrusts(second, first):
        return IllegalAction("distrust", say("{names} distrust each other.", names=names), "ALLY-FORMAL-01")
    if _leader_hates(first, second) or _leader_hates(second, first):
        return IllegalAction(
            "leaders_hate", say("The leaders of {names} hate each other.", names=names), "ALLY-FORMAL-01"
        )
    return None


def offer_fault(game: Game, state: BattleState, first: str, other: str) -> IllegalAction | None:
    """Why an alliance may not be agreed now, or None. It is possible only before the first turn. Rule:
    ALLY-FORMAL-01
    """
    if state.turn_number:
        return IllegalAction("too_late", "Alliances are made before the roll for the first turn.", "ALLY-FORMAL-01")
    return alliance_fault(game, first, other)


def informal_alliance_fault(game: Game, first: str, other: str) -> IllegalAction | None:
    """Why two sides may not have an informal alliance: it is always refused, for every alignment.

    It would change nothing, since both remain enemies by the rules and do not share a victory. Rule: ALLY-INFORMAL-01
    """
    if first == other:
        return IllegalAction("same_side", "A side cannot ally with itself.", "ALLY-INFORMAL-01")
    return None


def exploration_dice(entitled: int, outcome: Outcome) -> int:
    """Number of exploration dice of a winner before bonuses: at most three after a shared victory. Rule:
    ALLY-FORMAL-04
    """
    return min(entitled, SHARED_DICE) if len(outcome.winners) > 1 else entitled


def _distrusts(first: Partner, other: Partner) -> bool:
    return any(f"distrusts:{tag}" in first.tags for tag in other.tags)


def _leader_hates(first: Partner, other: Partner) -> bool:
    return bool(other.leader_tags) and bool(first.leader_hates & {"*", *other.leader_tags})
