"""Results of an assault: tests of the garrison, the step back, going in, sallies and renewed assaults.

Rules: TR-BLDG-RESULT-01, TR-BLDG-SALLY-01
"""

from __future__ import annotations

from math import hypot

from battles.engine.events import Marked
from battles.engine.flow import Choice, Context, Step, register
from battles.engine.state import FLEEING, FRENZIED, STANDING, Frame
from battles.engine.steps.models import contact
from battles.engine.steps.models.bodies import body_of
from battles.engine.steps.nerve.leaders import take_test
from battles.engine.terrain.buildings import assaults, entering
from battles.engine.terrain.buildings.garrisons import gap_to, occupants
from battles.engine.terrain.buildings.stepping_back import step_back

AT_THE_DOOR = 105
"""Maximum distance from the wall of a model in front of a section, in hundredths of an inch. Rule: TR-BLDG-SALLY-01"""
RULE = "TR-BLDG-RESULT-01"
SALLY = "TR-BLDG-SALLY-01"


def begin(ctx: Context) -> None:
    """Push the results of the assaults fought in this combat phase."""
    for key in sorted(ctx.state.marks):
        if key.startswith(assaults.ASSAULT):
            ctx.push(Frame("assault_result", "tests", {"key": key}))


class ResultStep(Step):
    """Stages: tests, entering (prompts attackers whether to go in). Data: `key`, the key of the mark; `queue`, the
    models that may go in.
    """

    kind = "assault_result"

    def enter(self, ctx: Context, frame: Frame) -> None:
        key = frame.data["key"]
        section = key.removeprefix(assaults.ASSAULT)
        if frame.stage == "tests":
            self._tests(ctx, key, section)
            return
        queue: list[str] = frame.data["queue"]
        if ctx.answer is not None:
            model_id, *queue = queue
            ctx.replace(queue=queue)
            if ctx.answer == "enter":
                entering.enter(ctx, model_id, ctx.game.table.piece(section))
            else:
                step_back(ctx, model_id, section)
            return
        if not queue:
            ctx.pop()
            return
        name, building = ctx.game.name(queue[0]), ctx.game.table.piece(section).name
        options = [
            Choice("back", f"{name} steps back from {building}", "step_back"),
            Choice("enter", f"{name} goes into {building}", "enter"),
        ]
        ctx.ask(queue[0][0], "take_building", options, default="back", who=queue[0], piece=section, rule=RULE)

    def _tests(self, ctx: Context, key: str, section: str) -> None:
        mark = ctx.state.marks[key]
        ctx.emit(Marked(key, None))
        attackers = [model_id for model_id in mark["attackers"] if not ctx.state.models[model_id].gone]
        defenders = [model_id for model_id in mark["defenders"] if not ctx.state.models[model_id].gone]
        dealt = mark["dealt"]
        won = dealt.get(mark["side"], 0)
        lost = sum(wounds for side, wounds in dealt.items() if side != mark["side"])
        _part(ctx, attackers, defenders)
        if assaults.REPELLED + section in ctx.state.marks:
            ctx.emit(Marked(assaults.REPELLED + section, None))
        if mark["sally"]:
            ctx.pop()
            if lost > won:
                _test_outsiders(ctx, attackers, lost - won)
            return
        if won > lost and attackers:
            _test_occupants(ctx, attackers, section)
        able = [
            model_id
            for model_id in attackers
            if entering.may_be_inside(ctx.game, model_id) and ctx.state.models[model_id].posture == STANDING
        ]
        if attackers and not occupants(ctx.state, section):
            for model_id in attackers:
                if model_id not in able:
                    step_back(ctx, model_id, section)
            ctx.replace(stage="entering", queue=able)
            return
        for model_id in attackers:
            step_back(ctx, model_id, section)
        if attackers:
            about = {"side": mark["side"], "attackers": attackers, "turn": ctx.state.turn_number}
            ctx.emit(Marked(assaults.REPELLED + section, about))
        ctx.pop()


def _part(ctx: Context, attackers: list[str], defenders: list[str]) -> None:
    for model_id in attackers:
        for other in ctx.state.models[model_id].engaged:
            if other in defenders:
                contact.separate(ctx, model_id, other)


def _middle(ctx: Context, models: list[str]) -> tuple[float, float]:
    rows = [ctx.state.models[model_id] for model_id in models]
    return sum(row.x for row in rows) / len(rows), sum(row.y for row in rows) / len(rows)


def _test_occupants(ctx: Context, attackers: list[str], section: str) -> None:
    """Test each standing occupant at its own unmodified Leadership; those who fail are placed outside and flee."""
    away = _middle(ctx, attackers)
    for model_id in occupants(ctx.state, section):
        model = ctx.state.models[model_id]
        if model.posture != STANDING:
            continue
        value = ctx.fighters[model_id].profile.leadership
        if not ctx.sum_of("ld", model_id, 2, at_most=value, rule=RULE).passed:
            flee_from(ctx, model_id, away)


def flee_from(ctx: Context, model_id: str, away: tuple[float, float] | None) -> None:
    """Leave the building and flee, as in a first flight (MV-FLEE-01)."""
    from battles.engine.steps.nerve import flight

    entering.put_out(ctx, model_id, away)
    ctx.flag(model_id, on=FLEEING, off=FRENZIED if ctx.rules.frenzy_ends_when_fleeing else 0, why="assault")
    goal = None
    model = ctx.state.models[model_id]
    if ctx.rules.first_flight == "away" and away is not None:
        dx, dy = model.x - away[0], model.y - away[1]
        length = hypot(dx, dy)
        goal = flight.ray_to_rim(ctx.game, model.x, model.y, dx / length, dy / length) if length else None
    flight.run_away(ctx, model_id, flight.dice_of_flight(ctx.game, ctx.state, model_id, "assault"), goal, "assault")


def _test_outsiders(ctx: Context, outsiders: list[str], difference: int) -> None:
    """Test attackers who lost in front of the building at their Leadership minus the difference; those who fail
    flee.
    """
    from battles.engine.steps.combat.breaking import take_flight

    for model_id in outsiders:
        model = ctx.state.models[model_id]
        if model.gone or model.posture != STANDING:
            continue
        need = max(0, ctx.fighters[model_id].profile.leadership - difference)
        if not ctx.sum_of("ld", model_id, 2, at_most=need, rule=SALLY).passed:
            take_flight(ctx, model_id, "assault")


register(ResultStep())


# -- the turn after ----------------------------------------------------------------------------------------------------


def at_the_door(ctx: Context, section: str) -> list[str]:
    """Models whose last assault failed and that are still in front of the section."""
    mark = ctx.state.marks.get(assaults.REPELLED + section)
    if not mark:
        return []
    piece = ctx.game.table.piece(section)
    return [
        model_id
        for model_id in mark["attackers"]
        if not ctx.state.models[model_id].gone
        and ctx.state.models[model_id].posture == STANDING
        and not ctx.state.models[model_id].engaged
        and not ctx.state.models[model_id].flags & FLEEING
        and gap_to(piece, body_of(ctx.game, ctx.state, model_id)) <= AT_THE_DOOR
    ]


class DoorStep(Step):
    """At the start of the garrison's own movement, repelled models may renew the assault; otherwise the garrison may
    sally.

    Stages: renew, sally. Data: `queue`, the sections; `asked`. Rule: TR-BLDG-SALLY-01
    """

    kind = "garrison_door"

    def enter(self, ctx: Context, frame: Frame) -> None:
        queue: list[str] = frame.data["queue"]
        if not queue:
            ctx.pop()
            return
        section = queue[0]
        outside = at_the_door(ctx, section)
        inside = [
            model_id for model_id in occupants(ctx.state, section) if ctx.state.models[model_id].posture == STANDING
        ]
        if not outside or not inside:
            self._done(ctx, queue)
        elif frame.stage == "renew":
            self._renew(ctx, section, outside, queue)
        else:
            self._sally(ctx, frame, section, outside, inside, queue)

    def _done(self, ctx: Context, queue: list[str]) -> None:
        ctx.emit(Marked(assaults.REPELLED + queue[0], None))
        ctx.replace(stage="renew", queue=queue[1:])

    def _renew(self, ctx: Context, section: str, outside: list[str], queue: list[str]) -> None:
        if ctx.answer is None:
            building = ctx.game.table.piece(section).name
            options = [
                Choice("no", f"Leave {building} alone", "leave_alone"),
                Choice("yes", f"Assault {building} again", "renew_assault"),
            ]
            ctx.ask(outside[0][0], "renew_assault", options, default="no", piece=section, rule=RULE)
            return
        if ctx.answer == "yes":
            for model_id in outside:
                assaults.join(ctx, model_id, section)
            self._done(ctx, queue)
            return
        ctx.replace(stage="sally")

    def _sally(
        self, ctx: Context, frame: Frame, section: str, outside: list[str], inside: list[str], queue: list[str]
    ) -> None:
        if ctx.answer is None:
            building = ctx.game.table.piece(section).name
            options = [
                Choice("no", f"Stay inside {building}", "stay_inside"),
                Choice("yes", f"Sally out of {building}", "sally"),
            ]
            ctx.ask(inside[0][0], "sally", options, default="no", piece=section, rule=SALLY)
            return
        wild = [model_id for model_id in inside if ctx.state.models[model_id].flags & FRENZIED]
        sallies = ctx.answer == "yes" or not all(holds_back(ctx, model_id) for model_id in wild)
        if sallies:
            sally(ctx, section, outside, inside)
        self._done(ctx, queue)


def holds_back(ctx: Context, model_id: str) -> bool:
    """Test whether a frenzied occupant stays inside. Rule: TR-BLDG-SALLY-01"""
    return take_test(ctx, model_id, "sally", SALLY)


def sally(ctx: Context, section: str, outside: list[str], inside: list[str]) -> None:
    """The garrison fights the models in front of the building, with the roles reversed."""
    mark = {
        "side": outside[0][0], "attackers": outside, "defenders": inside[: assaults.PARTY], "dealt": {}, "picks": {},
        "sally": True,
    }  # fmt: skip
    ctx.emit(Marked(assaults.ASSAULT + section, mark))
    ctx.note("sallies_out", inside[0], outside[0], rule=SALLY)
    for model_id in outside[: assaults.PARTY]:
        for other in inside[: assaults.PARTY]:
            assaults.fight(ctx, model_id, other, fresh=False)


register(DoorStep())


def doors_of(ctx: Context) -> list[str]:
    """Sections of the active side that may have repelled models of another side in front of them."""
    found = []
    for key in sorted(ctx.state.marks):
        if key.startswith(assaults.REPELLED):
            section = key.removeprefix(assaults.REPELLED)
            if any(model_id[0] == ctx.state.active for model_id in occupants(ctx.state, section)):
                found.append(section)
    return found
