"""The battle log as text: converts events to lines with their dice. Every line is a complete translatable sentence. The
dice of a line are passed to `_dice_row.html` as parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.core.dice_text import INJURIES, OWN_LIMBS, ROLL_UNDER, ending_word, needed, purpose_of
from battles.core.phases import phase_name
from battles.engine import events as log
from battles.engine.game import Game
from battles.engine.notation import describe
from battles.engine.phrases.log import SHORTFALLS
from battles.engine.state import FLEEING, HIDDEN, KNOCKED_DOWN, STANDING, STUNNED
from battles.log.note_text import DETAILS, NOTES
from battles.log.reason_text import translate_reason
from battles.models import BattleEvent


class Die(TypedDict):
    """One die of a roll."""

    face: int
    sides: int


Outcome = Literal["", "pass", "fail"]


class DiceRow(TypedDict):
    """One roll, as in `_dice_row.html`: `result` is the sum of the dice where the sum counts, otherwise empty; `place`
    is the position of the first die in the stream, 0 if unknown."""

    purpose: str
    dice: list[Die]
    needed: str
    outcome: Outcome
    result: str
    place: int
    rule: str


@dataclass(slots=True)
class Line:
    """One line of the log: the `seq` of its event, its `kind` ("", casualty, heading or phase) and its `rolls` (dice
    rows)."""

    seq: int
    text: str
    side: str = ""
    turn: int = 0
    kind: str = ""
    note: str = ""
    rolls: list[DiceRow] = field(default_factory=list)


def dice_row(game: Game, event: log.Rolled, place: int = 0) -> DiceRow:
    """Parameters of `_dice_row.html` for a roll. `place` is the position of its first die in the stream, from 1."""
    name = game.name(event.who) if event.who else ""
    what = purpose_of(event)
    total = sum(event.faces)
    outcome: Outcome = "" if event.passed is None else "pass" if event.passed else "fail"
    shows_total = len(event.faces) > 1 and event.purpose not in ROLL_UNDER
    if event.purpose in INJURIES and event.mods:
        total, shows_total = total + sum(modifier.by for modifier in event.mods), True
    if event.purpose in INJURIES and event.against not in ("", event.who):
        what = _("%(roll)s of %(whom)s") % {"roll": what, "whom": game.name(event.against)}
    return {
        "purpose": f"{name}: {what}" if name else what,
        "dice": [{"face": face, "sides": 6} for face in event.faces],
        "needed": needed(event),
        "outcome": outcome,
        "result": str(total) if shows_total else "",
        "place": place,
        "rule": event.rule,
    }


def lines_of(game: Game, runs: Iterable[BattleEvent]) -> list[Line]:
    """The lines of the log for these commands, in order. A command that was undone only appears as "undone"."""
    found: list[Line] = []
    for run in runs:
        kind = (run.command or {}).get("kind", "")
        lines: list[Line] = []
        if kind == "undo":
            lines = [Line(run.seq, _("The last command was undone."), run.side, run.turn_number)]
        elif not run.is_undone:
            lines = _lines_of_run(game, run)
        found.extend(lines)
    return [line for place, line in enumerate(found) if not _is_empty_heading(found, place)]


def _is_empty_heading(lines: list[Line], place: int) -> bool:
    """Whether a phase heading has no lines below it, because another heading follows or the log ends."""
    line = lines[place]
    if line.kind != "phase":
        return False
    following = lines[place + 1] if place + 1 < len(lines) else None
    return following is not None and following.kind in ("phase", "heading")


def _lines_of_run(game: Game, run: BattleEvent) -> list[Line]:
    lines: list[Line] = []
    turn = run.turn_number
    placed: list[str] = []
    for offset, data in enumerate(run.data):
        if data[0] in ("FlowSet", "Engaged", "SnapshotTaken", "PhaseEnded", "LoadoutTaken"):
            continue
        event = log.from_data(data)
        seq = run.seq + offset
        if isinstance(event, log.Rolled):
            if not lines or lines[-1].kind in ("heading", "phase"):
                lines.append(Line(seq, _roll_sentence(game, event), event.who[:1] or run.side, turn))
            lines[-1].rolls.append(dice_row(game, event))
            continue
        if isinstance(event, log.Placed):
            placed.append(event.who)
            continue
        sentence = sentence_of(game, event)
        if sentence:
            lines.append(Line(seq, sentence, side_of(event) or run.side, turn, kind_of(event)))
    if placed:
        names = {"side": game.name(run.side), "n": len(placed), "who": game.name(placed[0])}
        words = ngettext("%(side)s: %(who)s is set up.", "%(side)s sets up %(n)d warriors.", len(placed))
        lines.insert(0, Line(run.seq, words % names, run.side, turn))
    if run.reason and lines:
        lines[0].note = translate_reason(game, run.reason)
    return lines


def _roll_sentence(game: Game, event: log.Rolled) -> str:
    if event.purpose == "rolloff":
        return f"{purpose_of(event)}."
    name = game.name(event.who) if event.who else ""
    what = purpose_of(event)
    what = what if ":" in event.about else what[:1].lower() + what[1:]
    return (
        _("%(who)s rolls: %(what)s.") % {"who": name, "what": what} if name else _("Dice: %(what)s.") % {"what": what}
    )


def side_of(event: log.Event) -> str:
    """The side that the line of an event belongs to, or ""."""
    actor = getattr(event, "who", "") or getattr(event, "side", "")
    return actor[:1] if actor else ""


def kind_of(event: log.Event) -> str:
    """The kind of line: "", casualty, heading or phase."""
    if isinstance(event, log.Removed):
        # Models that leave in a rout are unhurt.
        return "casualty" if event.why in ("out", "fled") else ""
    if isinstance(event, log.TurnBegan | log.BattleEnded):
        return "heading"
    if isinstance(event, log.PhaseBegan):
        return "phase"
    return ""


def sentence_of(game: Game, event: log.Event) -> str:
    """The event as a sentence; "" if readers do not need it."""
    teller = _TELLERS.get(type(event))
    return teller(game, event) if teller is not None else ""


_MANNERS: dict[str, Callable[[], str]] = {
    "walk": lambda: _("%(who)s walks %(far)s inches."),
    "run": lambda: _("%(who)s runs %(far)s inches."),
    "charge": lambda: _("%(who)s charges, %(far)s inches."),
    "failed_charge": lambda: _("%(who)s fails the charge after %(far)s inches."),
    "crawl": lambda: _("%(who)s crawls %(far)s inches."),
    "flee": lambda: _("%(who)s flees %(far)s inches."),
    "intercept": lambda: _("%(who)s moves %(far)s inches to intercept."),
    "fall": lambda: _("%(who)s falls."),
    "push": lambda: _("%(who)s is pushed back."),
    "follow": lambda: _("%(who)s follows."),
}


def _inches(hundredths: int) -> str:
    """A distance in inches with one decimal, or "less than 0.1" for a shorter one."""
    return f"{hundredths / 100:.1f}" if hundredths >= 5 else _("less than 0.1")


def _moved(game: Game, event: log.Moved) -> str:
    if not event.path:
        return ""
    words = _MANNERS.get(event.manner, lambda: _("%(who)s moves %(far)s inches."))()
    climbed = [kind for kind, *_rest in event.path if kind in ("climb", "ladder", "rope", "stairs", "gap", "down")]
    text = words % {"who": game.name(event.who), "far": _inches(event.spent)}
    if climbed:
        text = text.rstrip(".") + ", " + {
            "climb": _("climbing."), "ladder": _("by a ladder."), "rope": _("by a rope."), "stairs": _("by stairs."),
            "gap": _("jumping a gap."), "down": _("jumping down."),
        }[climbed[0]]  # fmt: skip
    return text


def _flagged(game: Game, event: log.Flagged) -> str:
    names = {"who": game.name(event.who)}
    if event.on & HIDDEN:
        return _("%(who)s hides.") % names
    if event.off & HIDDEN:
        return _("%(who)s is no longer hidden.") % names
    if event.on & FLEEING:
        return _("%(who)s flees.") % names
    if event.off & FLEEING:
        return _("%(who)s stops fleeing.") % names
    return ""


def _posture(game: Game, event: log.PostureChanged) -> str:
    words = {
        STANDING: _("%(who)s stands up."),
        KNOCKED_DOWN: _("%(who)s is knocked down."),
        STUNNED: _("%(who)s is stunned."),
    }.get(event.posture, "")
    if event.posture == KNOCKED_DOWN and event.why == "recovery":
        words = _("%(who)s is no longer stunned, but still knocked down.")
    return words % {"who": game.name(event.who)} if words else ""


def _removed(game: Game, event: log.Removed) -> str:
    names = {"who": game.name(event.who), "by": game.name(event.by) if event.by else ""}
    if event.why == "out":
        taken = _("%(who)s is out of action, taken out by %(by)s.")
        return (taken if event.by else _("%(who)s is out of action.")) % names
    if event.why == "away":
        return _("%(who)s does not arrive.") % names
    return (_("%(who)s has fled the field.") if event.why == "fled" else _("%(who)s leaves with the rout.")) % names


def _attacked(game: Game, event: log.Attacked) -> str:
    words = {
        "shot": _("%(who)s shoots %(whom)s with %(weapon)s."),
        "blow": _("%(who)s strikes %(whom)s with %(weapon)s."),
        "stomp": _("%(who)s stomps on %(whom)s."),
        "impact": _("%(who)s crashes into %(whom)s."),
        "fall": _("%(whom)s is hurt by the fall."),
        "parting": _("%(who)s strikes a parting blow at %(whom)s."),
        "breath": _("%(who)s breathes on %(whom)s."),
        "terrain": _("%(whom)s is hurt by the ground."),
        "collision": _("%(whom)s is hurt in the crash."),
        "cover": _("%(who)s's shot hits %(whom)s instead."),
        "ricochet": _("%(who)s's shot ricochets and hits %(whom)s."),
        "spell": _("%(who)s strikes %(whom)s by magic.") if event.who else _("%(whom)s is struck by magic."),
    }.get(event.how, _("%(who)s attacks %(whom)s."))
    return words % {
        "who": game.name(event.who) if event.who else "",
        "whom": game.name(event.whom) if event.whom else "",
        "weapon": weapons_word([weapon_word(game, event.who, code) for code in event.weapons or (event.weapon,)]),
    }


def weapons_word(names: list[str]) -> str:
    """Names of weapons as text: "the sword", or "the sword and the axe" for a model that strikes with both, or
    "fists"."""
    return _(" and ").join(name if name in OWN_LIMBS else _("the %(weapon)s") % {"weapon": name} for name in names)


def weapon_word(game: Game, model_id: str, code: str) -> str:
    """A weapon's name in lower case."""
    fighter = game.fighters.get(model_id)
    names = {weapon.code: weapon.name for weapon in fighter.weapons} if fighter is not None else {}
    return names.get(code, code.replace("_", " ")).lower()


def _noted(game: Game, event: log.Noted) -> str:
    names = {
        "who": game.name(event.who) if event.who else "",
        "whom": game.name(event.whom) if event.whom else "",
        "detail": _shortfall(event.detail)
        if event.what in SHORTFALLS
        else str(DETAILS.get(event.detail, event.detail.replace("_", " "))),
    }
    words = NOTES.get(event.what)
    if words is None:
        return describe(event, game)
    return str(words) % names


def _shortfall(number: str) -> str:
    """By how much a charge is too short, from the number that the event has: "1.3 inches"."""
    return (_("%(n)s inch") if number == "1" else _("%(n)s inches")) % {"n": number}


def _wounds(game: Game, event: log.WoundsLost) -> str:
    words = ngettext("%(who)s loses %(n)d wound.", "%(who)s loses %(n)d wounds.", event.lost)
    return words % {"who": game.name(event.who), "n": event.lost}


def _turn(game: Game, event: log.TurnBegan) -> str:
    return _("Turn %(n)d of %(side)s.") % {"n": event.turn_number, "side": game.name(event.side)}


def _phase(game: Game, event: log.PhaseBegan) -> str:
    return str(phase_name(event.phase))


def _routed(game: Game, event: log.SideRouted) -> str:
    words = _("%(side)s concedes the battle.") if event.voluntary else _("%(side)s routs.")
    return words % {"side": game.name(event.side)}


def _ended(game: Game, event: log.BattleEnded) -> str:
    return outcome_sentence(game, event.winners, event.reason)


def outcome_sentence(game: Game, winners: Iterable[str], reason: str) -> str:
    """Which side won, and why."""
    names = [game.name(side) for side in winners]
    if not names:
        return _("The battle is a tie: %(why)s.") % {"why": ending_word(reason)}
    return _("%(who)s wins the battle: %(why)s.") % {"who": _(" and ").join(names), "why": ending_word(reason)}


def ending_sentence(reason: str) -> str:
    """Why a battle ended, as a sentence beneath a heading that names the winner."""
    word = ending_word(reason)
    return f"{word[:1].upper()}{word[1:]}."


_TELLERS: dict[type, Callable[[Game, Any], str]] = {
    log.Moved: _moved, log.Flagged: _flagged, log.PostureChanged: _posture, log.Removed: _removed,
    log.Attacked: _attacked, log.Noted: _noted, log.WoundsLost: _wounds, log.TurnBegan: _turn,
    log.PhaseBegan: _phase, log.SideRouted: _routed, log.BattleEnded: _ended,
}  # fmt: skip
