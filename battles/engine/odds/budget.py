"""A limit on the work of one exact answer, counted in states explored, so that it is the same on every machine."""

from __future__ import annotations

STATES_PER_GROUP = 20
"""Cost of starting a group of attacks (its traits, the faces its dice can tell apart), in states."""
STATES_PER_STEP = 4
"""Cost of a step of a duel besides its attacks, in states."""
STATES_PER_MOVE = 2
"""Cost of finding the place of a model that is pushed or follows, in states."""
ATTACKS_PER_STATE = 2
"""Number of a group's attacks copied for a branch of its dice that cost one state."""
MERGES_PER_STATE = 4
"""Number of merged positions of a duel that cost one state."""


class OverBudget(Exception):
    """An exact answer needs more states than allowed."""


class Budget:
    """Counts the states explored by one answer: every branch of the dice and every merge of two outcomes.

    Slower operations count as several (the constants above), so that a state takes about the same time everywhere and a
    limit of states is a limit of time.
    """

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, states: int = 1) -> None:
        """Count states. Raises OverBudget once there are more than `limit`."""
        self.spent += states
        if self.spent > self.limit:
            # What the limit refuses is not explored, so it is not counted either.
            self.spent = self.limit + 1
            raise OverBudget
