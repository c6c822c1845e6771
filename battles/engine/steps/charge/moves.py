"""The move of one charger: route, interception, tests, contact, or the advance of a failed charge.

The frame's data is the declared record (see `declarations`), with `asked` for the sides that were prompted for an
interception so far. Rules: MV-ORDER-02, MV-CHG-06 to MV-CHG-12, MV-CHG-16, MV-DIVE-01 to MV-DIVE-03, MV-INT-01 to
MV-INT-06, PSY-FEAR-01
"""

from __future__ import annotations

from battles.engine.events import Marked
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.hooks import listeners
from battles.engine.state import CHARGED, DIVED, FAILED_CHARGE, FLEEING, STANDING, Frame
from battles.engine.steps.charge import declarations, failed_charges, failure_notes, interception, routes
from battles.engine.steps.combat.striking import DIVE
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.movement.allowances import allowance_of
from battles.engine.steps.movement.execution import carry
from battles.engine.steps.movement.heights import leaping
from battles.engine.steps.movement.tracks import Track
from battles.engine.steps.nerve import fear, flight
from battles.engine.table.vectors import within
from battles.engine.terrain.buildings import assaults
from battles.engine.terrain.pieces import hills, idols, obstacles

DIVE_REACH = 200
"""Distance within which a diving charge can hit its target, in hundredths of an inch. Rule: MV-DIVE-01"""


class ChargeMoveStep(Step):
    """The step for the move of one charger.

    Stages: start, intercept (prompts the sides that may intercept), advance (prompts how far a failed charger moves).
    """

    kind = "charge_move"

    def enter(self, ctx: Context, frame: Frame) -> None:
        model_id = frame.data["who"]
        model = ctx.state.models[model_id]
        if frame.data["status"] == "void" or model.gone or model.posture != STANDING or model.flags & FLEEING:
            if frame.data["status"] == "void":
                failure_notes.note_status(ctx, model_id, frame.data["targets"][0], "void")
            ctx.pop()
            return
        if frame.stage == "advance":
            ctx.pop()
            route = self._route(ctx, frame, failing=True)
            failed_charges.advance(ctx, model_id, frame.data["targets"], route, int(ctx.answer or 0))
        elif frame.stage == "intercept":
            self._intercept(ctx, frame)
        else:
            self._start(ctx, frame)

    def _route(self, ctx: Context, frame: Frame, *, failing: bool = False) -> Track | None:
        path = [tuple(segment) for segment in frame.data["path"]]
        model_id, targets = frame.data["who"], frame.data["targets"]
        section = assaults.section_assaulted(ctx.game, ctx.state, targets)
        if section:
            return assaults.route_to_wall(ctx.game, ctx.state, model_id, section, path)
        if failing:
            return routes.failing_route(ctx.game, ctx.state, model_id, targets, path)
        reach = frame.data.get("reach")
        track = routes.route_to(ctx.game, ctx.state, model_id, targets, path, farthest=reach)
        if track is None and path and all(kind == "walk" for kind, *_ in path):
            # A model has moved into the planned path since the charge was declared.
            return routes.route_to(ctx.game, ctx.state, model_id, targets, farthest=reach)
        return track

    def _start(self, ctx: Context, frame: Frame) -> None:
        model_id, targets = frame.data["who"], frame.data["targets"]
        left = [target for target in targets if not ctx.state.models[target].gone]
        if not left:
            ctx.note("target_is_gone", model_id, targets[0], rule="MV-ORDER-02")
            ctx.flag(model_id, on=FAILED_CHARGE, why="target_gone")
            ctx.pop()
            return
        if left != targets:
            ctx.replace(targets=left)
            frame = ctx.top
        status = frame.data["status"]
        if status == "afraid" and ctx.rules.fear_failed_charge_stands:
            failure_notes.note_status(ctx, model_id, targets[0], status)
            ctx.flag(model_id, on=FAILED_CHARGE, why="afraid")
            ctx.pop()
            return
        route = self._route(ctx, frame)
        if status or not (
            self._is_in_reach(ctx, model_id, route)
            or self._is_urged_there(ctx, frame)
            or self._leaps_there(ctx, model_id, targets)
        ):
            if status:
                failure_notes.note_status(ctx, model_id, targets[0], status)
            else:
                path = [tuple(segment) for segment in frame.data["path"]]
                failure_notes.note_shortfall(ctx, model_id, targets, path, route, ctx.top.data.get("reach", 0))
            self._fail(ctx, frame)
            return
        ctx.replace(stage="intercept", asked=[], stepped=False)

    def _is_in_reach(self, ctx: Context, model_id: str, route: Track | None) -> bool:
        budget = routes.charge_budget(ctx.game, ctx.state, model_id, route)
        return route is not None and route.cost <= budget

    def _is_urged_there(self, ctx: Context, frame: Frame) -> bool:
        """Whether the idol's die makes the route short enough. Rule: TR-MON-IDOL-01"""
        model_id, targets = frame.data["who"], frame.data["targets"]
        path = [tuple(segment) for segment in frame.data["path"]]
        reach = idols.longer_reach(ctx, model_id, targets, path)
        if not reach:
            return False
        ctx.replace(reach=reach)
        route = routes.route_to(ctx.game, ctx.state, model_id, targets, path, farthest=reach)
        return route is not None and route.cost <= reach

    def _leaps_there(self, ctx: Context, model_id: str, targets: list[str]) -> bool:
        """Whether a leap, whose length a die decides, makes the route short enough. Rule: MV-CHG-12"""
        if not leaping.may_leap(ctx.game, ctx.state, model_id):
            return False
        budget = allowance_of(ctx.game, ctx.state, model_id).charge
        route = routes.route_to(ctx.game, ctx.state, model_id, targets, farthest=budget + leaping.FARTHEST)
        if route is None or route.cost > budget + leaping.FARTHEST:
            return False
        reach = budget + 100 * leaping.roll_leap(ctx, model_id)
        ctx.replace(reach=reach)
        return route.cost <= reach

    # -- failing -------------------------------------------------------------------------------------------------------

    def _fail(self, ctx: Context, frame: Frame) -> None:
        model_id, targets = frame.data["who"], frame.data["targets"]
        route = self._route(ctx, frame, failing=True)
        if ctx.rules.failed_charge_advance:
            choices = failed_charges.distances(ctx.game, ctx.state, model_id, targets, route)
            ctx.replace(stage="advance")
            options = [Choice(str(far), _in_words(far), "advance", {"length": far}) for far in choices]
            ctx.ask(model_id[0], "failed_charge", options, default=options[-1].key, who=model_id, rule="MV-CHG-08")
            return
        stretch = failed_charges.full_advance(ctx.game, ctx.state, model_id, route)
        if stretch is not None and ctx.rules.interception == "automatic":
            ctx.replace(stage="intercept", asked=[], stepped=False, failing=True)
            return
        ctx.pop()
        failed_charges.carry_out(ctx, model_id, stretch)

    # -- interception --------------------------------------------------------------------------------------------------

    def _intercept(self, ctx: Context, frame: Frame) -> None:
        model_id, targets = frame.data["who"], frame.data["targets"]
        failing = bool(frame.data.get("failing"))
        route = self._route(ctx, frame, failing=failing)
        if failing:
            route = failed_charges.full_advance(ctx.game, ctx.state, model_id, route)
        assert route is not None
        if ctx.answer is not None and ctx.answer != "none":
            ctx.pop()
            self._step_in(ctx, ctx.answer, model_id, targets, route, failing)
            return
        mode = ctx.rules.interception
        able = [] if mode == "blocks" else interception.interceptors(ctx.game, ctx.state, model_id, targets, route)
        questions: list[str] = frame.data["asked"]
        if mode == "automatic":
            forced = [entry for entry in able if not entry.hidden]
            first = forced[0].crossing.arc if forced else float("inf")
            earlier = [
                entry for entry in able if entry.hidden and entry.who not in questions and entry.crossing.arc <= first
            ]
            if earlier:
                ctx.replace(asked=[*questions, earlier[0].who])
                self._ask(ctx, earlier[0].who[0], model_id, earlier[:1])
                return
            tied = [entry for entry in forced if entry.crossing.arc == forced[0].crossing.arc]
            if len(tied) > 1:
                self._ask(ctx, tied[0].who[0], model_id, tied, may_decline=False)
                return
            if forced:
                ctx.pop()
                self._step_in(ctx, forced[0].who, model_id, targets, route, failing)
                return
        else:
            for side in ctx.state.order:
                mine = [entry for entry in able if entry.who[0] == side]
                if mine and side not in questions:
                    ctx.replace(asked=[*questions, side])
                    self._ask(ctx, side, model_id, mine)
                    return
        ctx.pop()
        self._go(ctx, model_id, targets, route, failing)

    def _ask(
        self, ctx: Context, side: str, charger: str, able: list[interception.Interceptor], *, may_decline: bool = True
    ) -> None:
        name = ctx.game.name(charger)
        options = [Choice(entry.who, f"{ctx.game.name(entry.who)} intercepts {name}", "intercept") for entry in able]
        if may_decline:
            options.insert(0, Choice("none", f"Let {name} pass", "let_pass"))
        ctx.ask(side, "intercept", options, default=options[0].key, charger=charger, rule="MV-INT-01")

    def _step_in(
        self, ctx: Context, interceptor: str, model_id: str, targets: list[str], route: Track, failing: bool
    ) -> None:
        shortened = interception.step_in(ctx, interceptor, model_id, route)
        if shortened is None:
            self._go(ctx, model_id, targets, route, failing)
        else:
            self._arrive(ctx, model_id, [interceptor], shortened, intercepted=True)

    # -- the move ------------------------------------------------------------------------------------------------------

    def _go(self, ctx: Context, model_id: str, targets: list[str], route: Track, failing: bool) -> None:
        if failing:
            failed_charges.carry_out(ctx, model_id, route)
        else:
            self._arrive(ctx, model_id, targets, route)

    def _arrive(
        self, ctx: Context, model_id: str, targets: list[str], route: Track, *, intercepted: bool = False
    ) -> None:
        section = assaults.section_assaulted(ctx.game, ctx.state, targets)
        if section:
            if carry(ctx, model_id, "charge", route) and not ctx.state.models[model_id].gone:
                assault(ctx, model_id, section)
            return
        dive = _dive_of(ctx, model_id, targets, route)
        if not (carry(ctx, model_id, "charge", route) and obstacles.reaches_over(ctx, model_id, targets[0])):
            if not ctx.state.models[model_id].gone:
                ctx.note("charge_stopped", model_id, targets[0], rule="MV-CHG-12")
                ctx.flag(model_id, on=FAILED_CHARGE, why="stopped")
                contact.engage_all(ctx, model_id)
            return
        if ctx.state.models[model_id].gone:
            return
        ctx.flag(model_id, on=CHARGED | (DIVED if dive else 0), why="charge")
        hills.remember_uphill(ctx, model_id, targets, route)
        if dive:
            ctx.emit(Marked(DIVE + model_id, [targets[0], dive]))
        meet(ctx, model_id, targets, intercepted=intercepted)


def _dive_of(ctx: Context, model_id: str, targets: list[str], route: Track) -> int:
    """Height of a diving charge, 0 for an ordinary one. Rules: MV-DIVE-01, MV-DIVE-02"""
    body = body_of(ctx.game, ctx.state, model_id)
    for leg in route.legs:
        if leg.kind == "down" and -leg.rise >= declarations.DIVE_FROM:
            landed = body.at(leg.x, leg.y, leg.z)
            if within(landed, body_of(ctx.game, ctx.state, targets[0]), DIVE_REACH):
                return -leg.rise
    return 0


def assault(ctx: Context, model_id: str, section: str) -> None:
    """Reach the wall of a garrisoned building: the sides are engaged, and fear is tested.

    Rules: TR-BLDG-ASSAULT-02, TR-BLDG-ASSAULT-03
    """
    assaults.join(ctx, model_id, section)
    for target in ctx.state.models[model_id].engaged:
        fear.faces_charge(ctx, target, model_id)


def meet(ctx: Context, model_id: str, targets: list[str], *, intercepted: bool = False) -> None:
    """Make contact: fleeing models flee on, the others are engaged; then models charged by an enemy who causes fear
    take a test.

    Rules: MV-CHG-10, MV-CHG-16, PSY-FEAR-01, PSY-FLEE-02
    """
    for target in targets:
        if ctx.state.models[target].flags & FLEEING and not ctx.state.models[target].gone:
            ctx.note("runs_on", target, model_id, rule="MV-CHG-16")
            flight.run_away(ctx, target, 2, None, "charged")
    touched = contact.engage_all(ctx, model_id)
    for target in touched:
        assaults.abandon(ctx, target, model_id)
    for target in touched:
        if not intercepted:
            fear.faces_charge(ctx, target, model_id)
        elif target in targets:
            fear.faces_charge(ctx, model_id, target)
    for target in touched:
        obstacles.charge_over_obstacle(ctx, model_id, target)
        for function, parameters in listeners(
            ctx.fighters[model_id].hooks, ctx.state.models[model_id].effects, "charge"
        ):
            function(ctx, model_id, target, **parameters)


register(ChargeMoveStep())


def _in_words(far: int) -> str:
    """A distance in hundredths of an inch, as an option's label."""
    if not far:
        return "not at all"
    return "1 inch" if far == 100 else f"{far / 100:g} inches"
