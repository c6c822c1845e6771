"""A tracked battle as its page shows it: sides, miniatures, the phase, the test that is due, the log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.core.custom_scenarios import aim_in_words
from battles.core.phases import phase_name
from battles.tabletop.models import Track, TrackStep
from battles.tabletop.score_tables import ScoreTable, criticals, score_tables
from battles.tabletop.tracker import services
from battles.tabletop.tracker.cards import card_id
from battles.tabletop.tracker.carried import WYRDSTONE, object_name
from battles.tabletop.tracker.guide import phase_part
from battles.tabletop.tracker.tally import (
    DROP,
    FLEEING,
    KNOCKED_DOWN,
    LOSE,
    MODEL,
    MOST_CARRIED,
    PASS_ON,
    PICK_UP,
    STANDING,
    STUNNED,
    Piece,
    RoutTestDue,
    Tally,
    apply,
)
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence
from warbands.models import Warband
from warbands.rules.member_facts import ABBREVIATIONS

SHOWN = 12
"""Number of events shown in the log."""
AHEAD = 32
"""Number of phases that can be entered ahead without a network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedObject:
    """An object of the scenario for one warrior: how many it carries, and whether it cannot pick up another."""

    code: str
    name: str
    count: int
    is_full: bool

    @property
    def has_none(self) -> bool:
        """Whether the warrior carries none."""
        return not self.count

    @property
    def icon(self) -> str:
        """The name of its icon."""
        return "shard" if self.code == WYRDSTONE else "chest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One miniature. `state` is a code of the state partial and `label` its text; `postures` are the states it can
    change to; `line` are its characteristics with their short names; `things` are items that last for one battle: code,
    name, how many are left."""

    piece: Piece
    state: str
    label: str
    postures: list[tuple[str, str]]
    fewer: int
    more: int
    has_none_lost: bool
    has_all_lost: bool
    odds_of: str
    """The value for this warrior in the query string of the odds page."""
    line: list[tuple[str, int]]
    things: list[tuple[str, str, int]]
    card: str
    """The HTML id of this warrior's card on the page of cards."""
    objects: list[CarriedObject]
    """What the warrior carries or may pick up."""
    mates: list[tuple[str, str]]
    """Who can take over what the warrior carries: id and name of the other models of the side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One side: models still in play, casualties, and possible attackers (each enemy's name with its roster lines)."""

    letter: str
    name: str
    is_active: bool
    is_routed: bool
    lost: int
    started: int
    team: str
    rows: list[Row]
    foes: list[tuple[str, list[tuple[str, str]]]]
    hunts: list[str]
    """A sentence for each bounty hunter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackView:
    """The whole page. `back` is the number of the event that may be undone, 0 if there is none."""

    title: str
    scenario: str
    aim: str
    turn: str
    active: str
    active_name: str
    moment: dict[str, Any]
    phases: list[dict[str, str]]
    next_label: str
    ahead_json: str
    """The current phase and the next ones, each with the label of its button, for use without a network."""
    is_last_phase: bool
    due: RoutTestDue | None
    due_name: str
    sides: list[SideView]
    knows_killing: bool
    is_over: bool
    notes: list[str]
    dropped: list[str]
    """Objects that lie on the table where a warrior dropped them."""
    log: list[str]
    back: int
    sheet_url: str
    ruleset: str
    has_many: bool
    tables: list[ScoreTable]
    criticals: list[tuple[str, str]]
    guide_part: str
    """The id of the current phase on the page of the guide."""


def view_of(row: Track) -> TrackView:
    """All values of the page. One query for the events besides the tracked battle's own."""
    steps = services.steps_of(row)
    now, rules = services.tally(row, steps), services.rules_of(row)
    due, warbands = services.due(row, now), services.warbands_of(row)
    scenario = book().scenarios.get(row.scenario_code)
    return TrackView(
        title=" – ".join(now.names.values()),
        scenario=scenario.name if scenario is not None else "",
        aim=aim_in_words(scenario) if scenario is not None else "",
        turn=_("Turn %(n)d") % {"n": now.turn},
        active=now.active,
        active_name=now.names[now.active],
        moment=now.moment,
        phases=[
            {"label": str(phase_name(code)), "state": "done" if n < now.phase else "now" if n == now.phase else "later"}
            for n, code in enumerate(now.phases)
        ],
        next_label=_next_label(now, due),
        ahead_json=json.dumps(_ahead(now, due), ensure_ascii=False, separators=(",", ":")),
        is_last_phase=now.phase + 1 == len(now.phases),
        due=due,
        due_name=now.names[due.side] if due is not None else "",
        sides=[_side(warbands, now, letter, row.setup["sides"][letter].get("marks", {})) for letter in now.names],
        has_many=len(now.names) > 2,
        tables=score_tables(rules),
        criticals=[(rule.title, rule.text) for rule in criticals(rules)],
        knows_killing=rules.killing_blow == "roster",
        is_over=now.is_over,
        notes=now.notes,
        dropped=[
            f"{object_name(code)} × {now.dropped.count(code)}" if now.dropped.count(code) > 1 else object_name(code)
            for code in dict.fromkeys(now.dropped)
        ],
        log=[_event_text(step, now) for step in reversed(steps[-SHOWN:])],
        back=steps[-1].number if steps else 0,
        sheet_url=_sheet_url(row),
        ruleset=row.ruleset,
        guide_part=phase_part(rules.phases[now.phase]),
    )


def _next_label(now: Tally, due: RoutTestDue | None = None) -> str:
    if now.phase + 1 == len(now.phases) and due is not None:
        return _("End turn without the Rout test (next: %(name)s)") % {"name": now.names[now.after(now.active)]}
    if now.phase + 1 == len(now.phases):
        return _("End turn (next: %(name)s)") % {"name": now.names[now.after(now.active)]}
    return _("Next phase: %(phase)s") % {"phase": phase_name(now.phases[now.phase + 1])}


def _ahead(now: Tally, due: RoutTestDue | None) -> list[dict[str, Any]]:
    """The current phase and the following ones, assuming that no side leaves the table."""
    coming = replace(now)
    moments: list[dict[str, Any]] = []
    for _place in range(AHEAD):
        turn = {"n": coming.turn, "side": coming.names[coming.active], "phase": phase_name(coming.phases[coming.phase])}
        title = _("Turn %(n)d, %(side)s: %(phase)s") % turn
        shown = {"round": _("Turn %(n)d") % turn, "whose": turn["side"]}
        moments.append(
            {**coming.moment, **shown, "title": title, "next": _next_label(coming, due if not moments else None)}
        )
        apply(coming, "phase", coming.moment)
    return moments


def _sheet_url(row: Track) -> str:
    if row.battle is not None:
        return reverse("battles:sheet", args=[row.battle.public_id])
    if row.match is not None:
        return reverse("battles:match_sheet", args=[row.match.public_id]) + f"?track={row.public_id}"
    first, *others = [warband.public_id for warband in services.warbands_of(row).values()]
    query = urlencode({"mine": first, "theirs": others, "track": row.public_id}, doseq=True)
    return f"{reverse('battles:new_sheet')}?{query}"


def _side(warbands: Mapping[str, Warband], now: Tally, letter: str, marks: Mapping[str, str]) -> SideView:
    enemies = now.enemies(letter)
    lost, started = now.lost(letter)
    names = {piece.key: piece.name for piece in now.pieces.values()}
    return SideView(
        letter=letter,
        name=now.names[letter],
        is_active=letter == now.active,
        is_routed=letter in now.routed,
        lost=lost,
        started=started,
        team=now.teams.get(letter, "").upper(),
        rows=[_row(now, piece, _odds_of(now, piece, warbands[letter])) for piece in now.of(letter)],
        foes=[(now.names[enemy], _enemies(now, enemy)) for enemy in enemies],
        hunts=[
            _("%(name)s hunts %(mark)s: +1 to hit.")
            % {"name": names.get(warrior, warrior), "mark": names.get(mark, mark)}
            for warrior, mark in marks.items()
        ],
    )


def _odds_of(now: Tally, piece: Piece, warband: Warband) -> str:
    """The value of a model on the page of odds: that of its roster line, with the model itself if the first of its line
    is in another state."""
    line = f"{warband.public_id}.{piece.key}"
    first = next((other for other in now.of(piece.side) if other.key == piece.key and not other.is_out), piece)
    return line if first.state == piece.state else f"{line}{MODEL}{piece.id}"


def _enemies(now: Tally, enemy: str) -> list[tuple[str, str]]:
    """The roster lines of the enemy, those with models in play first. A line has the name of its first miniature."""
    lines: dict[str, list[Piece]] = {}
    for piece in now.of(enemy):
        lines.setdefault(piece.key, []).append(piece)
    ordered = sorted(lines.items(), key=lambda pair: all(piece.is_out for piece in pair[1]))
    return [(key, _line_name(pieces)) for key, pieces in ordered]


def _line_name(pieces: Sequence[Piece]) -> str:
    if len(pieces) == 1:
        return pieces[0].name
    return _("one of %(first)s to %(last)s") % {"first": pieces[0].name, "last": pieces[-1].name}


def _row(now: Tally, piece: Piece, odds_of: str) -> Row:
    state = "out" if piece.is_out else piece.posture
    words = posture_words()
    others = [(code, str(words[code])) for code in words if code != piece.posture]
    return Row(
        piece=piece,
        state=state,
        label=_("Out of action") if piece.is_out else str(words[piece.posture]),
        postures=others,
        fewer=piece.lost - 1,
        more=piece.lost + 1,
        has_none_lost=piece.lost == 0,
        has_all_lost=piece.lost >= piece.wounds,
        odds_of=odds_of,
        card=card_id(piece.side, piece.key),
        line=list(zip(ABBREVIATIONS.values(), piece.line, strict=False)),
        things=[
            (code, name, piece.things.count([code, name]) - piece.used.count(code))
            for code, name in dict.fromkeys((code, name) for code, name in piece.things)
        ],
        objects=_objects(now, piece),
        mates=[
            (other.id, other.name)
            for other in now.of(piece.side)
            if other is not piece and not other.is_out and other.may_carry
        ],
    )


def _objects(now: Tally, piece: Piece) -> list[CarriedObject]:
    """The objects of the scenario for one warrior. One that exists once and is carried by another is left out."""
    if not piece.may_carry:
        return []
    carried = [code for other in now.pieces.values() for code in other.carried]
    found = []
    for code, most in now.objects.items():
        count = piece.carried.count(code)
        may_take = count < MOST_CARRIED and (not most or carried.count(code) < most)
        if count or may_take:
            found.append(CarriedObject(code=code, name=object_name(code), count=count, is_full=not may_take))
    return found


def posture_words() -> dict[str, Sentence]:
    """Labels of all states except out of action."""
    return {
        STANDING: _("Standing"),
        KNOCKED_DOWN: _("Knocked down"),
        STUNNED: _("Stunned"),
        FLEEING: _("Fleeing"),
    }


def versions_of(row: Track, theirs: Sequence[TrackStep]) -> dict[str, Any]:
    """The other version of a conflict: the numbers of its events, and each event as text with its player."""
    now = services.tally(row)
    return {
        "numbers": [step.number for step in theirs],
        "theirs": [
            {"text": _event_text(step, now), "player": step.actor.shown_name if step.actor is not None else ""}
            for step in theirs
        ],
    }


def _event_text(step: TrackStep, now: Tally) -> str:
    data = step.data
    piece = now.pieces.get(str(data.get("piece", "")))
    name = piece.name if piece is not None else ""
    side = now.names.get(str(data.get("side", "")), "")
    if step.kind == "out":
        enemy = next((piece.name for piece in now.pieces.values() if piece.key == data.get("by")), "")
        text = _("%(name)s out of action, by %(by)s") if enemy else _("%(name)s out of action")
        return text % {"name": name, "by": enemy}
    if step.kind == "posture":
        word = posture_words().get(str(data.get("posture")), "")
        return _("%(name)s: %(state)s") % {"name": name, "state": str(word).lower()}
    if step.kind == "wounds":
        return _("%(name)s: %(n)d Wounds lost") % {"name": name, "n": data.get("lost", 0)}
    if step.kind == "rout":
        return (_("%(side)s passed the Rout test") if data.get("passed") else _("%(side)s routed")) % {"side": side}
    if step.kind == "used" and piece is not None:
        item = next((known for code, known in piece.things if code == data.get("thing")), "")
        return _("%(name)s used: %(thing)s") % {"name": name, "thing": item}
    if step.kind == "carry":
        to = now.pieces.get(str(data.get("to", "")))
        words = {"name": name, "thing": object_name(str(data.get("thing"))), "to": to.name if to is not None else ""}
        return str(_carry_sentences().get(str(data.get("how")), "")) % words
    if step.kind == "note":
        return str(data.get("text", ""))
    if step.kind == "turn":
        return _("%(side)s ends turn %(n)d") % {"side": side, "n": data.get("turn", 0)}
    return _("%(side)s, turn %(n)d: %(phase)s finished") % {
        "side": side,
        "n": data.get("turn", 0),
        "phase": phase_name(now.phases[int(data.get("phase", 0)) % len(now.phases)]),
    }


def _carry_sentences() -> dict[str, Sentence]:
    return {
        PICK_UP: _("%(name)s picks up: %(thing)s"),
        DROP: _("%(name)s drops: %(thing)s"),
        PASS_ON: _("%(name)s passes to %(to)s: %(thing)s"),
        LOSE: _("%(name)s loses: %(thing)s"),
    }


def scenario_name(code: str) -> str:
    """The name of the scenario."""
    known = book().scenarios.get(code)
    return known.name if known is not None else code
