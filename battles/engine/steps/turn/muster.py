"""The muster: checks for everything that would make a battle impossible, before it begins.

Warnings about the style of forces are in `scenarios.checks`. Rules: PSY-KEYS-01, WB-LEADER-01, ALLY-FORMAL-01,
FAC-UNFINISHED-01, CONV-TOGGLE-01
"""

from __future__ import annotations

from battles.engine.errors import IllegalAction
from battles.engine.game import Game
from battles.engine.profile import Fighter
from battles.engine.scenarios.areas import EDGES
from battles.engine.scenarios.custom import forces
from battles.engine.scenarios.registry import SCENARIOS, scenario_of
from battles.engine.sentences import say
from battles.engine.steps.nerve.psychology import LENT_KEYWORDS, MORALE_KEYWORDS
from battles.engine.steps.turn.alliances import alignment_step, alliance_fault
from battles.engine.traits import trait_codes

PLAIN_KEYWORDS = frozenset({
    "animal", "large_target", "aquatic", "flies", "flying", "swarm", "wizard", "random_movement", "immune_to_fear",
    "immune_to_poison", "cannot_run", "amphibious", "spirit", "undead", "beast", "unwieldy", "never_gains_experience",
})  # fmt: skip
"""Keywords of every ruleset that do not concern psychology."""
CHAPTER_KEYWORDS = LENT_KEYWORDS | frozenset({
    "ethereal", "flammable", "flaming_attacks", "stomp", "thunderstomp", "impact_hits", "poisoned_attacks",
    "killing_blow",    "heroic_killing_blow", "breath_attack", "ward", "regeneration", "magic_resistance", "no_stomp",
})  # fmt: skip
"""Keywords of the keyword chapter, refused in rulesets without it. Rules: PSY-KEYS-01, SPEC-*"""
BASE_KEYWORDS = frozenset({"poisoned_attacks", "killing_blow"})
"""Keywords of the chapter that the older rulesets also have, from the game they are based on. Rules: SPEC-POISON-01,
SPEC-KB-01
"""
MAX_FIGHTERS = 60


def acts_in_battle(code: str) -> bool:
    """Whether the engine knows this trait code. Traits with other codes are left out of a battle's setup."""
    return code in trait_codes()


def check_muster(game: Game) -> list[IllegalAction]:
    """Every error that prevents a battle from beginning; empty for a valid battle."""
    faults: list[IllegalAction] = []
    faults.extend(_check_scenario(game))
    known = trait_codes()
    for fighter in game.fighters.values():
        faults.extend(_check_keywords(game, fighter))
        faults.extend(_check_codes(fighter, known))
    for side in game.sides:
        faults.extend(_check_side(game, side))
    faults.extend(_check_allies(game))
    return faults


def _check_scenario(game: Game) -> list[IllegalAction]:
    faults: list[IllegalAction] = []
    code = game.scenario.get("code", "") or "skirmish"
    if game.scenario.get("home") is not None:
        faults.extend(forces.faults_of_setup(game))
        if faults:
            return faults
    elif code not in SCENARIOS:
        return [IllegalAction("unknown_scenario", say("No scenario is called {code}.", code=repr(code)), "SCN-CODE-01")]
    scenario = scenario_of(game)
    fewest, most = scenario.sides
    if not fewest <= len(game.players) <= most:
        many = str(fewest) if fewest == most else f"{fewest} to {most}"
        faults.append(
            IllegalAction(
                "wrong_sides", say("{name} is played by {many} sides.", name=scenario.name, many=many), "SCN-SIDES-01"
            )
        )
    zones = {zone.code for zone in game.table.zones} | set(EDGES)
    for side, zone in (game.scenario.get("deployment") or {}).items():
        if side not in game.players or zone not in zones:
            faults.append(
                IllegalAction(
                    "unknown_zone",
                    say("There is no zone {zone} for side {side}.", zone=repr(zone), side=repr(side)),
                    "SCN-DEPLOY-01",
                )
            )
    if game.scenario.get("first", "") not in ("", *game.players):
        faults.append(IllegalAction("unknown_side", "The side that should begin is not in the battle.", "TURN-ALT-01"))
    limit = game.scenario.get("max_turns", 0)
    if not isinstance(limit, int) or isinstance(limit, bool) or not 0 <= limit <= 200:
        faults.append(
            IllegalAction("bad_turns", "A battle lasts at most 200 turns a side; 0 sets no limit.", "SCN-TURNS-01")
        )
    return faults


def _check_keywords(game: Game, fighter: Fighter) -> list[IllegalAction]:
    allowed = MORALE_KEYWORDS | PLAIN_KEYWORDS | BASE_KEYWORDS
    if game.rules.killing_blow == "off":
        allowed -= {"killing_blow"}
    if game.rules.keywords or game.rules.wards:
        allowed |= CHAPTER_KEYWORDS
    faults = []
    for keyword in sorted(fighter.keywords - allowed):
        if keyword in CHAPTER_KEYWORDS:
            sentence = f"{fighter.name}: {keyword.replace('_', ' ')} is not part of these rules."
            faults.append(IllegalAction("keyword_not_available", sentence, "PSY-KEYS-01"))
        else:
            faults.append(
                IllegalAction(
                    "unknown_keyword",
                    say("{name}: the keyword {keyword} is unknown.", name=fighter.name, keyword=repr(keyword)),
                    "PSY-KEYS-01",
                )
            )
    return faults


def _check_codes(fighter: Fighter, known: frozenset[str]) -> list[IllegalAction]:
    traits = [("skill", trait[0]) for trait in fighter.skills]
    traits += [(weapon.name, trait[0]) for weapon in fighter.weapons for trait in weapon.traits]
    if fighter.mount is not None:
        traits += [(fighter.mount.name, trait[0]) for trait in fighter.mount.traits]
    return [
        IllegalAction(
            "unknown_trait",
            say(
                "{name}: the engine knows no rule called {code} ({where}).",
                name=fighter.name,
                code=repr(code),
                where=where,
            ),
            "CONV-RULESET-01",
        )
        for where, code in traits
        if code not in known
    ]


def _check_side(game: Game, side: str) -> list[IllegalAction]:
    name = game.sides[side].name
    own = [fighter for fighter in game.fighters.values() if fighter.side == side]
    if not own:
        return [IllegalAction("empty_side", say("{name} has no warriors to send.", name=name), "SCN-COUNT-01")]
    if len(own) > MAX_FIGHTERS:
        return [
            IllegalAction(
                "too_many",
                say("{name} has more than {max_fighters} warriors.", name=name, max_fighters=MAX_FIGHTERS),
                "SCN-COUNT-01",
            )
        ]
    faults: list[IllegalAction] = []
    if sum(fighter.is_leader for fighter in own) > 1:
        faults.append(IllegalAction("two_leaders", say("{name} has more than one leader.", name=name), "WB-LEADER-01"))
    if game.sides[side].alignment:
        try:
            alignment_step(game.sides[side].alignment)
        except IllegalAction as fault:
            faults.append(fault)
    return faults


def _check_allies(game: Game) -> list[IllegalAction]:
    faults: list[IllegalAction] = []
    for side in game.sides.values():
        for ally in sorted(side.allies):
            if ally not in game.sides or ally == side.id or side.id not in game.sides[ally].allies:
                faults.append(
                    IllegalAction(
                        "bad_alliance",
                        say("{name} cannot be allied with {ally}.", name=side.name, ally=repr(ally)),
                        "ALLY-FORMAL-01",
                    )
                )
            elif side.id < ally:
                try:
                    fault = alliance_fault(game, side.id, ally)
                except IllegalAction as error:
                    fault = error
                if fault is not None:
                    faults.append(fault)
    return faults
