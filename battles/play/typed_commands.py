"""Typed commands: parses a line in the engine's notation, and completes partial lines.

`walk otto chapel`, `walk otto 3`, `walk otto 12.5 8`, `charge otto skrit`, `shoot anna skrit`, `hide otto`, `answer 2`,
`fight`, `ready`, `end`, `concede`. Words may be shortened as long as they are unambiguous. Verbs are understood in
English and in the reader's language. The options are those that the board lists; no rules are applied here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypedDict

from django.utils.translation import gettext as _

from battles.board.options import model_options
from battles.board.options.choices import label_of
from battles.board.options.types import Option, Verb
from battles.board.reach import drawing
from battles.board.text.prompts import choice_label
from battles.board.text.table import name_of
from battles.core.engine_text import translate
from battles.engine import commands
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Answer, Command, EndStep, Fight, GiveUp, Ready, Resign
from battles.engine.errors import IllegalAction
from mordheim_site.refusals import Refusal

LONGEST = 200
MOST_LINES = 8
PLAIN: dict[str, Callable[[], Command]] = {
    "fight": Fight, "ready": Ready, "end": EndStep, "go": EndStep, "concede": Resign, "yield": GiveUp,
}  # fmt: skip
"""Commands without a target."""
VERBS = (
    "walk",
    "run",
    "crawl",
    "hide",
    "charge",
    "shoot",
    "search",
    "deploy",
    "leap",
    "enter",
    "leave",
    "mount",
    "dismount",
    "other",
)
POINT = re.compile(r"^\(?\s*(\d+(?:\.\d+)?)[\s,;]+(\d+(?:\.\d+)?)\s*\)?$")


class NotUnderstood(Refusal):
    """A typed line that is not a command. The message says which word is unknown and which words are valid."""

    code = "not_understood"
    about = ("text",)


@dataclass(frozen=True, slots=True)
class Typed:
    """A parsed line: the command as plain data and as text, whether it can be undone, and the score it needs."""

    command: Mapping[str, object]
    label: str
    is_final: bool
    note: str = ""


def read(engine: EngineBattle, side: str, text: str) -> Typed:
    """The command that a line describes for `side`. Raises NotUnderstood with a sentence, or the refusal of the
    rules."""
    words = text.strip().lower()[:LONGEST].split()
    if not words:
        raise NotUnderstood(message=_("Type a command, such as: walk Otto 3. You can shorten every word."))
    if side not in engine.awaiting():
        raise NotUnderstood(message=_("It is not your side's turn to act."))
    if "answer".startswith(words[0]) and len(words) > 1 and len(words[0]) > 1:
        return _answer(engine, " ".join(words[1:]))
    plain = _only_match(words[0], PLAIN, str) if words[0] in PLAIN or len(words) == 1 else None
    if plain is not None:
        command = PLAIN[plain]()
        return Typed(commands.to_data(command), plain, is_final=True)
    code = _only_match(words[0], VERBS, lambda verb: verb) or _only_match(
        words[0], VERBS, lambda verb: label_of(verb).lower()
    )
    if code is None:
        known = ", ".join([*VERBS[:-1], "answer", *PLAIN])
        raise NotUnderstood(
            message=_("“%(word)s” is not a command here. Use one of: %(known)s.") % {"word": words[0], "known": known}
        )
    model_id, rest = _model(engine, side, words[1:])
    return _of_model(engine, side, model_id, code, rest)


def _only_match(word: str, codes: Iterable[str], name_of: Callable[[str], str]) -> str | None:
    """The code whose name matches a word, which may be shortened; None if there is no match or several."""
    found = [code for code in codes if name_of(code) == word]
    found = found or [code for code in codes if name_of(code).startswith(word)]
    return found[0] if len(found) == 1 else None


def _fits(name: str, words: Sequence[str]) -> int:
    """How many of the words, starting with the first, begin the words of a name in order; 0 if the first does not."""
    parts = re.findall(r"\w+", name.lower())
    used = at = 0
    for word in words:
        place = next((n for n in range(at, len(parts)) if parts[n].startswith(word)), None)
        if place is None:
            break
        used, at = used + 1, place + 1
    return used


def _named(words: Sequence[str], names: dict[str, str]) -> tuple[str, list[str]]:
    """(key, remaining words) for the single name that matches the most words. Raises NotUnderstood."""
    fits = {key: _fits(name, words) for key, name in names.items()}
    best = max(fits.values(), default=0)
    found = [key for key, fit in fits.items() if fit == best and best]
    exact = [key for key in found if names[key].lower() == " ".join(words[:best])]
    if len(exact or found) == 1:
        return (exact or found)[0], list(words[best:])
    shown = ", ".join(sorted({names[key] for key in (found or names)})[:12])
    if not words:
        raise NotUnderstood(message=_("A name is missing. Use one of: %(names)s.") % {"names": shown})
    sentence = (
        _("“%(word)s” is ambiguous: %(names)s.") if found else _("There is no “%(word)s” here. Use one of: %(names)s.")
    )
    raise NotUnderstood(message=sentence % {"word": " ".join(words), "names": shown})


def _models(engine: EngineBattle, side: str) -> dict[str, str]:
    return {
        model_id: engine.game.name(model_id) for model_id, model in engine.state.models.items() if model_id[0] == side
    }


def _model(engine: EngineBattle, side: str, words: Sequence[str]) -> tuple[str, list[str]]:
    """The player's model that the words name, by its name or its id (a3), and the remaining words."""
    own = _models(engine, side)
    if words and words[0] in own:
        return words[0], list(words[1:])
    able = model_options.actors(engine, side)
    try:
        return _named(words, {model_id: name for model_id, name in own.items() if model_id in able} or own)
    except NotUnderstood:
        return _named(words, own)


def _of_model(engine: EngineBattle, side: str, model_id: str, code: str, rest: list[str]) -> Typed:
    verbs = model_options.for_model(engine, side, model_id, with_reach=False, opened="").verbs
    verb = next((verb for verb in verbs if verb.code == code), None)
    if verb is None:
        data = {"who": engine.game.name(model_id), "verb": label_of(code)}
        raise NotUnderstood(message=_("%(verb)s: %(who)s cannot do that in this step.") % data)
    if verb.why:
        raise Refusal("cannot", verb.why, verb.rule or None)
    point = POINT.match(" ".join(rest))
    if point is not None and code in (*model_options.MANNERS, "deploy"):
        return _to_point(engine, model_id, code, float(point[1]), float(point[2]))
    listed = model_options.listed(engine, model_id, verb)
    return _chosen(engine, listed, rest)


def _to_point(engine: EngineBattle, model_id: str, manner: str, x: float, y: float) -> Typed:
    try:
        way = drawing.way_to(engine, model_id, round(x * 100), round(y * 100), manner=manner, level=None)
    except IllegalAction as refusal:
        raise Refusal(refusal.code, translate(refusal.sentence), refusal.rule or None) from refusal
    found = way.as_json()
    return Typed(found["command"], found["sentence"], bool(found["final"]))


def _chosen(engine: EngineBattle, verb: Verb, rest: list[str]) -> Typed:
    """The option that the rest of the line selects: by number, by target (and weapon), by building, or the only option
    there is."""
    found = list(verb.options)
    if not rest and len(found) == 1:
        return _typed(found[0])
    if len(rest) == 1 and rest[0].isdigit() and 0 < int(rest[0]) <= len(found):
        return _typed(found[int(rest[0]) - 1])
    targets = {option.target: engine.game.name(option.target) for option in found if option.target}
    if targets:
        target, more = _named(rest, targets)
        aimed = [option for option in found if option.target == target]
        words = [word for word in more if word != "with"]
        return _typed(next((option for option in aimed if _fits(option.label, words) == len(words)), aimed[0]))
    if any(option.spot for option in found):
        return _typed(_near_piece(engine, found, rest))
    place, _more = _named(rest, {str(number): option.label for number, option in enumerate(found)})
    return _typed(found[int(place)])


def _near_piece(engine: EngineBattle, found: list[Option], rest: list[str]) -> Option:
    """The listed destination nearest to the middle of a terrain piece with this name; several pieces may have the same
    name."""
    name, _more = _named(rest, {name_of(piece): name_of(piece) for piece in engine.game.table.pieces})
    middles = [
        tuple(sum(point[axis] for point in piece.outline) / len(piece.outline) / 100 for axis in (0, 1))
        for piece in engine.game.table.pieces
        if name_of(piece) == name
    ]
    return min(
        (option for option in found if option.spot),
        key=lambda option: min(_away(option, x, y) for x, y in middles),
    )


def _away(option: Option, x: float, y: float) -> float:
    assert option.spot is not None
    return hypot(option.spot[0] - x, option.spot[1] - y)


def _typed(option: Option) -> Typed:
    return Typed(option.command, option.label, option.is_final, option.note)


def _answer(engine: EngineBattle, text: str) -> Typed:
    frame = engine.state.flow[-1]
    if frame.kind != "decision":
        raise NotUnderstood(message=_("There is no prompt to answer."))
    labels = {str(row[0]): choice_label(engine.game, frame, row) for row in frame.data["choices"]}
    keys = list(labels)
    if text.isdigit() and 0 < int(text) <= len(keys):
        key = keys[int(text) - 1]
    elif text in labels:
        key = text
    else:
        key, _more = _named(text.split(), labels)
    return Typed(commands.to_data(Answer(key)), labels[key], is_final=True)


class Completions(TypedDict):
    """Completions of a line, and the command that it already forms, or why it forms none."""

    lines: list[str]
    says: str
    final: bool
    why: str


def completions_json(engine: EngineBattle, side: str, text: str) -> Completions:
    """Completions of a line (`lines`), and the command that it already forms (`says`, `final`), or `why` it forms
    none."""
    found: Completions = {"lines": completions(engine, side, text), "says": "", "final": False, "why": ""}
    try:
        order = read(engine, side, text)
        found["says"] = ", ".join(filter(None, (order.label, order.note)))
        found["final"] = order.is_final
    except Refusal as refusal:
        found["why"] = str(refusal.message)
    return found


def completions(engine: EngineBattle, side: str, text: str) -> list[str]:
    """A few completions of a partial line."""
    if side not in engine.awaiting():
        return []
    words = text.lower()[:LONGEST].split()
    is_open = not text or text[-1:].isspace()
    frame = engine.state.flow[-1]
    if frame.kind == "decision":
        lines = [f"answer {number}" for number in range(1, len(frame.data["choices"]) + 1)]
        return [line for line in lines if line.startswith(text.lower().strip())][:MOST_LINES]
    if len(words) <= 1 and not (words and is_open):
        begun = [*VERBS[:-1], *PLAIN]
        return [code for code in begun if code.startswith(words[0] if words else "")][:MOST_LINES]
    code = _only_match(words[0], VERBS, lambda verb: verb) or _only_match(
        words[0], VERBS, lambda verb: label_of(verb).lower()
    )
    if code is None:
        return []
    own = {
        model_id: name
        for model_id, name in _models(engine, side).items()
        if model_id in model_options.actors(engine, side)
    }
    try:
        model_id, rest = _named(words[1:], own)
    except NotUnderstood:
        typed = words[1:]
        return [f"{code} {name}" for name in own.values() if not typed or _fits(name, typed)][:MOST_LINES]
    return [f"{code} {own[model_id]} {tail}" for tail in _tails(engine, side, model_id, code, rest)][:MOST_LINES]


def _tails(engine: EngineBattle, side: str, model_id: str, code: str, rest: list[str]) -> list[str]:
    """Completions after a model and a verb: targets, or the numbers and buildings of destinations."""
    verb = next(
        (
            verb
            for verb in model_options.for_model(engine, side, model_id, with_reach=False, opened="").verbs
            if verb.code == code
        ),
        None,
    )
    if verb is None or verb.why:
        return []
    targets = dict.fromkeys(engine.game.name(option.target) for option in verb.options if option.target)
    if targets or verb.is_listed:
        return [name for name in targets if not rest or _fits(name, rest)]
    pieces = sorted({name_of(piece) for piece in engine.game.table.pieces})
    return [name for name in pieces if not rest or _fits(name, rest)]
