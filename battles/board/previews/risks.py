"""Risks of a path as text with exact odds: Initiative tests, falls, dangerous ground, open edges. They are shown before
the player commits. Rules: MV-CLIMB-01, MV-JUMP-01, MV-GAP-01, MV-FALL-01, MV-SLIP-01, TR-DANGER-01"""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.board.previews import attack_odds
from battles.board.previews.fall_odds import odds_of_fall, words_of_fall
from battles.engine.battle import Battle as EngineBattle
from battles.engine.game import Game
from battles.engine.state import BattleState
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.dangerous_ground import Danger, dangers_of
from battles.engine.steps.movement.heights.falling import SLIP_REACH
from battles.engine.steps.movement.tracks import Track
from battles.engine.table.ground import open_edges_near
from battles.engine.table.movement.paths import Check
from battles.engine.table.vectors import Spot

CHECKS = {
    "climb_up": lambda: _("climbing"),
    "climb_down": lambda: _("climbing down"),
    "rope_up": lambda: _("the rope"),
    "rope_down": lambda: _("the rope"),
    "ladder_charge": lambda: _("the ladder"),
    "jump_down": lambda: _("jumping down"),
    "gap": lambda: _("the gap"),
    "gap_landing": lambda: _("landing"),
}


def checks_on(engine: EngineBattle, model_id: str, manner: str, track: Track) -> tuple[str, ...]:
    """Every test on the path as text, with its odds and the consequence of failing it."""
    game, state = engine.game, engine.state
    found = [_test(game, state, model_id, check) for check in track.checks]
    found += [_danger(game, danger) for danger in dangers_of(game, state, model_id, manner, track)]
    return tuple(found)


def _test(game: Game, state: BattleState, model_id: str, check: Check) -> str:
    words = CHECKS.get(check.kind, lambda: check.kind.replace("_", " "))()
    harm = words_of_fall(game, state, model_id, check)
    if check.automatic:
        return _("%(what)s: fails automatically") % {"what": words} + (f", {harm}" if harm else "")
    odds = attack_odds.percent(attack_odds.of_test(game, state, model_id) ** check.tests)
    text = _("%(what)s: Initiative test, %(odds)s") % {"what": words, "odds": odds}
    return _("%(test)s, or %(harm)s") % {"test": text, "harm": harm} if harm else text


def _danger(game: Game, danger: Danger) -> str:
    """Text about a dangerous terrain piece on the path, with the die roll that does harm. Rule: TR-DANGER-02"""
    pieces = {piece.id: piece.name or piece.kind.replace("_", " ") for piece in game.table.pieces}
    words = {"where": pieces.get(danger.piece, _("an obstacle")), "odds": attack_odds.percent(danger.fails / 6)}
    if not danger.fails:
        return _("bathes in %(where)s") % words
    return _("dangerous ground, %(where)s: %(odds)s to lose a Wound") % words


def edge_risk(game: Game, state: BattleState, model_id: str, spot: Spot | None = None) -> str:
    """The risk at an open edge if the model is knocked down or stunned there, as text; "" away from edges. Rule:
    MV-SLIP-01"""
    body = body_of(game, state, model_id)
    if spot is not None:
        body = body._replace(x=spot.x, y=spot.y, z=spot.z)
    near = open_edges_near(game.table, body, SLIP_REACH)
    if not near:
        return ""
    drop = near[0].drop
    fall = odds_of_fall(game, state, model_id, drop, "slip")
    return _(
        "at a drop of %(inches).1f inches: if knocked down or stunned, Initiative test, %(odds)s, else a fall, "
        "out of action %(out)s"
    ) % {
        "inches": drop / 100,
        "odds": attack_odds.percent(attack_odds.of_test(game, state, model_id)),
        "out": attack_odds.percent(fall.out),
    }
