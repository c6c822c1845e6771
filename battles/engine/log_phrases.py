"""The words of the battle log, by code. Notes that are missing here are told by their code alone."""

from __future__ import annotations

PURPOSES = {
    "hit": "roll to hit",
    "hit2": "second roll to hit",
    "wound": "roll to wound",
    "wound2": "roll to wound",
    "crit": "critical hit",
    "poison": "poison",
    "armour": "armour save",
    "ward": "ward save",
    "regen": "regeneration",
    "helmet": "helmet",
    "parry": "parry",
    "reroll": "second try",
    "injury": "injury roll",
    "injury2": "injury roll",
    "count": "how many",
    "char": "characteristic test",
    "ld": "Leadership test",
    "flee": "runs this many inches",
    "move": "moves this many inches",
    "rolloff": "roll-off",
    "die": "dice roll",
}
UNDER = frozenset({"char", "ld"})
"""Rolls that pass at or under the score."""
TESTS = {
    "climb": "to climb",
    "descend": "to climb down",
    "jump": "to jump down",
    "gap": "to jump the gap",
    "ladder": "to climb the ladder",
    "rope": "to climb the rope",
    "slip": "to stay on the edge",
    "search": "to find a hidden enemy",
    "fall": "to land unhurt",
    "evade": "to evade the charge",
    "flash": "to charge through the flash",
    "swamp": "to get out of the swamp",
    "riddle": "to answer the riddle",
    "sickness": "to bear the sickness",
    "drink": "to hold the drink",
    "fog": "to bear the fog",
    "net": "to break out of the net",
    "second_spell": "to bear a second spell",
    "spell": "to resist the spell",
    "river": "to withstand the river",
    "stay": "to stay in play",
    "vial": "to withstand the vial",
    "grip": "to break out of the grip",
}
"""What a characteristic test is for, by the second part of `Rolled.about`."""


def test_name(about: str) -> str:
    """ "Initiative test to climb" for "initiative:climb"; "" for what is no characteristic test."""
    name, colon, purpose = about.partition(":")
    if not colon:
        return ""
    return f"{name.capitalize()} test {TESTS.get(purpose, 'for ' + purpose.replace('_', ' '))}"


def fails_by_nature(faces: tuple[int, ...], need: int, passed: bool | None, under: bool) -> bool:
    """Did a die fail that its score alone would let pass: a 6 on a test, a 1 elsewhere?"""
    if passed is not False or len(faces) != 1:
        return False
    return (faces[0] <= need) if under else (need > 0 and faces[0] >= need)


MANNERS = {
    "walk": "walks",
    "run": "runs",
    "charge": "charges",
    "failed_charge": "falls short, charging",
    "crawl": "crawls",
    "leap": "leaps",
    "flee": "flees",
    "stagger": "staggers",
    "random": "rushes",
    "push": "is pushed",
    "fall": "falls",
    "follow": "follows",
    "intercept": "steps in, going",
}
FLAGS_ON = {
    "hidden": "hides",
    "fleeing": "is fleeing",
    "rallied": "rallies",
    "failed_charge": "fails the charge",
    "stupid": "gapes at nothing",
    "fear_six": "is afraid and needs sixes to hit",
    "frenzied": "is frenzied",
    "hammered": "reels",
}
FLAGS_OFF = {"hidden": "is hidden no more", "frenzied": "comes to its senses"}
POSTURES = ("stands", "is knocked down", "is stunned", "is taken out of action")
GONE = {
    "fled": "flees from the table",
    "routed": "leaves the field",
    "left": "gets away",
    "away": "does not come",
}
ATTACKS = {
    "shot": "shoots at",
    "blow": "strikes at",
    "impact": "crashes into",
    "stomp": "stomps on",
    "parting": "strikes after",
    "breath": "breathes on",
    "fall": "falls on",
    "terrain": "harms",
    "spell": "casts at",
}
HARMS = {"fall": "the fall", "terrain": "the ground", "spell": "magic", "collision": "the crash", "cover": "the cover"}
"""Hits that nobody strikes."""
PHASES = {
    "recovery": "The recovery phase",
    "movement": "The movement phase",
    "magic": "The magic phase",
    "shooting": "The shooting phase",
    "combat": "The close combat phase",
}
ENDINGS = {
    "last_standing": "nobody else is left",
    "nobody_left": "nobody is left",
    "turns_over": "the last turn is over",
    "resigned": "the other side conceded",
    "agreed": "all sides agreed on it",
    "broken_through": "the attackers have broken through",
    "escaped": "all who were left got away down the street",
    "treasure_home": "the treasure is home",
    "objective_taken": "the objective is taken",
    "objective_held": "the objective was held to the end",
    "leader_away": "the hunted leader has got away",
    "lair_taken": "the lair of the monster is taken",
    "house_fallen": "the burning house has fallen in",
    "leader_down": "the hunted leader is out of action",
    "got_away": "enough of them got away",
    "cut_down": "too many of those who wanted to get away are out of action",
    "prize_taken": "the prize has left the table",
    "middle_held": "the last turn is over, and the middle was counted",
}
NOTES = {
    "advice": "A word to {who}: {detail}",
    "declared": "{who} gives all there is to give this turn.",
    "leaps_short": "{who} leaps short and falls.",
    "tests": "{who} must test: {detail}.",
    "leadership_lent": "{who} stands near and lends his Leadership of {detail} to {whom}.",
    "no_test_needed": "{who} needs no test: {detail}.",
    "rerolled": "{who} tries again: {detail}.",
    "rally_barred": "{who} cannot rally: an enemy is nearest.",
    "allied": "{who} and {whom} are allies in this battle.",
    "rout_nobody_left": "{who} has nobody left to hold the line.",
    "leaves_with_masters": "{who} goes where its masters go.",
    "nobody_minds": "Nobody minds {who}, who does nothing this turn.",
    "breaks": "{who} breaks: {detail}.",
    "left_the_table": "{who} runs off the table.",
    "left_by_far_edge": "{who} gets away by the far edge.",
    "picked_up": "{who} picks up the {detail}.",
    "dropped": "{who} drops the {detail}.",
    "found_chest": "{who} finds the treasure chest.",
    "surprised": "{who} is taken by surprise and does nothing this turn.",
    "gets_away": "{who} leaves the table and is safe.",
    "charge_declared": "{who} declares a charge on {whom}.",
    "charge_fails": "{who} does not reach {whom}.",
    "intercepts": "{who} steps into the way of {whom}.",
    "dares_not_intercept": "{who} dares not step into the way of {whom}.",
    "flees_from_charge": "{who} turns and runs from {whom}.",
    "holds": "{who} holds.",
    "nobody_fights": "Nobody fights.",
    "nobody_can_move": "{who} has nobody who can move.",
    "parried": "{who} parries the blow of {whom}.",
    "dodged": "{who} dodges.",
    "disarmed": "{who} is disarmed.",
    "burns": "{who} is on fire.",
    "entangled": "{who} is entangled by {whom}.",
    "finished": "{whom} is finished off by {who}.",
    "critical": "A critical hit by {who}: {detail}.",
    "killing_blow": "A killing blow by {who}.",
    "poisoned": "The poison of {who} works on {whom}.",
    "runs_on": "{who} runs on.",
    "target_is_gone": "{who} finds nobody left to charge.",
    "stands_gaping": "{who} stands gaping.",
    "stumbles_over_the_edge": "{who} stumbles over the edge.",
    "thrown": "{who} is thrown off.",
    "mount_dead": "The mount of {who} is dead.",
    "jumped_up": "{who} jumps up again.",
    "jump_too_far": "{who} cannot jump that far.",
    "lucky": "{who} is lucky.",
    "falls_upon": "{who} falls upon {whom}.",
    "cannot_get_away": "{who} cannot get away.",
    "casts": "{who} casts {detail}.",
    "spell_fails": "The spell of {who} fails.",
    "spell_warded": "The spell does not touch {who}.",
    "nobody_casts": "Nobody casts.",
    "nobody_shoots": "Nobody shoots.",
    "out_of_range": "{whom} is out of range of {who}: the shot is lost.",
    "cover_struck": "The shot of {who} strikes the cover.",
    "ricochet": "The shot of {who} glances off.",
    "healed": "{who} is healed.",
    "quarrels": "{who} quarrels with its friends and does nothing this turn.",
    "goes_wild": "Nobody minds {who}: it goes where it likes this turn.",
    "breaks_free": "{who} breaks free of {whom}.",
    "gripped": "{who} is held by {whom}.",
    "mouth_sewn": "The mouth of {who} is sewn shut.",
    "dismounts": "{who} dismounts; the steed waits.",
    "mounts": "{who} mounts the steed.",
    "refuses_to_move": "{who} refuses to move for {whom}.",
    "bolts": "{who} bolts.",
    "takes_shape": "{who} takes the shape of {detail}.",
    "own_shape": "{who} takes its own shape again.",
    "taunts": "{who} taunts {whom}.",
    "rune_cut": "{who} cuts a {detail} for {whom}.",
    "rune_spoiled": "{who} spoils a weapon of {whom} with a {detail}.",
    "catches_rot": "{who} catches Nurgle's Rot of {whom}.",
    "sets_trap": "{who} sets a trap.",
    "figure_appears": "{who} appears.",
    "lost_in_fog": "{who} is lost in the fog and wanders off.",
    "plants_strike": "The plants strike at {who}.",
    "creeps": "{who} dares not move in this place.",
    "bolt_strikes": "A bolt from the house strikes {who}.",
    "found_hidden": "{who} finds what was hidden.",
    "brings_away": "{who} brings the {detail} away.",
    "passes_through": "The weapon of {who} passes through {whom}.",
    "howls": "{who} howls at {whom}.",
    "smoke_spreads": "Smoke spreads.",
    "coughs": "{who} coughs and does not move.",
    "fire_strikes": "The fire strikes {who}.",
    "house_collapses": "The burning roof falls in.",
    "springs_trap": "{who} springs a trap of {whom}.",
    "trap_fails": "A trap of {whom} fails to catch {who}.",
    "gun_bursts": "The {detail} of {who} bursts.",
    "gun_jams": "The {detail} of {who} jams.",
}
CHRONICLE = frozenset({"found_chest", "gets_away", "left_by_far_edge", "killing_blow", "rout_nobody_left", "picked_up"})
"""Notes worth a place in a campaign's story."""
