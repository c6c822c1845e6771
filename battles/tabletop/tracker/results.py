"""The sheet that results from a tracked battle: participants, casualties, the winner, and what is carried at the end.
Rules: AF-TRACK-01, AF-TRACK-02, SCN-TOKEN-01, SCN-ENCOUNTER-01"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from battles.aftermath.stages.rewards import COUNTED, OCCASION
from battles.tabletop.models import Track
from battles.tabletop.sheets.form import MOST_SHARDS, awards_of
from battles.tabletop.sheets.occasions import MOST_COUNTED, has_roles, occasions_asked
from battles.tabletop.sheets.sheet import OPEN, Fall, Sheet, SideSheet
from battles.tabletop.tracker import services
from battles.tabletop.tracker.carried import CAPTIVE, WYRDSTONE, rewards_of
from battles.tabletop.tracker.tally import Piece, Tally
from catalogue.packs.book import Scenario
from catalogue.packs.installed import book

CARRIES: Final = "carries_counter"
"""The reason for experience of a warrior who carries an object at the end."""
STAKES: Final = "gain_carried_shards"
"""The reward for shards that a warband brings into the battle: casualties among the heroes decide who gets them."""


def sheet_of_track(track: Track) -> Sheet:
    """The sheet of the battle in its current state, to be checked by the players."""
    now = services.tally(track)
    return fill_in(sheet_of(track.setup, now, track.scenario_code), now)


def sheet_of(setup: Mapping[str, Any], tally: Tally, scenario: str) -> Sheet:
    """The sheet of this battle, to be checked by the players. The winner is not known ("?") while no side has routed or
    was wiped out."""
    sides = {}
    for letter, side in setup["sides"].items():
        mine = tally.of(letter)
        sides[letter] = SideSheet(
            fought=list(dict.fromkeys(piece.key for piece in mine)),
            falls=[Fall(piece.key, piece.by, piece.killing_blow) for piece in mine if piece.is_out],
            routed=letter in tally.routed,
            old_wounds={str(key): int(face) for key, face in side.get("old_wounds", {}).items()},
            used=_used_up(mine),
            marks={str(key): str(mark) for key, mark in side.get("marks", {}).items()},
        )
    return Sheet(
        sides,
        winner=_winner(tally),
        places=tally.places(),
        teams={side: team for side, team in tally.teams.items() if team},
        scenario=scenario,
        is_tracked=True,
        note="\n".join(tally.notes),
    )


def _winner(tally: Tally) -> str:
    """The first side of the party that is left on the table; "" if none is left, "?" while several parties are. With
    three or more sides the places override it."""
    if not tally.is_over:
        return OPEN
    return tally.left[0] if tally.left else ""


def _used_up(pieces: Sequence[Piece]) -> dict[str, dict[str, int]] | None:
    """How often each roster line used each item; None if the battle did not record items."""
    if not any(piece.line for piece in pieces):
        return None
    found: dict[str, dict[str, int]] = {}
    for piece in pieces:
        for code in piece.used:
            counts = found.setdefault(piece.key, {})
            counts[code] = counts.get(code, 0) + 1
    return found


def fill_in(sheet: Sheet, tally: Tally) -> Sheet:
    """Enter in the sheet what is carried at the end: shards, the side with the prize, occasions for rewards, the
    experience of carriers."""
    scenario = book().scenarios.get(sheet.scenario)
    if scenario is None:
        return sheet
    rewards = [code for code, _params in rewards_of(scenario)]
    lines = [{effect.code for effect in line.effects} for line in scenario.rewards]
    has_prize = any(codes - COUNTED for codes in lines if OCCASION not in codes)
    earns = CARRIES in {reason for reason, _label in awards_of(scenario)}
    stakes = _stakes(tally) if STAKES in rewards else {}
    sheet.attacker = _attacker(scenario, tally) if has_roles(scenario) else ""
    counted = {occasion.code for occasion in occasions_asked(scenario)}
    for letter, side in sheet.sides.items():
        carriers = [piece for piece in tally.of(letter) if piece.carried]
        held = [code for piece in carriers for code in piece.carried]
        if set(rewards) & COUNTED:
            count = stakes[letter] if stakes else held.count(WYRDSTONE)
            side.shards = min(MOST_SHARDS, count)
        side.has_prize = has_prize and any(tally.objects.get(code) == 1 for code in held)
        side.occasions = _held(letter, held, counted, scenario, tally)
        if earns:
            for piece in carriers:
                deeds = side.deeds.setdefault(piece.key, {})
                deeds[CARRIES] = deeds.get(CARRIES, 0) + len(piece.carried)
    return sheet


def _attacker(scenario: Scenario, tally: Tally) -> str:
    """The side that attacked, as far as it follows from the side with the first turn; otherwise ""."""
    begins = next((effect.params.get("side") for effect in scenario.effects if effect.code == "first_turn"), "")
    others = [letter for letter in tally.names if letter != tally.first]
    if begins == "defender" and len(others) == 1:
        return others[0]
    return tally.first if begins == "attacker" else ""


def _held(
    letter: str, held: Sequence[str], counted: Collection[str], scenario: Scenario, tally: Tally
) -> dict[str, int]:
    """Occasions for rewards that follow from what a side carries at the end. A captive whom the attacker leads before
    the last turn was brought away, and one whom the defender leads was sacrificed."""
    objects = [code for code in held if code != WYRDSTONE]
    counts = {code: len(objects) for code in ("thing_kept", "goods") if code in counted}
    counts["prize"] = 1 if "prize" in counted and objects else 0
    if CAPTIVE in held and "captive_held" in counted:
        is_last_turn = bool(scenario.turn_limit) and tally.turn >= (scenario.turn_limit or 0)
        ends = "captive_away" if letter == _attacker(scenario, tally) else "captive_lost"
        counts["captive_held" if is_last_turn else ends] = 1
    return {code: min(MOST_COUNTED, count) for code, count in counts.items() if count}


def _stakes(tally: Tally) -> dict[str, int]:
    """Shards of each side of a battle into which both bring some: those it brought, less one for each of its heroes out
    of action, and one for each enemy hero out of action, at most as many as the enemies brought. Rule:
    SCN-ENCOUNTER-01"""
    brought = {side: tally.brought.count((side, WYRDSTONE)) for side in tally.names}
    fallen = {side: sum(1 for piece in tally.of(side) if piece.is_out and piece.is_hero) for side in tally.names}
    found = {}
    for side in tally.names:
        enemies = tally.enemies(side)
        won = min(sum(fallen[enemy] for enemy in enemies), sum(brought[enemy] for enemy in enemies))
        found[side] = max(0, brought[side] - fallen[side]) + won
    return found
