"""One roll for a wish, with the data that all gains and costs of wishes need. Rule: AF-DEED-01"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from battles.aftermath.context import AftermathContext
from battles.aftermath.stored.activity_lines import DeedLine
from battles.models import AftermathLine
from warbands.core.ledger import ActionContext
from warbands.core.state import KitLine, Member, WarbandState
from warbands.trading import stash

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class WishRoll:
    """One roll on a wish table. `line` is the line about using the item; `key` makes the ledger entries unique."""

    context: AftermathContext
    line: AftermathLine
    key: str

    @property
    def warband_id(self) -> int:
        return self.context.row.warband_id

    @property
    def item(self) -> str:
        """The code of the item that grants the wish."""
        return item_of(self.line)

    def by(self, what: str) -> ActionContext:
        return self.context.by(f"{what}:{self.line.number}:{self.key}")

    def wisher(self, state: WarbandState) -> Member | None:
        """The hero who made the wish, or None if they are no longer on the roster."""
        member = state.members.get(self.line.subject)
        return member if member is not None and member.is_active else None

    def pick(self, choices: Sequence[Thing], name: str) -> Thing:
        """A random one of these, all equally likely: dice are read as digits and rolled again if they match none."""
        count = 1
        while 6**count < len(choices):
            count += 1
        while True:
            number = 0
            for face in self.context.roller.faces(count, "wish", name):
                number = 6 * number + face - 1
            if number < 6**count // len(choices) * len(choices):
                return choices[number % len(choices)]


def item_of(line: AftermathLine) -> str:
    """The code of the item that grants the wishes of a line."""
    return DeedLine.read(line).item or ""


def lose(context: AftermathContext, line: AftermathLine, kit: KitLine, why: str) -> None:
    """Remove one item from the warband; `why` makes the ledger entry unique."""
    by = context.by(f"wish:{line.number}:{why}")
    stash.lose(warband_id=context.row.warband_id, kit=kit.key, count=1, by=by, because=item_of(line))
