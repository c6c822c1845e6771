"""Charge routes on the board: the line, the band in which the charge may be intercepted, and a description. Where
measuring is allowed, a route is shown before the player declares the charge. Where players guess, only declared charges
are shown. Rules: MV-MEAS-01, MV-CHG-06, MV-INT-01, MV-INT-03"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from battles.board.previews import risks
from battles.board.svg.projection import number
from battles.engine.battle import Battle as EngineBattle
from battles.engine.commands import Segment
from battles.engine.state import CHARGED, FAILED_CHARGE
from battles.engine.steps.charge import interception, routes
from battles.engine.steps.movement.tracks import Track
from battles.engine.terrain.buildings import assaults
from mordheim_site.look.svg.elements import circle, group, joined, line_through, path

FRAMES = ("movement", "charge_move")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeLine:
    """One charge: its points in inches, starting at the charger, its description, and the possible interceptors."""

    who: str
    points: tuple[tuple[float, float], ...]
    spent: str
    """The length of the route as text; "" where it may not be shown."""
    checks: tuple[str, ...] = ()
    steppers: tuple[str, ...] = ()
    """Ids of enemies who may intercept."""
    says: str = ""


def line_of(
    engine: EngineBattle, model_id: str, targets: tuple[str, ...], path: tuple[Segment, ...]
) -> ChargeLine | None:
    """The route of a declared or possible charge; None when there is no known path."""
    game, state = engine.game, engine.state
    section = assaults.section_assaulted(game, state, targets)
    if section:
        track = assaults.route_to_wall(game, state, model_id, section, path)
    else:
        track = routes.route_to(game, state, model_id, targets, path)
    free = game.rules.measuring_is_free
    if track is None:
        if free:
            return None
        track = routes.bee_line(game, state, model_id, targets[0])
    steppers = (
        [] if section else [entry.who for entry in interception.interceptors(game, state, model_id, targets, track)]
    )
    budget = routes.charge_budget(game, state, model_id, track)
    words = {"spent": f"{track.cost / 100:.1f}", "all": f"{budget / 100:.1f}"}
    spent = _("The path uses %(spent)s of %(all)s inches.") % words if free else ""
    checks = risks.checks_on(engine, model_id, "charge", track) if free else ()
    return ChargeLine(
        who=model_id,
        points=_points(engine, model_id, track),
        spent=spent,
        checks=checks,
        steppers=tuple(steppers),
        says=" ".join(part for part in (spent, *checks_text(checks), _steppers_said(engine, steppers)) if part),
    )


def _points(engine: EngineBattle, model_id: str, track: Track) -> tuple[tuple[float, float], ...]:
    model = engine.state.models[model_id]
    return ((model.x / 100, model.y / 100), *((leg.x / 100, leg.y / 100) for leg in track.legs))


def checks_text(checks: tuple[str, ...]) -> tuple[str, ...]:
    """The tests on the path as one sentence, in a tuple; empty if there are none."""
    return (_("Tests on the path: %(checks)s.") % {"checks": "; ".join(checks)},) if checks else ()


def _steppers_said(engine: EngineBattle, steppers: list[str]) -> str:
    """Sentence about the possible interceptors, in the words of the ruleset. Rule: MV-INT-01"""
    names = ", ".join(engine.game.name(model_id) for model_id in steppers)
    if engine.game.rules.interception == "blocks":
        return ""
    if not steppers:
        return _("No enemy can intercept it.")
    if engine.game.rules.interception == "automatic":
        return _("Within 2 inches of the path, and fought first: %(names)s.") % {"names": names}
    return _("Within 2 inches of the path, and may intercept: %(names)s.") % {"names": names}


def preview(
    engine: EngineBattle, model_id: str, targets: tuple[str, ...], path: tuple[Segment, ...]
) -> ChargeLine | None:
    """The route of a possible charge; None if the ruleset makes players guess distances."""
    return line_of(engine, model_id, targets, path) if engine.game.rules.measuring_is_free else None


def declared(engine: EngineBattle) -> list[ChargeLine]:
    """The routes of all declared charges that have not been moved yet. All players see them."""
    found: list[ChargeLine] = []
    models = engine.state.models
    for frame in reversed(engine.state.flow):
        records = [frame.data] if frame.kind == "charge_move" else frame.data.get("declared", ())
        for record in records if frame.kind in FRAMES else ():
            model_id = record["who"]
            is_done = models[model_id].gone or models[model_id].flags & (CHARGED | FAILED_CHARGE)
            if record["status"] or is_done or any(line.who == model_id for line in found):
                continue
            targets = tuple(target for target in record["targets"] if not engine.state.models[target].gone)
            path = tuple((str(kind), x, y, z) for kind, x, y, z in record["path"])
            line = line_of(engine, model_id, targets, path) if targets else None
            if line is not None:
                found.append(line)
    return found


def lines_svg(engine: EngineBattle, lines: list[ChargeLine]) -> SafeString:
    """SVG of the bands, with the routes and their arrowheads above them and a ring around each possible interceptor."""
    return joined(_line_svg(engine, line) for line in lines)


def _line_svg(engine: EngineBattle, line: ChargeLine) -> SafeString:
    length = engine.game.table.length / 100
    radius = engine.game.fighters[line.who].radius / 100
    shape = line_through((x, length - y) for x, y in line.points)
    band = 2 * interception.ZONE / 100
    rings = joined(
        circle(
            (engine.state.models[model_id].x / 100, length - engine.state.models[model_id].y / 100),
            engine.game.fighters[model_id].radius / 100 + 0.2,
            class_="may-step-in",
        )
        for model_id in line.steppers
    )
    (ax, ay), (bx, by) = line.points[-2:] if len(line.points) > 1 else (line.points[0], line.points[0])
    far = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    head = line_through(
        (bx - 0.5 * (ux * c - uy * s), length - by + 0.5 * (uy * c + ux * s))
        for c, s in ((0.87, 0.5), (0, 0), (0.87, -0.5))
    )
    return group(
        path(shape, class_="charge-band", stroke_width=number(band)),
        path(shape, class_="charge-route"),
        path(head, class_="charge-head"),
        circle((bx, length - by), radius, class_="charge-end"),
        rings,
        class_="charge-line",
        data_who=line.who,
    )
