"""Odds between two warriors of a tracked battle, as a sheet over the tracker: all the ways in which they may meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import limited
from accounts.models import User
from battles.core.viewers import current_user
from battles.engine.odds.shot_odds import COVERS
from battles.engine.state import KNOCKED_DOWN, STANDING, STUNNED
from battles.odds.fighters import OddsFighter, Unknown, odds_fighter
from battles.odds.matchups import Strikes, Terms, strikes_of
from battles.odds.text import percent_of
from battles.odds.work import RequestBudget, limited_budget
from battles.tabletop.models import Track
from battles.tabletop.permissions import track_to_read
from battles.tabletop.tracker import services, tally
from battles.tabletop.tracker.tally import MODEL, Piece
from battles.tabletop.tracker.text import posture_words
from catalogue.packs.installed import book
from mordheim_site.refusals import Sentence
from warbands.rules.armour_saves import armour_save

MEETINGS: Final = ("charge", "fight", "charged")
"""Situations in combat: the first charges, a later round, the second charges."""
DOWN: Final[dict[str, int]] = {tally.KNOCKED_DOWN: KNOCKED_DOWN, tally.STUNNED: STUNNED}


@dataclass(frozen=True, slots=True)
class Line:
    """What one of the two does to the other: `problem` is a sentence instead of numbers."""

    name: str
    arms: str
    attacks: int = 0
    hit: str = ""
    wounded: str = ""
    out: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A way in which they meet; lines without weapons for it are left out."""

    title: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the battle: its warriors as (value in the query string, name), and the letters of its enemies. Models
    of a group in different states are separate choices."""

    letter: str
    name: str
    choices: list[tuple[str, str]]
    enemies: list[str]
    is_own: bool

    def has(self, value: str) -> bool:
        """Whether this value in a query string is a warrior of the side."""
        return any(value == known for known, _name in self.choices)


@never_cache
@require_safe
@limited("computations")
def track_odds(request: HttpRequest, pid: str) -> HttpResponse:
    """The two warriors as a form, and what they do to each other in combat and at range."""
    user = current_user(request)
    track = track_to_read(user, pid)
    sides, pieces = choices_of(track, user), pieces_of(track)
    first, second = (_known(request.GET.get(name, "")[:80], pieces) for name in ("a", "b"))
    is_far, cover = request.GET.get("range") == "far", request.GET.get("cover", "")
    attackers = next((side for side in sides if side.has(first)), sides[0])
    enemies = [side for side in sides if side.letter in attackers.enemies]
    context: dict[str, object] = {
        "track": track, "sides": sides, "enemies": enemies, "first": first, "second": second, "is_far": is_far,
        "cover": cover,
    }  # fmt: skip
    if attackers.has(first) and any(side.has(second) for side in enemies):
        try:
            lines = [value.partition(MODEL)[0] for value in (first, second)]
            pair = [odds_fighter(line, [], user, _shared(track, user)) for line in lines]
        except Unknown as error:
            context["problem"] = str(error.args[0])
        else:
            facts, states = book(), (pieces[first][0], pieces[second][0])
            terms = Terms(
                track.ruleset, "fight", is_far, cover if cover in COVERS else "",
                postures=(DOWN.get(states[0].posture, STANDING), DOWN.get(states[1].posture, STANDING)),
                lost=(states[0].lost, states[1].lost),
            )  # fmt: skip
            with limited_budget(request) as work:
                context["meetings"] = list(_meetings(pair[0], pair[1], terms, work))
            context["saves"] = [(fighter.name, armour_save(fighter.state, fighter.member, facts)) for fighter in pair]
            query = {"a": lines[0], "b": lines[1], "rules": track.ruleset, "track": track.public_id}
            context["more"] = urlencode(query)
    elif second:
        context["problem"] = _("These two are not enemies in this battle. Choose an enemy.")
    return render(request, "battles/odds/track_odds.html", context)


def choices_of(track: Track, user: User | None) -> list[Side]:
    """The roster lines of each side that still have a miniature at the table; the reader's own side comes first."""
    now, warbands = services.tally(track), services.warbands_of(track)
    pieces = pieces_of(track)
    found = []
    for letter, name in now.names.items():
        is_own = user is not None and warbands[letter].owner_id == user.pk
        choices = [(value, _name_of(models[0])) for value, models in pieces.items() if models[0].side == letter]
        found.append(Side(letter, name, choices, now.enemies(letter), is_own))
    return sorted(found, key=lambda side: not side.is_own)


def pieces_of(track: Track) -> dict[str, list[Piece]]:
    """The models at the table that are equal: by the value of their choice, those of a roster line in the same state.
    The first state of a line has the value of the line."""
    now, warbands = services.tally(track), services.warbands_of(track)
    groups: dict[tuple[str, tuple[str, int]], list[Piece]] = {}
    for piece in now.pieces.values():
        if not piece.is_out:
            line = f"{warbands[piece.side].public_id}.{piece.key}"
            groups.setdefault((line, piece.state), []).append(piece)
    found: dict[str, list[Piece]] = {}
    for (line, _state), models in groups.items():
        found[f"{line}{MODEL}{models[0].id}" if line in found else line] = models
    return found


def _known(value: str, pieces: dict[str, list[Piece]]) -> str:
    """The choice that contains this model of a line; the value itself if no model is named."""
    line, _mark, model = value.partition(MODEL)
    same = (choice for choice, models in pieces.items() if model in {piece.id for piece in models})
    return next((choice for choice in same if choice.partition(MODEL)[0] == line), line)


def _name_of(piece: Piece) -> str:
    """The name of a model with its state, if it is hurt."""
    states = [str(posture_words()[piece.posture])] if piece.posture in DOWN else []
    if piece.lost:
        states.append(ngettext("%(n)d Wound lost", "%(n)d Wounds lost", piece.lost) % {"n": piece.lost})
    return f"{piece.name} ({', '.join(states)})" if states else piece.name


def _shared(track: Track, user: User | None) -> frozenset[str]:
    """The warbands whose warriors its players see although they are private."""
    if user is None or not services.may_track(track, user.pk):
        return frozenset()
    return frozenset(warband.public_id for warband in services.warbands_of(track).values())


def _meetings(first: OddsFighter, second: OddsFighter, terms: Terms, work: RequestBudget) -> Iterator[Meeting]:
    titles: dict[str, Sentence] = {
        "charge": _("%(name)s charges") % {"name": first.name},
        "fight": _("No charge: a later round"),
        "charged": _("%(name)s charges") % {"name": second.name},
    }
    chargers = {"charge": 0, "charged": 1}
    for situation in MEETINGS:
        if situation in chargers and terms.postures[chargers[situation]] != STANDING:
            continue
        meeting = replace(terms, situation=situation)
        lines = [_line(first, second, meeting, work), _line(second, first, meeting.turned, work)]
        yield Meeting(str(titles[situation]), [line for line in lines if line is not None])
    shot = replace(terms, situation="shot")
    shots = [_line(first, second, shot, work), _line(second, first, shot.turned, work)]
    if any(line is not None and not line.problem for line in shots):
        yield Meeting(_("Shooting"), [line for line in shots if line is not None])


def _line(first: OddsFighter, second: OddsFighter, terms: Terms, work: RequestBudget) -> Line | None:
    """The attacks of the first on the second; None if it has nothing to attack with."""
    if terms.postures[0] != STANDING:
        return Line(first.name, "", problem=_("cannot attack while knocked down or stunned"))
    facts = book()
    found: Strikes = strikes_of(first.data(facts), second.data(facts), terms, work)
    if found.is_over_limit:
        return Line(first.name, "", problem=_("too many possible outcomes to calculate here"))
    odds = found.odds
    if odds is None:
        return None
    return Line(
        first.name,
        ", ".join(odds["arms"]),
        odds["attacks"],
        percent_of(odds["hit"]),
        percent_of(odds["wounded"]),
        percent_of(odds["postures"]["out_of_action"]),
    )
