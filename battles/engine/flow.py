"""How a command is carried out: steps, frames and their context.

A step is an object registered under the `kind` of its frames. The engine runs the top frame's `enter` until a frame has
an owner and so waits for a command. A step changes the flow with `push`, `pop`, `replace` and `ask`, and the state with
`emit`, so that everything that happens is an event.

Frames hold only plain values, so a battle can be stored, copied or forked between any two commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from battles.engine.commands import Answer, Command
from battles.engine.dice import Dice
from battles.engine.errors import IllegalAction
from battles.engine.events import Event, Flagged, FlowSet, Modifier, Moved, Noted, Rolled, apply
from battles.engine.registry import Registry
from battles.engine.sentences import say
from battles.engine.state import BattleState, Frame, Miniature

if TYPE_CHECKING:
    from battles.engine.game import Game
    from battles.engine.profile import Fighter


MOVES_WITH_DISTANCE = frozenset({"walk", "run", "charge", "intercept"})
"""Manners of moving for which the battle log shows the distance."""
ON, OVER, AGAIN = 0, 1, 2
"""Results of a stage: continue with the next one, stop, or run the same stage again. See `go_through`."""


class Choice(NamedTuple):
    """One option of a decision."""

    key: str
    label: str
    """English with names filled in; pages translate by `code`."""
    code: str = ""
    data: Mapping[str, object] = {}


class Roll(NamedTuple):
    """The result of `Context.roll`."""

    faces: tuple[int, ...]
    total: int
    passed: bool


class Context:
    """What a step works with during one command: the game, a working state, dice, and the events so far."""

    __slots__ = ("answer", "dice", "events", "fighters", "game", "rules", "state")

    def __init__(self, game: Game, state: BattleState, dice: Dice) -> None:
        self.game = game
        self.rules = game.rules
        self.fighters = game.fighters
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.answer: str | None = None
        """The option just chosen, while the frame that asked for it runs; None otherwise."""

    # -- events
    # ---------------------------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Record an event and apply it to the working state."""
        if isinstance(event, Moved):
            event = self._measured(event)
        self.events.append(event)
        apply(self.state, event)

    def _measured(self, event: Moved) -> Moved:
        """The event with the distance moved, if it is a move that uses no allowance (an interception, a flight by
        magic).
        """
        if event.spent or not event.path or event.manner not in MOVES_WITH_DISTANCE:
            return event
        model, gone = self.state.models[event.who], 0.0
        x, y = model.x, model.y
        for _kind, to_x, to_y, _z in event.path:
            gone, x, y = gone + hypot(to_x - x, to_y - y), to_x, to_y
        return event._replace(spent=round(gone))

    def note(self, what: str, model_id: str = "", target: str = "", detail: str = "", rule: str = "") -> None:
        """Record a fact for the battle log."""
        self.events.append(Noted(what, model_id, target, detail, rule))

    def flag(self, model_id: str, on: int = 0, off: int = 0, why: str = "") -> None:
        """Set and clear flags, if that changes anything."""
        flags = self.state.models[model_id].flags
        if (flags | on) & ~off != flags:
            self.emit(Flagged(model_id, on & ~flags, off & flags, why))

    def model(self, model_id: str) -> Miniature:
        """The model's current record."""
        return self.state.models[model_id]

    def fighter(self, model_id: str) -> Fighter:
        """The fighter's immutable record."""
        return self.fighters[model_id]

    # -- dice
    # -----------------------------------------------------------------------------------------------------------------

    def roll(
        self,
        purpose: str,
        model_id: str,
        *,
        need: int = 0,
        mods: Sequence[Modifier] = (),
        against: str = "",
        rule: str = "",
        bands: Sequence[int] = (),
        about: str = "",
    ) -> Roll:
        """Roll one D6; passed when the face is `need` or more. The caller handles natural 1 and 6.

        `bands`, for a roll without a need: the faces at which the result changes, when only that matters.
        """
        face = self.dice.face(purpose)
        passed = need > 0 and face >= need
        self.emit(Rolled(purpose, model_id, (face,), need, passed if need else None, tuple(mods), against, rule, about))
        return Roll((face,), face, passed)

    def check(
        self,
        purpose: str,
        model_id: str,
        value: int,
        *,
        mods: Sequence[Modifier] = (),
        rule: str = "CHAR-TEST-01",
        about: str = "",
    ) -> Roll:
        """Take a characteristic test: one D6, passed if it is at most `value` and not a 6. Rule: CHAR-TEST-01"""
        face = self.dice.face(purpose)
        passed = face <= value and face != 6
        self.emit(Rolled(purpose, model_id, (face,), value, passed, tuple(mods), "", rule, about))
        return Roll((face,), face, passed)

    def sum_of(
        self,
        purpose: str,
        model_id: str,
        count: int = 2,
        *,
        at_most: int = -1,
        mods: Sequence[Modifier] = (),
        rule: str = "",
        about: str = "",
    ) -> Roll:
        """Roll several dice and add them. The roll passes when the total is at most `at_most` (no limit when
        negative).
        """
        faces = tuple(self.dice.face(purpose) for _ in range(count))
        total = sum(faces)
        passed = at_most < 0 or total <= at_most
        verdict = passed if at_most >= 0 else None
        self.emit(Rolled(purpose, model_id, faces, max(at_most, 0), verdict, tuple(mods), "", rule, about))
        return Roll(faces, total, passed)

    def go_through(self, stages: Sequence[Callable[[Any, Any], int]], subject: Any) -> None:
        """Run the stages in order on a subject, such as a group of attacks, until one returns OVER.

        A stage returns ON, OVER, or AGAIN when it has to run once more. To calculate exact odds, the stages run one at
        a time and equal outcomes are merged in between.
        """
        for stage in stages:
            answer = stage(self, subject)
            while answer == AGAIN:
                answer = stage(self, subject)
            if answer:
                return

    # -- flow
    # -----------------------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Frame:
        return self.state.flow[-1]

    def push(self, *frames: Frame) -> None:
        """Push frames on the stack; the last one given runs first."""
        self.state.flow = (*self.state.flow, *frames)

    def pop(self) -> Frame:
        """Remove the top frame when it is finished."""
        top = self.state.flow[-1]
        self.state.flow = self.state.flow[:-1]
        return top

    def replace(self, *, stage: str | None = None, owner: str | None = None, **data: Any) -> None:
        """Change the top frame's stage or owner and update its data with the given values."""
        top = self.state.flow[-1]
        self.state.flow = (
            *self.state.flow[:-1],
            Frame(
                top.kind,
                top.stage if stage is None else stage,
                {**top.data, **data} if data else top.data,
                top.owner if owner is None else owner,
            ),
        )

    def ask(self, side: str, prompt: str, choices: Iterable[Choice], *, default: str, **about: Any) -> None:
        """Push a decision: `side` must answer with one of the choices; `default` is the key used after a timeout.

        The frame below is entered again with `ctx.answer` set. `prompt` is a code ("parry", "intercept" ...), `about`
        plain values for the page. With `model_id`, the side that controls the model decides (`Game.side_of`).
        """
        model_id = about.get("who", "")
        if model_id in self.game.turned and model_id[0] == side:
            side = self.game.turned[model_id]
        rows = [[choice.key, choice.label, choice.code, choice.data] for choice in choices]
        self.push(Frame("decision", prompt, {"choices": rows, "silence": default, **about}, side))


class Step:
    """One kind of frame. Subclass it, set `kind` and register an instance with `register`."""

    kind = ""

    def enter(self, ctx: Context, frame: Frame) -> None:
        """Run without a command. Each call must change the flow: pop, push, replace with an owner, or ask."""
        raise AssertionError(f"{self.kind} has no automatic part")

    def owners(self, game: Game, state: BattleState, frame: Frame) -> tuple[str, ...]:
        """The sides that may give a command now."""
        return (frame.owner,)

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        """The commands that the side may give: all that can be listed; for moves a limited list of useful ones."""
        return []

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        """Raise IllegalAction unless the command is allowed."""
        raise IllegalAction("not_now", "This cannot be done now.")

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        """Carry out a command that `validate` accepted."""
        raise AssertionError(f"{self.kind} takes no commands")


class DecisionStep(Step):
    """The pending decision of one side."""

    kind = "decision"

    def legal(self, game: Game, state: BattleState, frame: Frame, side: str) -> list[Command]:
        return [Answer(row[0]) for row in frame.data["choices"]]

    def validate(self, game: Game, state: BattleState, frame: Frame, side: str, command: Command) -> None:
        if not isinstance(command, Answer):
            raise IllegalAction(
                "answer_first",
                say(
                    "{side} must make a decision first: {stage}.",
                    side=game.name(side),
                    stage=frame.stage.replace("_", " "),
                ),
            )
        if all(row[0] != command.option for row in frame.data["choices"]):
            raise IllegalAction("no_such_option", "This is not one of the options.")

    def decide(self, ctx: Context, frame: Frame, side: str, command: Command) -> None:
        assert isinstance(command, Answer)
        ctx.pop()
        ctx.answer = command.option


STEPS: Registry[Step] = Registry("step")


def register(step: Step) -> Step:
    """Register a step under its kind; called when its module is imported."""
    return STEPS.add(step.kind, step)


register(DecisionStep())

_ENDLESS = 5_000


def run(ctx: Context) -> None:
    """Run the flow until a side must give a command or the battle is over; then record the flow if it changed."""
    state = ctx.state
    for _ in range(_ENDLESS):
        if state.outcome is not None or not state.flow:
            return
        top = state.flow[-1]
        if top.owner:
            if top.kind != "decision" or not state.sides[top.owner].routed:
                return
            # A side that has left the table is not asked: the default answer applies.
            ctx.pop()
            ctx.answer = str(top.data["silence"])
            continue
        STEPS[top.kind].enter(ctx, top)
        ctx.answer = None
    raise RuntimeError(f"the flow never ends: {state.flow[-1].kind} {state.flow[-1].stage}")


def record_flow(ctx: Context, before: tuple[Frame, ...]) -> None:
    """Append the FlowSet event when the flow differs from what it was before the command."""
    if ctx.state.flow != before and ctx.state.outcome is None:
        ctx.events.append(FlowSet(ctx.state.flow))
