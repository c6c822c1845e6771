"""A small table and a battle in the middle of play, for worked cases and tests of the engine.

    arena = Arena("core")
    arena.add("a", ws=4, weapons=[SWORD])            # a1 at (10, 10)
    arena.add("b", armour=6, at=(11, 10))            # b1
    arena.engage("a1", "b1")
    arena.blows("a1", "b1", dice="hit 3, wound 4, armour 6")
    battle = arena.battle("combat", dice="hit 4, wound 2")   # or: stand in a phase and play commands

Input is in inches, internal lengths are in hundredths. Dice are written as in the worked cases. All of them must be
used, by purpose and in order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from battles.engine import all_rules as _all_rules  # noqa: F401 - registers every step and hook
from battles.engine.battle import Battle
from battles.engine.dice import ScriptedDice
from battles.engine.events import Event, PostureChanged, Removed, Rolled
from battles.engine.flow import Context, record_flow, run
from battles.engine.game import Game, Side
from battles.engine.profile import Fighter, Weapon, fighter_from_data, weapon_from_data
from battles.engine.rulesets.compile import rules_for
from battles.engine.setup_data import ScenarioData
from battles.engine.state import (
    CHARGED,
    FIRST_ROUND,
    FLAG_NAMES,
    POSTURE_NAMES,
    BattleState,
    Effect,
    Frame,
    Miniature,
    SideState,
)
from battles.engine.steps.harm.attacks import Group
from battles.engine.table.table import Table
from battles.simulation.conformance.case_reader import Value
from battles.simulation.conformance.gear import BLADE

SHORT = {
    "m": "movement", "ws": "weapon_skill", "bs": "ballistic_skill", "s": "strength", "t": "toughness", "w": "wounds",
    "i": "initiative", "a": "attacks", "ld": "leadership",
}  # fmt: skip
RULESETS = ("skirmish", "gazette", "mordheim", "core")


def script(text: str) -> ScriptedDice:
    """Scripted dice from text such as "hit 4, wound 6, ld 3+4"; "none" and "" mean no dice."""
    rows: list[int | tuple[str, int]] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        if part == "none":
            continue
        *_, purpose, faces = part.split()
        rows.extend((purpose, int(face)) for face in re.split(r"\+", faces))
    return ScriptedDice(*rows)


class Arena:
    """A battle that is being set up. Ids are a1, a2 ... in the order in which models are added."""

    def __init__(
        self,
        ruleset: str = "core",
        *,
        table: Table | None = None,
        options: dict[str, Value] | None = None,
        allies: dict[str, Sequence[str]] | None = None,
    ) -> None:
        self.rules = rules_for(ruleset, options)
        self.table = table or Table.open_field()
        self.allies = allies or {}
        self.fighters: dict[str, Fighter] = {}
        self.models: dict[str, Miniature] = {}
        self.marks: dict[str, Value] = {}
        self.scenario: ScenarioData = {}
        self.state: BattleState | None = None
        self.events: list[Event] = []

    def add(
        self,
        side: str = "a",
        *,
        at: tuple[float, ...] | None = None,
        posture: str = "standing",
        flags: Sequence[str] = (),
        wounds: int | None = None,
        effects: Sequence[Effect] = (),
        facing: int = 0,
        weapons: Sequence[dict[str, Value]] | None = None,
        **fields: Value,
    ) -> str:
        """Put a fighter on the table and return its id. Characteristics have their short names (ws=4), other fields
        those of `Fighter`."""
        model_id = f"{side}{sum(1 for other in self.fighters if other[0] == side) + 1}"
        profile: dict[str, Value] = {SHORT[name]: fields.pop(name) for name in tuple(fields) if name in SHORT}
        arms: list[Value] = [BLADE] if weapons is None else list(weapons)
        row: dict[str, Value] = {"id": model_id, "name": model_id, "profile": profile, "weapons": arms, **fields}
        fighter = fighter_from_data(row)
        self.fighters[model_id] = fighter
        default = (10 + len(self.fighters) - 1, 10) if at is None else at
        x, y, *z = (round(value * 100) for value in default)
        bits = 0
        for name in flags:
            bits |= FLAG_NAMES[name]
        self.models[model_id] = Miniature(
            x, y, z[0] if z else 0, fighter.profile.wounds if wounds is None else wounds,
            POSTURE_NAMES.index(posture), bits, facing=facing, effects=tuple(effects),
        )  # fmt: skip
        return model_id

    def engage(self, model_id: str, *others: str, first_round: bool = True, charged: bool = False) -> None:
        """Engage a model with enemies. `charged`: it has charged this turn."""
        for joined in (model_id, *others):
            bits = FIRST_ROUND if first_round else 0
            if charged and joined == model_id:
                bits |= CHARGED
            self.models[joined] = self.models[joined]._replace(flags=self.models[joined].flags | bits)
        for other in others:
            for first, two in ((model_id, other), (other, model_id)):
                model = self.models[first]
                self.models[first] = model._replace(engaged=tuple(sorted({*model.engaged, two})))

    def effect(self, model_id: str, code: str, value: int = 0) -> None:
        """Give a model a lasting effect."""
        model = self.models[model_id]
        self.models[model_id] = model._replace(effects=(*model.effects, Effect(code, value)))

    # -- play ---------------------------------------------------------------------------------------------------------

    def game(self) -> Game:
        letters = sorted({model_id[0] for model_id in self.fighters} | {"a", "b"})
        sides = {letter: Side(letter, letter.upper(), frozenset(self.allies.get(letter, ()))) for letter in letters}
        return Game(
            rules=self.rules, sides=sides, fighters=self.fighters, table=self.table, scenario=self.scenario,
            data={"ruleset": self.rules.code},
        )  # fmt: skip

    def position(self, phase: str = "combat", side: str = "a") -> BattleState:
        """The state in this phase of turn 2, which is `side`'s turn."""
        state = BattleState()
        state.models = dict(self.models)
        letters = sorted({model_id[0] for model_id in self.fighters} | {"a", "b"})
        for letter in letters:
            state.sides[letter] = SideState(
                started=sum(1 for model_id in self.fighters if model_id[0] == letter), turns_taken=2
            )
        state.order = tuple(letters)
        state.active = side
        state.turn_number = 2
        state.phase = phase
        state.marks = dict(self.marks)
        place = letters.index(side)
        index = self.rules.phases.index(phase) if phase in self.rules.phases else 0
        state.flow = (
            Frame("battle", "turns", {"next": (place + 1) % len(letters), "round": 2}),
            Frame("turn", "phases", {"side": side, "number": 2, "phase": index + 1}),
            Frame(phase, "start"),
        )
        return state

    def battle(self, phase: str = "combat", side: str = "a", dice: str | ScriptedDice = "") -> Battle:
        """A battle in this phase, run up to the first command."""
        game = self.game()
        source = script(dice) if isinstance(dice, str) else dice
        battle = Battle(game, self.position(phase, side), source)
        context = Context(game, battle.state, source)
        before = battle.state.flow
        run(context)
        record_flow(context, before)
        battle.log.extend(context.events)
        return battle

    def context(self, dice: str | ScriptedDice = "", phase: str = "combat", side: str = "a") -> Context:
        """A context with which to call functions of the rules."""
        source = script(dice) if isinstance(dice, str) else dice
        return Context(self.game(), self.position(phase, side), source)

    def blows(
        self, model_id: str, target: str, *, dice: str, count: int | None = None, part: str = "self", **about: Any
    ) -> Group:
        """The attacks of one fighter on one enemy, as resolved in the combat phase. Every die must be used."""
        from battles.engine.steps.combat.phase import strike
        from battles.engine.steps.combat.strikers import attack_plan

        ctx = self.context(dice)
        plan = attack_plan(ctx.game, ctx.state, model_id, part)
        group = strike(ctx, model_id, target, plan if count is None else plan[:1] * count, part=part, **about)
        self.finish(ctx)
        return group

    def finish(self, ctx: Context) -> None:
        """Store the state and events of a context. Its dice must be used up."""
        self.state = ctx.state
        self.events = ctx.events
        if isinstance(ctx.dice, ScriptedDice):
            ctx.dice.assert_all_used()

    # -- answers ------------------------------------------------------------------------------------------------------

    def posture(self, model_id: str) -> str:
        assert self.state is not None
        return POSTURE_NAMES[self.state.models[model_id].posture]

    def wounds(self, model_id: str) -> int:
        assert self.state is not None
        return self.state.models[model_id].wounds

    def needs(self, purpose: str) -> list[int]:
        """The score that each die with this purpose needed."""
        return [event.need for event in self.events if isinstance(event, Rolled) and event.purpose == purpose]

    def rolled(self, purpose: str) -> int:
        """Number of dice with this purpose that were rolled."""
        return len(self.needs(purpose))


def state_of(events: Sequence[Event], model_id: str) -> str:
    """The posture of a model after its injuries in these events, before any later recovery."""
    posture = "standing"
    for event in events:
        if isinstance(event, PostureChanged) and event.who == model_id and event.why != "recovery":
            posture = POSTURE_NAMES[event.posture]
        elif isinstance(event, Removed) and event.who == model_id and event.why == "out":
            posture = "out_of_action"
    return posture


def as_weapon(raw: dict[str, Value]) -> Weapon:
    """A compiled weapon from plain data."""
    return weapon_from_data(raw)
