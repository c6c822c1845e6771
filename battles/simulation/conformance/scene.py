"""One case on the engine: the table is set up, and the steps run on one state with one series of scripted dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from battles.engine.battle import Battle
from battles.engine.commands import Answer, Command
from battles.engine.errors import IllegalAction
from battles.engine.events import Event
from battles.engine.flow import Context, record_flow, run
from battles.engine.game import Game, Side
from battles.engine.rulesets.compile import rules_for
from battles.engine.state import ACROSS, BattleState, Effect, Frame
from battles.engine.steps.combat.striking import DIVE
from battles.engine.steps.harm.attacks import Attack, Group
from battles.engine.steps.turn.turn import open_phase
from battles.engine.table.table import Table
from battles.engine.terrain import auras
from battles.engine.terrain.buildings.garrisons import GARRISON, inside_spot
from battles.engine.terrain.classes import classed
from battles.engine.terrain.setup_changes import present
from battles.simulation.conformance.arena import Arena, script
from battles.simulation.conformance.case import Case, profile_of
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.gear import ARMOUR, MOUNTS, WEAPONS
from battles.simulation.conformance.terrain import table_of
from battles.simulation.conformance.values import Fields

CARRIED_OVER = (
    "shield", "buckler", "helmet", "keywords", "hates", "tags", "spells", "role", "kind", "size", "radius", "height",
)  # fmt: skip
"""Fields of a model that have the same name in the engine's fighter."""
Answered = TypeVar("Answered")


def traits(entries: list[Value]) -> list[Value]:
    """Skills of a case (a name, or a name with parameters) as rows for the engine's traits."""
    rows: list[Value] = []
    for entry in entries:
        if isinstance(entry, dict):
            rows.extend([code, parameters or {}] for code, parameters in entry.items())
        else:
            rows.append([str(entry), {}])
    return rows


def weapon_data(fields: Fields, entry: Value) -> dict[str, Value]:
    """Plain data of the engine for a weapon: by name, as `{name: changes}`, or as a complete weapon. `fields` names the
    model in errors."""
    if isinstance(entry, str):
        return WEAPONS[entry]
    if not isinstance(entry, dict):
        fields.fail("weapons", f"{entry!r} is not a weapon.")
    row = entry
    if len(entry) == 1:
        name, changes = next(iter(entry.items()))
        if name in WEAPONS and isinstance(changes, dict):
            row = {**WEAPONS[name], **changes}
    written = row.get("traits")
    weapon_traits = traits_of_weapon(written if isinstance(written, list) else [])
    return {"name": row.get("code", "weapon"), **row, "traits": weapon_traits}


def traits_of_weapon(entries: list[Value]) -> list[Value]:
    """Traits of a weapon as rows for the engine; rows that are already in that form stay unchanged."""
    return [entry if isinstance(entry, list) else traits([entry])[0] for entry in entries]


def _effects(fields: Fields) -> list[Effect]:
    return [Effect(code, fields.number(code, 0)) for code in fields]


class Scene:
    """The battle in which the steps of a case run. Cases use names of models, the engine uses ids."""

    def __init__(self, case: Case, ruleset: str) -> None:
        self.case = case
        table = None
        if case.table:
            table = Table.from_data(classed(table_of(case.table), rules_for(ruleset, case.options)))
        allies: dict[str, tuple[str, ...]] = {}
        for group in case.allies:
            for side in group:
                allies[side] = tuple(other for other in group if other != side)
        self.arena = Arena(ruleset, table=table, options=case.options, allies=dict(allies))
        scenario: Any = dict(case.scenario)
        self.arena.scenario = scenario
        self.ids: dict[str, str] = {}
        for name, fields in case.models.items():
            self._place(name, fields)
        for entry in case.engaged:
            self._engage(entry)
        self.arena.marks.update(case.marks)
        self.names = {model_id: name for name, model_id in self.ids.items()}
        self.dice = script(case.dice)
        self.game: Game = self._game()
        self.state: BattleState = self.arena.position(case.phase, case.side)
        self.state.turn_number = case.number
        self._begin()
        self.start = self.state.fork()
        self.battle: Battle | None = None
        self.events: list[Event] = []
        self.groups: list[Group] = []
        self.attack: Attack | None = None
        self.found: dict[str, object] = {}
        """Results by the names of docs/reference/conformance.md."""
        self.subject = case.subject
        self.refusal_changed_something = False

    def _place(self, name: str, fields: Fields) -> None:
        about: dict[str, Value] = {**profile_of(fields.text("profile", ""))}
        about |= {part: fields.value(part) for part in CARRIED_OVER if part in fields}
        armour, mount = fields.value("armour"), fields.value("mount")
        if armour is not None:
            about["armour"] = ARMOUR[armour] if isinstance(armour, str) else armour
        if mount is not None:
            about["mount"] = MOUNTS[mount] if isinstance(mount, str) else mount
        if "skills" in fields:
            about["skills"] = traits(fields.entries("skills"))
        about["is_leader"] = fields.flag("leader")
        weapons = [weapon_data(fields, entry) for entry in fields.entries("weapons")]
        model_id = self.arena.add(
            fields.text("side", "a"), at=self._spot(name, fields), posture=fields.text("posture", "standing"),
            flags=fields.names("flags"), wounds=fields.number_or_none("wounds"), facing=fields.number("facing", 0),
            effects=_effects(fields.sub("effects")),
            weapons=weapons if "weapons" in fields else None, **about,
        )  # fmt: skip
        self.ids[name] = model_id
        model = self.arena.models[model_id]
        if "gone" in fields:
            gone = fields.text("gone")
            model = model._replace(gone=gone, posture=3 if gone == "out" else 0)
        if "in_hand" in fields:
            model = model._replace(loadout=fields.numbers("in_hand"))
        self.arena.models[model_id] = model
        if "dived" in fields:
            dive = fields.sub("dived")
            self.arena.marks[DIVE + model_id] = [dive.text("onto"), round(dive.measure("inches") * 100)]

    def _spot(self, name: str, fields: Fields) -> tuple[float, ...] | None:
        """The position of a model: given, or at a distance in inches from the base of another, or the next in a row;
        None if it is not on the table."""
        if "at" in fields:
            x, *rest = fields.measures("at")
            number = sum(1 for other in self.ids if self.case.models[other] is fields)
            return (x + 1.5 * number, *rest)
        if "away" in fields:
            away = fields.sub("away")
            other = self.ids[away.text("from")]
            mine = self.arena.models[other]
            radius = {"cavalry": 75, "monstrous_infantry": 75, "monstrous_cavalry": 100, "monster": 100,
                      "ridden_monster": 150, "chariot": 150, "swarm": 75}.get(fields.text("kind", ""), 50)  # fmt: skip
            radius = fields.number("radius", 75 if "mount" in fields and radius == 50 else radius)
            gap = away.measure("inches") + (self.arena.fighters[other].radius + radius) / 100
            lane = away.measure("lane", 0)
            return (mine.x / 100 + (gap**2 - lane**2) ** 0.5, mine.y / 100 + lane, *away.measures("height"))
        if fields.number("count", 1) > 1:
            number = sum(1 for other in self.ids if self.case.models[other] is fields)
            row = {"a": 40, "b": 44}.get(fields.text("side", "a"), 36)
            return (2 + 1.5 * number, row)
        return None

    def _engage(self, entry: Fields) -> None:
        model_id, *others = (self.ids[name] for name in entry.names("models"))
        first = entry.flag("first_round", True)
        self.arena.engage(model_id, *others, first_round=first)
        for name in entry.names("charged"):
            self.arena.engage(self.ids[name], charged=True, first_round=first)
        if entry.flag("across"):
            for engaged in (model_id, *others):
                model = self.arena.models[engaged]
                self.arena.models[engaged] = model._replace(flags=model.flags | ACROSS)

    def _game(self) -> Game:
        for key, mark in tuple(self.arena.marks.items()):
            if key.startswith(DIVE) and isinstance(mark, list) and mark[0] in self.ids:
                self.arena.marks[key] = [self.ids[str(mark[0])], mark[1]]
        game = self.arena.game()
        self._house(game)
        for letter, about in self.case.sides.items():
            old = game.sides[letter]
            game.sides[letter] = Side(
                old.id, about.text("name", old.name), old.allies, about.text("alignment", ""),
                frozenset(about.names("tags")), neutral=about.flag("neutral"),
            )  # fmt: skip
        return game

    def _house(self, game: Game) -> None:
        """Put models inside garrison buildings: `inside: [number of the piece, floor]`."""
        state = self.arena.position()
        for name, fields in self.case.models.items():
            if "inside" not in fields or name not in self.ids:
                continue
            number, *floor = fields.numbers("inside")
            piece, model_id, level = game.table.pieces[number - 1], self.ids[name], floor[0] if floor else 1
            x, y, z = inside_spot(game, state, piece, level, game.fighters[model_id].radius)
            self.arena.models[model_id] = state.models[model_id] = self.arena.models[model_id]._replace(x=x, y=y, z=z)
            inside = {**(state.marks.get(GARRISON) or {}), model_id: [piece.id, level]}
            state.marks[GARRISON] = self.arena.marks[GARRISON] = inside

    def _begin(self) -> None:
        """Begin the phase of the case as in a turn, including its choices and the panic tests at its end."""
        ctx = Context(self.game, self.state, self.dice)
        auras.begin_turn(ctx)
        self.state.flow = self.state.flow[:-1]
        open_phase(ctx, self.case.phase, self.case.side)

    # -- names --------------------------------------------------------------------------------------------------------

    def id(self, name: str) -> str:
        """The engine's id of a model or side; other texts are returned unchanged."""
        return self.ids.get(name, name)

    def name(self, model_id: str) -> str:
        """The name of a model in the case; other texts are returned unchanged."""
        return self.names.get(model_id, model_id)

    def named(self, value: object) -> object:
        """A value of the engine with ids replaced by the names in the case and tuples by lists."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, list | tuple | set | frozenset):
            return [self.named(entry) for entry in value]
        return value

    # -- play ---------------------------------------------------------------------------------------------------------

    def context(self) -> Context:
        """A context on the current state. Return it with `keep`."""
        if self.battle is not None:
            self.state = self.battle.state
        self.game = present(self.game, self.state)
        return Context(self.game, self.state, self.dice)

    def keep(self, ctx: Context, *groups: Group | None) -> None:
        """Store the events and changes of a context."""
        self.events.extend(ctx.events)
        self.game = present(self.game, self.state)
        for group in groups:
            if group is not None:
                self.groups.append(group)
                self.subject = self.case.subject or self.names.get(group.whom, "")

    def direct(self, function: Callable[[Context], Answered]) -> Answered:
        """Call a function of the rules with a context and store its events. Groups of attacks that it returns are
        stored too."""
        ctx = self.context()
        answer = function(ctx)
        self.keep(ctx, *([answer] if isinstance(answer, Group) else []))
        return answer

    def steps_until_idle(self, *frames: Frame) -> None:
        """Push frames on the flow and run them until a side has to give a command; the rest of the flow waits."""

        def play(ctx: Context) -> None:
            below = ctx.state.flow
            ctx.state.flow = frames
            run(ctx)
            self.found["pending"] = ctx.state.flow[-1].stage if ctx.state.flow else ""
            ctx.state.flow = below

        self.direct(play)

    def playing(self) -> Battle:
        """The battle. If the case has not started it yet, it runs to the first command."""
        if self.battle is None:
            self.battle = Battle(self.game, self.state, self.dice)
            ctx = Context(self.game, self.state, self.dice)
            before = self.state.flow
            run(ctx)
            record_flow(ctx, before)
            self.battle.log.extend(ctx.events)
            self.events.extend(ctx.events)
        return self.battle

    def command(self, side: str, command: Command) -> None:
        """Play one command of a side."""
        battle = self.playing()
        before = battle.state.digest()
        try:
            self.events.extend(battle.play(side, command))
        except IllegalAction:
            self.refusal_changed_something = battle.state.digest() != before
            raise
        self.state = battle.state
        self.game = battle.game

    def answer_all(self, answers: Fields) -> None:
        """Answer pending decisions by prompt as given in the case, or by default."""
        battle = self.playing()
        while battle.outcome is None and battle.state.flow and battle.state.flow[-1].kind == "decision":
            frame = battle.state.flow[-1]
            wanted = answers.value(frame.stage)
            option = frame.data["silence"]
            if wanted is not None:
                option = ",".join(self.id(part) for part in str(wanted).split(","))
            self.command(frame.owner, Answer(option))

    def hold_ground(self) -> None:
        """Answer for charged models that they stay where they are."""
        battle = self.battle
        while battle is not None and battle.state.flow and battle.state.flow[-1].stage == "react":
            self.command(battle.state.flow[-1].owner, Answer("hold"))
