"""The fighting pits: a hero fights against a pit fighter. Bots play the duel on the engine, and the results of the
injury table are applied. Rule: AF-INJ-04"""

from __future__ import annotations

from dataclasses import dataclass

from battles.aftermath.captives.pit_effects import PIT_EFFECTS, ApplyInjuries, Duellist
from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.records import PitRecord
from battles.core.bridge.fighters import fighter_of
from battles.engine.aftermath.injuries import InjuryResult
from battles.engine.battle import Battle
from battles.engine.bots.registry import bot_called
from battles.engine.commands import Charge
from battles.engine.dice import Dice
from warbands.core.state import HIRED, Member, WarbandState

PIT = {"width": 1200, "length": 1200, "name": "The pit"}
LAST_TURN = 40
PIT_FIGHTER = "pit_fighter"


@dataclass(frozen=True, slots=True)
class Duel:
    """Result of a duel."""

    won: bool
    turns: int


class _Counted:
    """Makes the dice of the aftermath usable as the dice of a battle."""

    def __init__(self, context: AftermathContext) -> None:
        self._account = context
        self.position = 0

    def face(self, purpose: str) -> int:
        self.position += 1
        return self._account.roller.lend(purpose)


def fight(context: AftermathContext, member: Member, foe_type: str = PIT_FIGHTER) -> Duel:
    """Play the duel to its end; nobody can flee. If there is no winner after the maximum number of turns, it counts as
    lost."""
    state = context.state()
    foe_company = WarbandState(key="pit", name="The pit", warband_type_code=state.warband_type_code, founding_gold_gc=0)
    entry = context.book.warrior_types[foe_type]
    enemy = Member(key="pit", kind=HIRED, warrior_type_code=entry.code, name=entry.name)
    foe_company.members[enemy.key] = enemy
    for number, item in enumerate(entry.kit):
        foe_company.add_kit(key=f"pit{number}", holder=enemy.key, item=item)
    return duel(context, (state, member), (foe_company, enemy))


def duel(context: AftermathContext, first: tuple[WarbandState, Member], second: tuple[WarbandState, Member]) -> Duel:
    """Let bots play a duel; `won` says whether the first fighter won. Both charge as soon as they can, and the roll-off
    for the first turn decides which of them can charge first."""
    sides = [
        {"name": member.name, "fighters": [fighter_of(state, member, context.book, name=member.name)]}
        for state, member in (first, second)
    ]
    setup = {
        "ruleset": context.row.side.battle.ruleset,
        "scenario": {"code": "skirmish", "max_turns": LAST_TURN, "rout": False},
        "table": PIT,
        "sides": sides,
    }
    dice: Dice = _Counted(context)
    battle = Battle.begin(setup, dice)
    bot = bot_called("soldier")
    for _ in range(2_000):
        waiting = battle.awaiting()
        if not waiting:
            break
        charge = next((command for command in battle.legal(waiting[0]) if isinstance(command, Charge)), None)
        battle.play(waiting[0], charge or bot.choose(battle, waiting[0]).command)
    won = battle.outcome is not None and battle.outcome.winners == ("a",)
    return Duel(won, battle.state.turn_number)


def settle_duel(
    context: AftermathContext, key: str, member: Member, result: InjuryResult, foe_type: str, suffer: ApplyInjuries
) -> PitRecord:
    """Let the hero fight for freedom, and apply the result for the winner or the loser. Returns plain values for the
    line: `won`, `rounds`, then `died` or the `injury_name` of a loser."""
    duel = fight(context, member, foe_type)
    row = next((injury for injury in context.tables.injuries if injury.code == result.code), None)
    after = "passed" if duel.won else "failed"
    lines = [line for line in (row.outcomes if row is not None else ()) if line.after == after]
    record: PitRecord = {"won": duel.won, "rounds": duel.turns}
    for place, (code, parameters) in enumerate(effect for line in lines for effect in line.effects):
        if not record.get("died") and code in PIT_EFFECTS:
            hero = Duellist(context, f"{key}:{place}", member, result.code, suffer)
            record |= PIT_EFFECTS[code].of(parameters).carry_out(hero)
    return record
