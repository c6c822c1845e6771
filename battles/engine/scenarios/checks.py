"""Checks of the size and composition of forces: warnings that never prevent a battle, and a few errors that do.

Rules: SCN-COUNT-01 to SCN-TABLE-01, WB-POINTS-01, WB-LEADER-01, FAC-LIST-01, FAC-GEAR-01, FAC-UNFINISHED-01
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from battles.engine.game import Game, Side
from battles.engine.profile import Fighter
from battles.engine.rulesets.keys import Rules
from battles.engine.sentences import say

FACTIONS = {
    "middenheim": ("hammer", "two_handed_hammer", "wolf_cloak"),
    "reikland": ("halberd", "sword", "breastplate"),
    "marienburg": ("sword", "club", "handgun", "pistol"),
}
"""The three claimants and the gear they prefer. Rules: FAC-LIST-01, FAC-GEAR-01"""
CLAIMANT_OF_LIST = {"middenheimers": "middenheim", "reiklanders": "reikland", "marienburgers": "marienburg"}
"""The claimant of a warband, by the tag that its list gives its warriors."""
UNFINISHED = frozenset(
    {"helmet", "buckler", "crossbow_pistol", "throwing_knife", "class_criticals", "cultists", "sisters"}
)
"""Gear that the preview edition announces but does not describe. Rule: FAC-UNFINISHED-01"""
MANY_PLAYERS = 5


class Remark(NamedTuple):
    """One remark: the rule it comes from, a sentence, and whether it prevents the battle."""

    rule: str
    sentence: str
    is_error: bool = False
    code: str = ""


UNWELCOME_POSTS = frozenset({"standard", "battle_standard", "musician"})
"""Command models that the guidelines advise against; a champion is allowed. Rule: SCN-BANNER-01"""
POSTS = UNWELCOME_POSTS | {"champion"}
"""Possible values of `Force.command`."""


class Force(NamedTuple):
    """Input of the checks. The caller counts traits of a force that fighter records do not have."""

    models: int
    points: int = 0
    kinds: tuple[str, ...] = ()
    """"cavalry", "monster", "war_machine", "chariot" or "flyer", once for each model of that kind."""
    ranks: tuple[str, ...] = ()
    """"special", "rare" or "lord", once for each choice of that rank."""
    wizard_levels: tuple[int, ...] = ()
    magic_items: int = 0
    command: tuple[str, ...] = ()
    """Command models: standard, battle_standard, musician, champion."""
    faction: str = ""
    gear: tuple[str, ...] = ()
    supplied: frozenset[str] = frozenset()
    """Gear for which the scenario gives a profile."""
    has_leader: bool = True
    leader_is_character: bool = True


def check_force(rules: Rules, force: Force, tags: Iterable[str] = ()) -> list[Remark]:
    """Every remark about one side's force under these rules; `tags` are the scenario's (hunt, lord_and_few)."""
    tagged = frozenset(tags)
    found: list[Remark] = []
    if rules.force_guidelines:
        found.extend(_guidelines(force, tagged))
    found.extend(_points(rules, force))
    found.extend(_magic(rules, force))
    if not force.has_leader and not rules.missing_leader_is_warning:
        found.append(Remark("WB-LEADER-01", "The warband has no leader.", True, "no_leader"))
    elif rules.missing_leader_is_warning and not (force.has_leader and force.leader_is_character):
        found.append(Remark("WB-LEADER-01", "No character leads the force; the model with the best Leadership does."))
    if rules.imperial_factions:
        found.extend(_faction(force))
    return found


def _guidelines(force: Force, tags: frozenset[str]) -> list[Remark]:
    found: list[Remark] = []
    if force.models > 15:
        found.append(
            Remark(
                "SCN-COUNT-01",
                say("{models} models are a lot for a skirmish; fifteen are enough.", models=force.models),
            )
        )
    barred = {"cavalry", "war_machine", "chariot", "flyer"} | (set() if "hunt" in tags else {"monster"})
    found.extend(
        Remark("SCN-TYPE-01", say("A skirmish is for models on foot, not for a {kind}.", kind=kind.replace("_", " ")))
        for kind in sorted(barred.intersection(force.kinds))
    )
    limited = {"special", "rare"} | (set() if "lord_and_few" in tags else {"lord"})
    found.extend(
        Remark("SCN-CORE-01", say("A {rank} choice is too powerful for a skirmish.", rank=rank))
        for rank in sorted(limited.intersection(force.ranks))
    )
    found.extend(
        Remark("SCN-BANNER-01", say("A {post} does not belong in a skirmish.", post=post.replace("_", " ")))
        for post in sorted(UNWELCOME_POSTS.intersection(force.command))
    )
    return found


def _points(rules: Rules, force: Force) -> list[Remark]:
    low, high = rules.force_points
    if force.points and (force.points < low or (high and force.points > high)):
        wanted = f"{low} to {high}" if high and low else f"at most {high}" if high else f"at least {low}"
        return [
            Remark(
                "WB-POINTS-01",
                say("The force is worth {points} points; {wanted} are suggested.", points=force.points, wanted=wanted),
            )
        ]
    return []


def _magic(rules: Rules, force: Force) -> list[Remark]:
    found: list[Remark] = []
    levels = force.wizard_levels
    if rules.magic_limits == "levels" and (sum(levels) > 1 or any(level > 1 for level in levels)):
        found.append(Remark("SCN-MAGIC-01", "One wizard of the first level per side is enough."))
    if rules.magic_limits == "wizards" and len(levels) > 1:
        found.append(Remark("SCN-MAGIC-01", "More than one wizard is a lot for such a battle."))
    if rules.magic_limits and force.magic_items > 2:
        found.append(Remark("SCN-MAGIC-01", "More than two magic items are a lot for such a battle."))
    return found


def _faction(force: Force) -> list[Remark]:
    found: list[Remark] = []
    if force.faction and force.faction not in FACTIONS:
        found.append(
            Remark(
                "FAC-LIST-01",
                say("{faction} is not one of the three claimants.", faction=force.faction),
                code="unknown_faction",
            )
        )
    if force.faction == "middenheim" and "helmet" in force.gear:
        found.append(Remark("FAC-GEAR-01", "Warriors of Middenheim scorn helmets."))
    found.extend(
        Remark(
            "FAC-UNFINISHED-01",
            say("These rules do not have the {item}.", item=item.replace("_", " ")),
            True,
            "not_in_this_edition",
        )
        for item in sorted(UNFINISHED.intersection(force.gear) - force.supplied)
    )
    return found


def preferred_gear(faction: str) -> tuple[str, ...]:
    """Gear that warriors of a claimant prefer. Rule: FAC-GEAR-01"""
    return FACTIONS.get(faction, ())


def table_size(players: int) -> tuple[int, int]:
    """Width and length of the table in hundredths of an inch, if the scenario states none. Rule: SCN-TABLE-01"""
    return (7200, 4800) if players >= MANY_PLAYERS else (4800, 4800)


def swapped(setup: dict[str, object]) -> dict[str, object]:
    """The same battle with the sides exchanged, for a return game. Rule: SCN-SWAP-01"""
    sides = setup.get("sides")
    return {**setup, "sides": list(reversed(sides)) if isinstance(sides, list) else sides}


def remarks_on(game: Game) -> list[tuple[str, Remark]]:
    """Every remark about a battle's setup, each with its side.

    A side of the setup may state its `points` and its `faction`; otherwise the faction comes from a tag of the side or
    from its warriors' list. The scenario's `tags` allow what its story needs (hunt, lord_and_few). A fighter's
    equipment counts as part of its profile.
    """
    found: list[tuple[str, Remark]] = []
    tags = game.scenario.get("tags") or ()
    for side in (game.sides[letter] for letter in game.players):
        own = [fighter for fighter in game.fighters.values() if fighter.side == side.id]
        force = force_of(own, points=side.points, faction=side.faction or _faction_of(side, own))
        force = force._replace(supplied=frozenset(force.gear))
        found.extend((side.id, remark) for remark in check_force(game.rules, force, tags))
    return found


def _faction_of(side: Side, own: Iterable[Fighter]) -> str:
    """The claimant named by one of the tags, or "". Rule: FAC-LIST-01"""
    tags = set(side.tags).union(*(fighter.tags for fighter in own))
    named = FACTIONS.keys() & tags or {CLAIMANT_OF_LIST[tag] for tag in tags & CLAIMANT_OF_LIST.keys()}
    return min(named, default="")


def force_of(fighters: Iterable[Fighter], *, points: int = 0, faction: str = "") -> Force:
    """The force that consists of a side's fighters, as far as their records show it."""
    own = list(fighters)
    kinds: list[str] = []
    for fighter in own:
        if fighter.mount is not None or "cavalry" in fighter.kind:
            kinds.append("cavalry")
        elif fighter.kind in ("monster", "ridden_monster", "monstrous_infantry"):
            kinds.append("monster")
        elif fighter.kind == "chariot":
            kinds.append("chariot")
        kinds.extend("flyer" for keyword in fighter.keywords if keyword in ("flies", "flying"))
    gear = [weapon.code for fighter in own for weapon in fighter.weapons]
    gear += ["helmet" for fighter in own if fighter.helmet] + ["buckler" for fighter in own if fighter.buckler]
    leaders = [fighter for fighter in own if fighter.is_leader]
    return Force(
        models=len(own),
        points=points,
        kinds=tuple(kinds),
        wizard_levels=tuple(1 for fighter in own if fighter.spells),
        faction=faction,
        gear=tuple(gear),
        has_leader=bool(leaders),
        leader_is_character=any(fighter.role != "henchman" for fighter in leaders),
    )
