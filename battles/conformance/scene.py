"""One case on the engine: the table set up, steps played on one state with one row of scripted dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battles.conformance.arena import Arena, script
from battles.conformance.case import Case, profile_of
from battles.conformance.gear import ARMOUR, MOUNTS, WEAPONS
from battles.conformance.terrain import table_of
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


def traits(raw: list[Any]) -> list[Any]:
    """Skills as a case writes them (a name, or a name with parameters) as the engine's trait rows."""
    rows: list[Any] = []
    for entry in raw:
        if isinstance(entry, dict):
            rows.extend([code, dict(parameters or {})] for code, parameters in entry.items())
        else:
            rows.append([str(entry), {}])
    return rows


def weapon_data(raw: Any) -> dict[str, Any]:
    """A weapon by name, or `{name: changes}`, or a whole weapon, as plain data of the engine."""
    if isinstance(raw, str):
        return WEAPONS[raw]
    if len(raw) == 1 and next(iter(raw)) in WEAPONS:
        name, changes = next(iter(raw.items()))
        raw = {**WEAPONS[name], **changes}
    return {"name": raw.get("code", "weapon"), **raw, "traits": traits_of_weapon(raw.get("traits", []))}


def traits_of_weapon(raw: list[Any]) -> list[Any]:
    """Weapon traits; rows that are engine data already stay as they are."""
    return [entry if isinstance(entry, list) else traits([entry])[0] for entry in raw]


class Scene:
    """Where the steps of a case happen. Models go by their names outside and by ids inside."""

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
        self.arena.scenario = dict(case.scenario)
        self.ids: dict[str, str] = {}
        for name, fields in case.models.items():
            self._place(name, fields)
        for entry in case.engaged:
            self._engage(entry)
        self.arena.marks.update(case.marks)
        self.names = {who: name for name, who in self.ids.items()}
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
        self.found: dict[str, Any] = {}
        self.subject = case.subject
        self.refusal_changed_something = False

    def _place(self, name: str, fields: dict[str, Any]) -> None:
        about: dict[str, Any] = profile_of(fields.get("profile", ""))
        side = fields.get("side", "a")
        for part in (
            "shield", "buckler", "helmet", "keywords", "hates", "tags", "spells", "role", "kind", "size", "posture",
            "flags", "wounds", "facing", "radius", "height",
        ):  # fmt: skip
            if part in fields:
                about[part] = fields[part]
        if "weapons" in fields:
            about["weapons"] = [weapon_data(entry) for entry in fields["weapons"]]
        if "armour" in fields:
            about["armour"] = ARMOUR[fields["armour"]] if isinstance(fields["armour"], str) else fields["armour"]
        if "mount" in fields:
            about["mount"] = MOUNTS[fields["mount"]] if isinstance(fields["mount"], str) else fields["mount"]
        if "skills" in fields:
            about["skills"] = traits(fields["skills"])
        about["is_leader"] = fields.get("leader", False)
        about["effects"] = tuple(Effect(code, value or 0) for code, value in fields.get("effects", {}).items())
        who = self.arena.add(side, at=self._spot(name, fields), **about)
        self.ids[name] = who
        changes: dict[str, Any] = {}
        if "gone" in fields:
            changes = {"gone": fields["gone"], "posture": 3 if fields["gone"] == "out" else 0}
        if "in_hand" in fields:
            changes["loadout"] = tuple(fields["in_hand"])
        self.arena.models[who] = self.arena.models[who]._replace(**changes)
        if "dived" in fields:
            dive = fields["dived"]
            self.arena.marks[DIVE + who] = [dive["onto"], round(dive["inches"] * 100)]

    def _spot(self, name: str, fields: dict[str, Any]) -> tuple[float, ...] | None:
        """Where a model stands: its place, or so many inches from another's base, or the next of a row."""
        if "at" in fields:
            x, *rest = fields["at"]
            number = sum(1 for other in self.ids if self.case.models[other] is fields)
            return (x + 1.5 * number, *rest)
        if "away" in fields:
            away = fields["away"]
            other = self.ids[away["from"]]
            mine = self.arena.models[other]
            radius = {"cavalry": 75, "monstrous_infantry": 75, "monstrous_cavalry": 100, "monster": 100,
                      "ridden_monster": 150, "chariot": 150, "swarm": 75}.get(fields.get("kind", ""), 50)  # fmt: skip
            radius = fields.get("radius", 75 if "mount" in fields and radius == 50 else radius)
            gap = away["inches"] + (self.arena.fighters[other].radius + radius) / 100
            lane = away.get("lane", 0)
            return (mine.x / 100 + (gap**2 - lane**2) ** 0.5, mine.y / 100 + lane, *away.get("height", ()))
        if fields.get("count", 1) > 1:
            number = sum(1 for other in self.ids if self.case.models[other] is fields)
            row = {"a": 40, "b": 44}.get(fields.get("side", "a"), 36)
            return (2 + 1.5 * number, row)
        return None

    def _engage(self, entry: dict[str, Any]) -> None:
        who, *others = (self.ids[name] for name in entry["models"])
        first = entry.get("first_round", True)
        self.arena.engage(who, *others, first_round=first)
        for name in entry.get("charged", ()):
            self.arena.engage(self.ids[name], charged=True, first_round=first)
        if entry.get("across"):
            for one in (who, *others):
                model = self.arena.models[one]
                self.arena.models[one] = model._replace(flags=model.flags | ACROSS)

    def _game(self) -> Game:
        for key, mark in tuple(self.arena.marks.items()):
            if key.startswith(DIVE) and mark[0] in self.ids:
                self.arena.marks[key] = [self.ids[mark[0]], mark[1]]
        game = self.arena.game()
        self._house(game)
        for letter, about in self.case.sides.items():
            old = game.sides[letter]
            game.sides[letter] = Side(
                old.id, about.get("name", old.name), old.allies, about.get("alignment", ""),
                frozenset(about.get("tags", ())), neutral=about.get("neutral", False),
            )  # fmt: skip
        return game

    def _house(self, game: Game) -> None:
        """Put models inside garrison buildings: `inside: [number of the piece, floor]`."""
        state = self.arena.position()
        for name, fields in self.case.models.items():
            if "inside" not in fields or name not in self.ids:
                continue
            number, *floor = fields["inside"]
            piece, who, level = game.table.pieces[number - 1], self.ids[name], floor[0] if floor else 1
            x, y, z = inside_spot(game, state, piece, level, game.fighters[who].radius)
            self.arena.models[who] = state.models[who] = self.arena.models[who]._replace(x=x, y=y, z=z)
            inside = {**(state.marks.get(GARRISON) or {}), who: [piece.id, level]}
            state.marks[GARRISON] = self.arena.marks[GARRISON] = inside

    def _begin(self) -> None:
        """Open the phase of the case as a turn does, with its choices and the panic at its end."""
        ctx = Context(self.game, self.state, self.dice)
        auras.begin_turn(ctx)
        self.state.flow = self.state.flow[:-1]
        open_phase(ctx, self.case.phase, self.case.side)

    # -- names --------------------------------------------------------------------------------------------------------

    def id(self, name: str) -> str:
        """The engine's id of a model or side of the case; other texts stay as they are."""
        return self.ids.get(name, name)

    def told(self, value: Any) -> Any:
        """A value of the engine with ids turned into the case's names, tuples into lists."""
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list | tuple | set | frozenset):
            return [self.told(entry) for entry in value]
        return value

    # -- play ---------------------------------------------------------------------------------------------------------

    def context(self) -> Context:
        """A context on the current state; return it with `keep`."""
        if self.battle is not None:
            self.state = self.battle.state
        self.game = present(self.game, self.state)
        return Context(self.game, self.state, self.dice)

    def keep(self, ctx: Context, *groups: Group | None) -> None:
        """Keep what a context has done."""
        self.events.extend(ctx.events)
        self.game = present(self.game, self.state)
        for group in groups:
            if group is not None:
                self.groups.append(group)
                self.subject = self.case.subject or self.names.get(group.whom, "")

    def direct(self, function: Callable[[Context], Any]) -> Any:
        """Call a rules function with a context and keep its events; groups it gives back are kept too."""
        ctx = self.context()
        answer = function(ctx)
        self.keep(ctx, *([answer] if isinstance(answer, Group) else []))
        return answer

    def steps_until_idle(self, *frames: Frame) -> None:
        """Push frames on the flow and run them until a side must command; the rest of the flow waits."""

        def play(ctx: Context) -> None:
            below = ctx.state.flow
            ctx.state.flow = frames
            run(ctx)
            self.found["pending"] = ctx.state.flow[-1].stage if ctx.state.flow else ""
            ctx.state.flow = below

        self.direct(play)

    def playing(self) -> Battle:
        """The battle, carried on to the first command when the case has not asked for it yet."""
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

    def answer_all(self, answers: dict[str, str] | None = None) -> None:
        """Answer pending decisions: by their prompt as the case says, else with the default."""
        battle = self.playing()
        while battle.outcome is None and battle.state.flow and battle.state.flow[-1].kind == "decision":
            frame = battle.state.flow[-1]
            wanted = (answers or {}).get(frame.stage)
            option = frame.data["silence"]
            if wanted is not None:
                option = ",".join(self.id(part) for part in str(wanted).split(","))
            self.command(frame.owner, Answer(option))

    def hold_ground(self) -> None:
        """Charged models hold where they stand."""
        battle = self.battle
        while battle is not None and battle.state.flow and battle.state.flow[-1].stage == "react":
            self.command(battle.state.flow[-1].owner, Answer("hold"))
