"""One English line for every event and every command: for the log, the chronicle and typed commands.

`describe` returns "" for events that readers do not need. Rolls state the score needed and every modifier with its
reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from battles.engine.commands import (
    Answer,
    Cast,
    Charge,
    Command,
    Deploy,
    Detect,
    EndStep,
    Face,
    Fight,
    GiveUp,
    Move,
    Ready,
    Resign,
    Shoot,
)
from battles.engine.events import (
    Attacked,
    BattleEnded,
    EffectAdded,
    EffectEnded,
    Engaged,
    Event,
    Flagged,
    LoadoutTaken,
    Moved,
    Noted,
    OrderSet,
    PhaseBegan,
    Placed,
    PostureChanged,
    Removed,
    Rolled,
    Scored,
    Separated,
    SideRouted,
    TurnBegan,
    Used,
    WoundsLost,
)
from battles.engine.game import Game
from battles.engine.phrases import log
from battles.engine.phrases.dice import AT_MOST, DICE
from battles.engine.state import flag_names


def describe(event: Event, game: Game) -> str:
    """The event as a sentence, or "" when readers do not need it."""
    teller = _TELLERS.get(type(event))
    return teller(event, game) if teller else ""


def event_text(events: Iterable[Event], game: Game) -> list[str]:
    """The sentences of several events, without empty ones."""
    return [sentence for sentence in (describe(event, game) for event in events) if sentence]


def chronicle(events: Iterable[Event], game: Game) -> list[str]:
    """The events for a campaign's chronicle: turns, casualties, routs, objectives, the end."""
    parts = []
    for event in events:
        wanted = isinstance(event, TurnBegan | Removed | SideRouted | BattleEnded)
        if wanted or (isinstance(event, Noted) and event.what in log.CHRONICLE):
            parts.append(describe(event, game))
    return [sentence for sentence in parts if sentence]


def inches(hundredths: int) -> str:
    """A length as text: "6.5 inches"."""
    return f"{hundredths / 100:g} inch{'' if hundredths == 100 else 'es'}"


def place(x: int, y: int, z: int) -> str:
    """A point as text: "(12.5, 8) at height 3"."""
    spot = f"({x / 100:g}, {y / 100:g})"
    return f"{spot} at height {z / 100:g}" if z else spot


def words(code: str) -> str:
    """A code as text."""
    return code.replace("_", " ")


# -- rolls


def _rolled(event: Rolled, game: Game) -> str:
    name = game.name(event.who)
    purpose = log.test_name(event.about) or log.PURPOSES.get(event.purpose, words(event.purpose))
    if event.purpose == "die":
        purpose = DICE.get(event.about, purpose)
    elif event.about and event.purpose == "helmet":
        purpose = f"to avoid being stunned ({event.about})"
    elif event.about and event.purpose != "char":
        purpose += f" with {words(event.about)}"
    shown = " + ".join(map(str, event.faces))
    if len(event.faces) > 1:
        shown += f" = {sum(event.faces)}"
    against = f" against {game.name(event.against)}" if event.against not in ("", event.who) else ""
    parts = [f"{name}, {purpose}{against}: {shown}"]
    if event.passed is not None:
        under = event.purpose in log.UNDER or (event.purpose == "reroll" and len(event.faces) > 1)
        under = under or (event.purpose == "die" and event.about in AT_MOST)
        parts.append(f"needs {event.need} or less" if under else f"needs {event.need}+")
    if event.mods:
        parts[-1] += f" {modifiers(event)}"
    if event.passed is not None:
        parts.append("passed" if event.passed else "failed")
        if log.fails_by_nature(event.faces, event.need, event.passed, under):
            parts[-1] += f": a {event.faces[0]} always fails"
    return ", ".join(parts) + "."


def modifiers(event: Rolled) -> str:
    """The modifiers of a roll with their reasons, as text: "(cover -1, long range -1)"."""
    return (
        "(" + ", ".join(f"{words(mod.reason)} {mod.by:+d}" if mod.by else words(mod.reason) for mod in event.mods) + ")"
    )


# -- other events


def _moved(event: Moved, game: Game) -> str:
    if not event.path:
        return ""
    verb = log.MANNERS.get(event.manner, words(event.manner) + "s")
    return f"{game.name(event.who)} {verb} {inches(event.spent)} to {place(*event.path[-1][1:])}."


def _flagged(event: Flagged, game: Game) -> str:
    flags = [log.FLAGS_ON[flag] for flag in flag_names(event.on) if flag in log.FLAGS_ON]
    flags += [log.FLAGS_OFF[flag] for flag in flag_names(event.off) if flag in log.FLAGS_OFF]
    return f"{game.name(event.who)} {' and '.join(flags)}." if flags else ""


def _noted(event: Noted, game: Game) -> str:
    pattern = log.NOTES.get(event.what)
    name = game.name(event.who) if event.who else ""
    target = game.name(event.whom) if event.whom else ""
    if pattern is None:
        parts = [name, words(event.what), words(event.detail), f"({target})" if target else ""]
        return " ".join(part for part in parts if part) + "."
    detail = words(event.detail)
    if event.what in log.SHORTFALLS:
        detail += " inch" if detail == "1" else " inches"
    return pattern.format(who=name, whom=target or "the enemy", detail=detail)


def _attacked(event: Attacked, game: Game) -> str:
    if event.how in log.HARMS and event.who in ("", event.whom):
        hits = "a hit" if event.times == 1 else f"{event.times} hits"
        return f"{game.name(event.whom)} takes {hits} from {log.HARMS[event.how]}."
    verb = log.ATTACKS.get(event.how, "attacks")
    name = game.name(event.who) if event.who else "Something"
    weapon = (
        f" with {' and '.join(words(weapon) for weapon in event.weapons or (event.weapon,))}" if event.weapon else ""
    )
    times = f", {event.times} times" if event.times > 1 else ""
    return f"{name} {verb} {game.name(event.whom)}{weapon}{times}."


def _wounds(event: WoundsLost, game: Game) -> str:
    lost = "a Wound" if event.lost == 1 else f"{event.lost} Wounds"
    return f"{game.name(event.who)} loses {lost}, {event.left} left."


def _posture(event: PostureChanged, game: Game) -> str:
    name = game.name(event.who)
    if event.why == "recovery":
        return f"{name} stands up." if event.posture == 0 else f"{name} is turned face up."
    return f"{name} {log.POSTURES[event.posture]}."


def _removed(event: Removed, game: Game) -> str:
    by = f" by {game.name(event.by)}" if event.by in game.fighters else ""
    if event.why == "out":
        return f"{game.name(event.who)} is taken out of action{by}."
    return f"{game.name(event.who)} {log.GONE.get(event.why, 'leaves the table')}."


def _routed(event: SideRouted, game: Game) -> str:
    name = game.sides[event.side].name
    how = "routs voluntarily" if event.voluntary else "routs"
    stays = [game.name(model_id) for model_id in event.stays]
    return f"{name} {how}; {', '.join(stays)} stay{'s' if len(stays) == 1 else ''}." if stays else f"{name} {how}."


def _ended(event: BattleEnded, game: Game) -> str:
    why = log.ENDINGS.get(event.reason, words(event.reason))
    if not event.winners:
        return f"The battle ends in a tie: {why}."
    names = " and ".join(game.sides[side].name for side in event.winners)
    return f"{names} win{'s' if len(event.winners) == 1 else ''} the battle: {why}."


def _loadout(event: LoadoutTaken, game: Game) -> str:
    fighter = game.fighters[event.who]
    names = [fighter.weapons[index].name for index in event.weapons if 0 <= index < len(fighter.weapons)]
    return f"{fighter.name} takes {' and '.join(names)} in hand." if names else ""


def _engaged(event: Engaged, game: Game) -> str:
    across = " across the obstacle" if event.across else ""
    return f"{game.name(event.who)} and {game.name(event.whom)} fight{across}."


_TELLERS: dict[type, Callable[[Any, Game], str]] = {
    Rolled: _rolled,
    Moved: _moved,
    Flagged: _flagged,
    Noted: _noted,
    Attacked: _attacked,
    WoundsLost: _wounds,
    PostureChanged: _posture,
    Removed: _removed,
    SideRouted: _routed,
    BattleEnded: _ended,
    LoadoutTaken: _loadout,
    Engaged: _engaged,
    Placed: lambda e, game: f"{game.name(e.who)} is set down at {place(e.x, e.y, e.z)}.",
    Separated: lambda e, game: f"{game.name(e.who)} and {game.name(e.whom)} part.",
    EffectAdded: lambda e, game: f"{game.name(e.who)}: {words(e.effect[0])} begins.",
    EffectEnded: lambda e, game: f"{game.name(e.who)}: {words(e.code)} ends.",
    Used: lambda e, game: f"{game.name(e.who)} uses {words(e.code)}.",
    OrderSet: lambda e, game: "Turns are taken in this order: " + ", ".join(game.name(side) for side in e.order) + ".",
    TurnBegan: lambda e, game: f"Turn {e.turn_number} of {game.name(e.side)} begins.",
    PhaseBegan: lambda e, game: f"{log.PHASES.get(e.phase, words(e.phase).capitalize())} begins.",
    Scored: lambda e, game: f"{game.name(e.side)} now has {e.score}.",
}


# -- commands

THROWN = {-1: "breath", -2: "net", -3: "vial", -4: "bomb"}
"""Weapon indices that stand for breath or a thrown item instead of a weapon."""


def notate(command: Command, game: Game) -> str:
    """The command as a typed line: "charge Otto Skrit", "walk Anna (12.5, 8)"."""
    match command:
        case Deploy(model_id, x, y, z):
            return f"set up {game.name(model_id)} {place(x, y, z)}"
        case Charge(model_id, targets):
            return f"charge {game.name(model_id)} {' and '.join(game.name(target) for target in targets)}"
        case Move(model_id, manner, path, hide):
            goal = f" {place(*path[-1][1:])}" if path else ""
            return f"{manner} {game.name(model_id)}{goal}{' hide' if hide else ''}"
        case Face(model_id, degrees):
            return f"face {game.name(model_id)} {degrees}"
        case Shoot(model_id, target, weapon, shots):
            weapons = game.fighters[model_id].weapons
            name = weapons[weapon].name if 0 <= weapon < len(weapons) else THROWN.get(weapon, "weapon")
            return f"shoot {game.name(model_id)} {game.name(target)} with {name}{f', {shots} shots' if shots else ''}"
        case Detect(model_id, target):
            return f"search {game.name(model_id)} {game.name(target)}"
        case Cast(model_id, spell, targets):
            at = " ".join(game.name(target) for target in targets)
            return f"cast {game.name(model_id)} {words(spell)} {at}".strip()
        case Answer(option):
            return f"answer {words(option)}"
        case Fight():
            return "fight"
        case Ready():
            return "ready"
        case GiveUp():
            return "rout voluntarily"
        case Resign():
            return "concede"
        case EndStep():
            return "go on"
