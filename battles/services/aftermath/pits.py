"""The fighting pits: a hero against a pit fighter, on the engine, bots striking for both. Rule: AF-INJ-04"""

from __future__ import annotations

from dataclasses import dataclass

from battles.bridge import fighter_of
from battles.engine.battle import Battle
from battles.engine.bots.base import bot_called
from battles.engine.dice import Dice
from battles.services.aftermath.account import Account
from warbands.company import HIRED, Company, Member

PIT = {"width": 1200, "length": 1200, "name": "The pit"}
LAST_TURN = 40
PIT_FIGHTER = "pit_fighter"


@dataclass(frozen=True, slots=True)
class Duel:
    """How it went."""

    won: bool
    turns: int


class _Counted:
    """The aftermath's dice, lent to a battle."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self.position = 0

    def face(self, purpose: str) -> int:
        self.position += 1
        return self._account.roller.lend(purpose)


def fight(account: Account, member: Member) -> Duel:
    """Play the duel to its end; nobody runs from the pit. A fight that nobody wins in time is lost."""
    company = account.company()
    foe_company = Company(key="pit", name="The pit", warband_type_code=company.warband_type_code, founding_gold_gc=0)
    entry = account.book.warrior_types[PIT_FIGHTER]
    foe = Member(key="pit", kind=HIRED, warrior_type_code=entry.code, name=entry.name)
    foe_company.members[foe.key] = foe
    for number, item in enumerate(entry.kit):
        foe_company.add_kit(key=f"pit{number}", holder=foe.key, item=item)
    return duel(account, (company, member), (foe_company, foe))


def duel(account: Account, first: tuple[Company, Member], second: tuple[Company, Member]) -> Duel:
    """Two in the pit, bots striking for both; `won` tells whether the first did."""
    sides = [
        {"name": member.name, "fighters": [fighter_of(company, member, account.book, name=member.name)]}
        for company, member in (first, second)
    ]
    setup = {
        "ruleset": account.row.side.battle.ruleset,
        "scenario": {"code": "skirmish", "max_turns": LAST_TURN, "rout": False},
        "table": PIT,
        "sides": sides,
    }
    dice: Dice = _Counted(account)
    battle = Battle.begin(setup, dice)
    bot = bot_called("tactician")
    for _ in range(2_000):
        waiting = battle.awaiting()
        if not waiting:
            break
        battle.play(waiting[0], bot.choose(battle, waiting[0]).command)
    won = battle.outcome is not None and battle.outcome.winners == ("a",)
    return Duel(won, battle.state.turn_number)
