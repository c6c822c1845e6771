"""Which warriors can fight: all except those who miss the battle, which may be due to an old wound. Rules:
AF-MUSTER-01, AF-MUSTER-02"""

from __future__ import annotations

import hmac

from battles.engine.dice import StreamDice
from catalogue.packs.book import Book
from warbands.core.state import WarbandState
from warbands.rules.member_facts import effects_of


def fit_to_fight(state: WarbandState) -> list[str]:
    """Keys of all members who are not missing the next battle. Rule: AF-MUSTER-01"""
    return [member.key for member in state.active() if not member.misses_battles]


def fails_up_to(state: WarbandState, key: str, facts: Book) -> int:
    """The highest result of the D6 with which this warrior misses the battle; 0 without an old wound."""
    wounds = [effect for effect, _name in effects_of(state.members[key], facts) if effect.code == "may_miss_battle"]
    return max((int(effect.get("fails_up_to", 1)) for effect in wounds), default=0)


def old_wounds(state: WarbandState, facts: Book, seed: bytes, letter: str) -> dict[str, int]:
    """The D6 of each member with an old wound who could otherwise fight, by key. The same seed always gives the same
    results. Rule: AF-MUSTER-02"""
    dice = StreamDice(hmac.digest(seed, f"muster:{letter}".encode(), "sha256"))
    return {key: dice.face("old_wound") for key in fit_to_fight(state) if fails_up_to(state, key, facts)}


def unavailable_warriors(state: WarbandState, facts: Book, seed: bytes, letter: str) -> set[str]:
    """Keys of members who miss the battle with this seed because of an old wound."""
    rolled = old_wounds(state, facts, seed, letter)
    return {key for key, face in rolled.items() if face <= fails_up_to(state, key, facts)}
