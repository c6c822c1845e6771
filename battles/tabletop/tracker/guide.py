"""A guide for each phase of a tracked battle, by its ruleset: the rules of the phase, the warriors concerned, and the
scenario. Rules: TURN-SEQ-01, TURN-START-01, TURN-REC-01, PSY-STUPID-01, PSY-FRENZY-01"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from battles.core.bridge.fighters import fighter_of
from battles.core.custom_scenarios import aim_in_words
from battles.core.phases import phase_name
from battles.tabletop.models import Track
from battles.tabletop.tracker import services
from battles.tabletop.tracker.tally import FLEEING, KNOCKED_DOWN, STUNNED, Tally
from catalogue.packs.installed import book
from catalogue.rules.chapters import chapters
from mordheim_site.refusals import Sentence
from warbands.core.books import book_of
from warbands.core.state_storage import load_state

START: Final = "start"
"""Code of the part of the guide before the first phase of a turn."""
RULES_OF_PHASE: Final = {
    START: ("TURN-START-01", "PSY-ROUT-01", "PSY-ROUT-02", "PSY-VROUT-01"),
    "recovery": ("TURN-REC-01", "TURN-RALLY-01", "TURN-RALLY-02", "TURN-STUN-01", "TURN-STAND-01", "TURN-STAND-02"),
    "movement": ("MV-ORDER-01", "MV-CHG-02", "MV-CHG-08", "MV-INT-02", "TURN-RALLY-04", "MV-RUN-01", "MV-RUN-02",
        "MV-HIDE-02"),
    "shooting": ("SHOOT-WHO-01", "SHOOT-CLOSE-01", "SHOOT-CLOSE-02", "SHOOT-MOD-01", "MAG-PHASE-01"),
    "magic": ("MAG-PHASE-01", "MAG-WHO-01"),
    "combat": ("CC-WHO-01", "CC-ORDER-01", "CC-ALLOC-02", "CC-PARRY-01", "CC-KD-02", "CC-STUN-01", "PSY-ALONE-01"),
}  # fmt: skip
"""Rules to remember, by the engine's code of the phase."""
KEYWORDS_OF_PHASE: Final = {
    START: {"stupidity": "PSY-STUPID-01"},
    "movement": {"frenzy": "PSY-FRENZY-01", "fear": "PSY-FEAR-02"},
    "combat": {"frenzy": "PSY-FRENZY-02", "fear": "PSY-FEAR-01"},
}
"""Rules about warriors with a keyword, in the phases in which they matter."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A rule with its text in this ruleset, and the warriors concerned (empty if all are)."""

    id: str
    title: str
    text: str
    difference: str
    names: str = ""


@dataclass(frozen=True, slots=True)
class GuidePhase:
    """One phase of the guide: `id` of its section on the page, the state of warriors that matters now, and rules."""

    id: str
    title: str
    now: list[str]
    reminders: list[Reminder]


@dataclass(frozen=True, slots=True)
class ScenarioText:
    """The scenario: its name, and its texts with their headings. Empty texts are left out."""

    name: str
    parts: list[tuple[Sentence, str]]


def phase_part(code: str) -> str:
    """The HTML id of a phase on the page of the guide."""
    return f"phase-{code}"


def guide_of(track: Track) -> list[GuidePhase]:
    """The phases of a turn in order, after the part before the first phase. Makes queries for the events, and for the
    state of each side."""
    now, rules = services.tally(track), services.rules_of(track)
    found = _keywords(track, now)
    titles = {START: _("Start of the turn"), **{code: str(phase_name(title)) for code, title in
        zip(rules.phases, now.phases, strict=True)}}  # fmt: skip
    return [
        GuidePhase(
            phase_part(code),
            title,
            _states(now) if code == "recovery" else [],
            [
                *(
                    _reminder(rule, track.ruleset, found[keyword])
                    for keyword, rule in KEYWORDS_OF_PHASE.get(code, {}).items()
                    if keyword in found
                ),
                *(_reminder(rule, track.ruleset) for rule in RULES_OF_PHASE.get(code, ())),
            ],
        )
        for code, title in titles.items()
    ]


def _reminder(rule_id: str, ruleset: str, names: list[str] | None = None) -> Reminder:
    known = next(rule for rule in chapters()[rule_id.split("-")[0]] if rule.id == rule_id)
    return Reminder(known.id, known.title, known.text, known.difference(ruleset), ", ".join(names or []))


def _states(now: Tally) -> list[str]:
    """One sentence for each warrior of the active side who is affected by a recovery phase. Rule: TURN-REC-01"""
    sentences = {
        FLEEING: _("%(name)s flees: rally test."),
        STUNNED: _("%(name)s is stunned: becomes knocked down."),
        KNOCKED_DOWN: _("%(name)s is knocked down: may stand up."),
    }
    return [
        sentence % {"name": piece.name}
        for posture, sentence in sentences.items()
        for piece in now.of(now.active)
        if not piece.is_out and piece.posture == posture
    ]


def _keywords(track: Track, now: Tally) -> dict[str, list[str]]:
    """Names of the miniatures still in play with each keyword, of all sides."""
    wanted = {keyword for keywords in KEYWORDS_OF_PHASE.values() for keyword in keywords}
    found: dict[str, list[str]] = {}
    for letter, warband in services.warbands_of(track).items():
        state, facts = load_state(warband), book_of(warband)
        of_line: dict[str, list[str]] = {}
        for piece in now.of(letter):
            if piece.is_out or piece.key not in state.members:
                continue
            if piece.key not in of_line:
                member = state.members[piece.key]
                of_line[piece.key] = fighter_of(state, member, facts, name=member.name)["keywords"]
            for keyword in wanted.intersection(of_line[piece.key]):
                found.setdefault(keyword, []).append(piece.name)
    return found


def scenario_of(track: Track) -> ScenarioText | None:
    """The scenario of the battle with its texts in the catalogue; None for an unknown scenario."""
    record = book().scenarios.get(track.scenario_code)
    if record is None:
        return None
    limit = _("%(n)d turns") % {"n": record.turn_limit} if record.turn_limit else ""
    parts = [
        (_("Objective"), aim_in_words(record)),
        (_("Sides"), record.sides),
        (_("Terrain"), record.terrain),
        (_("Set-up"), record.setup),
        (_("First turn"), record.first_turn or chapters_text("TURN-ALT-01")),
        (_("Special rules"), record.special),
        (_("End of the battle"), record.ends),
        (_("Turn limit"), limit),
    ]
    return ScenarioText(record.name, [(heading, text) for heading, text in parts if text])


def chapters_text(rule_id: str) -> str:
    """The text of a rule of play."""
    return next(rule.text for rule in chapters()[rule_id.split("-")[0]] if rule.id == rule_id)
