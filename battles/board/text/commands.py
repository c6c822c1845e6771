"""Labels of commands in lists, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.board.reach.drawing import place_label
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
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.magic.spellbook import SPELLS
from battles.engine.steps.shooting import breath
from battles.engine.steps.shooting.phase import BREATH
from battles.engine.steps.shooting.thrown_items import THROWN


def command_label(game: Game, state: BattleState, command: Command) -> str:
    """What the command does, with names and places filled in."""
    match command:
        case Deploy(model_id, x, y, z):
            return _("Set %(who)s up: %(place)s") % {"who": game.name(model_id), "place": place_label(game, x, y, z)}
        case Charge(model_id, targets):
            return _("%(who)s charges %(whom)s") % {"who": game.name(model_id), "whom": _all(game, targets)}
        case Move():
            return _move(game, command)
        case Face(model_id, degrees):
            return _("%(who)s turns to %(degrees)d degrees") % {"who": game.name(model_id), "degrees": degrees}
        case Shoot():
            return _shot(game, state, command)
        case Detect(model_id, target):
            return _("%(who)s searches for %(whom)s") % {"who": game.name(model_id), "whom": game.name(target)}
        case Cast(model_id, spell, targets):
            return _cast(game, model_id, spell, targets)
        case Answer(option):
            return _("Answer: %(what)s") % {"what": option}
        case Fight():
            return _("Fight: roll attacks")
        case Ready():
            return _("Ready: start the battle")
        case GiveUp():
            return _("Rout voluntarily")
        case Resign():
            return _("Concede the battle")
        case EndStep():
            return _("Continue")


def _all(game: Game, model_ids: tuple[str, ...]) -> str:
    return _(" and ").join(game.name(model_id) for model_id in model_ids)


def _cast(game: Game, model_id: str, code: str, targets: tuple[str, ...]) -> str:
    spell = SPELLS[code].name if code in SPELLS else code.replace("_", " ")
    names = {"who": game.name(model_id), "spell": spell, "whom": _all(game, targets)}
    return (_("Cast %(spell)s at %(whom)s") if targets and targets != (model_id,) else _("Cast %(spell)s")) % names


def _shot(game: Game, state: BattleState, shot: Shoot) -> str:
    weapons = game.fighters[shot.who].weapons
    names = {"who": game.name(shot.who), "foe": game.name(shot.target) if shot.target else ""}
    if shot.weapon == BREATH:
        struck = tuple(breath.struck(game, state, shot.who, shot.heading))
        return _("%(who)s breathes on %(foe)s") % {**names, "foe": _all(game, struck)}
    if shot.weapon in THROWN:
        sentences = {"throw_net": _("Throw a net at %(foe)s"), "thrown_bomb": _("Throw a bomb at %(foe)s")}
        return sentences.get(THROWN[shot.weapon].trait.code, _("Throw a vial at %(foe)s")) % names
    if not 0 <= shot.weapon < len(weapons):
        return _("Shoot %(foe)s") % names
    return _("Shoot %(foe)s with the %(weapon)s") % {**names, "weapon": weapons[shot.weapon].name.lower()}


def _move(game: Game, move: Move) -> str:
    names = {"who": game.name(move.who)}
    if move.manner == "mount":
        return _("%(who)s mounts the steed") % names
    if move.manner == "dismount":
        return _("%(who)s dismounts") % names
    if not move.path:
        text = _("%(who)s makes its compulsory move") if move.manner == "compulsory" else _("%(who)s stays here")
        return (_("%(who)s hides here") if move.hide else text) % names
    names["place"] = place_label(game, *move.path[-1][1:])
    text = {
        "walk": _("%(who)s walks: %(place)s"), "run": _("%(who)s runs: %(place)s"),
        "crawl": _("%(who)s crawls: %(place)s"), "leap": _("%(who)s leaps: %(place)s"),
        "enter": _("%(who)s goes in: %(place)s"), "leave": _("%(who)s comes out: %(place)s"),
    }.get(move.manner, _("%(who)s moves: %(place)s"))  # fmt: skip
    return text % names
