"""Hints: what the commander bot would do for a player now, with its reason as a sentence. Nothing is carried out."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from battles.core import engine_cache
from battles.core.refusals import NotPlaying
from battles.engine.bots.commander import QUICK, SECOND, Commander
from battles.engine.bots.reasons import Reason
from battles.engine.commands import Command, Move, to_data
from battles.engine.notation import notate
from battles.log.reason_text import reason_sentence
from battles.models import Battle
from battles.play.bots import choices
from mordheim_site.refusals import Refusal

NODES: Final = SECOND // 2
"""Search budget of a hint; for guests it is `QUICK`."""


class NoHintsWhenRated(Refusal):
    """A hint was requested in a battle that changes rosters or decides a match."""

    code = "no_hints_when_rated"
    message = _(
        "No hint was given: this battle counts, or not both players agreed to hints. Hints are for battles that change "
        "no roster."
    )
    status = 403


class NothingToSuggest(Refusal):
    """A hint was requested, but none of the user's sides has to act."""

    code = "not_your_turn"
    message = _("No hint was given: another side acts now. Ask again when it is your turn.")
    status = 409


class Suggestion(NamedTuple):
    """A command that is suggested for the position after event `seq`."""

    seq: int
    side: str
    command: Command
    line: str
    reason: Reason
    sentence: str
    who: str
    """The model that would act; "" for a command of the side."""
    whom: str
    """The enemy that the command is about, or ""."""
    points: tuple[tuple[float, float], ...]
    """The path of a move in inches, starting at the model."""


def suggest(battle: Battle, user_id: int, *, side: str = "", is_guest: bool = False) -> Suggestion:
    """What the commander bot would do for the user's side that has to act. Raises NoHintsWhenRated, NotPlaying and
    NothingToSuggest."""
    if not battle.gives_hints:
        raise NoHintsWhenRated
    if not battle.is_playing:
        raise NotPlaying
    engine = engine_cache.load(battle)
    mine = [seat.letter for seat in battle.sides.all() if not seat.bot and seat.player_id == user_id]
    acting = next((letter for letter in engine.awaiting() if letter in mine and side in ("", letter)), "")
    if not acting:
        raise NothingToSuggest
    chosen = choices.choose(Commander(QUICK if is_guest else NODES), engine, acting, instead="tactician")
    command, values = chosen.command, dict(chosen.reason.values)
    model_id = str(getattr(command, "who", "") or values.get("who", ""))
    target = getattr(command, "target", "") or next(iter(getattr(command, "targets", ())), "")
    target_id = str(target or values.get("whom", ""))
    model = engine.state.models.get(model_id)
    points: list[tuple[float, float]] = []
    if isinstance(command, Move) and model is not None and command.path:
        points = [(model.x / 100, model.y / 100), *((x / 100, y / 100) for _kind, x, y, _z in command.path)]
    return Suggestion(
        battle.seq,
        acting,
        command,
        notate(command, engine.game),
        chosen.reason,
        _("Suggestion: %(what)s.") % {"what": reason_sentence(engine.game, chosen.reason)},
        model_id if model is not None else "",
        target_id if target_id in engine.state.models else "",
        tuple(points),
    )


def suggestion_shape(found: Suggestion) -> dict[str, object]:
    """A hint as JSON."""
    return {
        "seq": found.seq,
        "side": found.side,
        "command": to_data(found.command),
        "line": found.line,
        "reason": found.reason.stored(),
        "sentence": found.sentence,
        "who": found.who,
        "whom": found.whom,
        "points": [list(point) for point in found.points],
    }
