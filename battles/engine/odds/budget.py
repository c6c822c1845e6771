"""A limit on the work of one exact calculation. It counts explored states, so that it is the same on every machine."""

from __future__ import annotations

STATES_PER_GROUP = 20
"""Cost of starting a group of attacks (its traits, the faces that its dice can distinguish), in states."""
STATES_PER_STEP = 4
"""Cost of one step of a duel, without its attacks, in states."""
STATES_PER_MOVE = 2
"""Cost of finding the place of a model that is pushed or follows, in states."""
ATTACKS_PER_STATE = 2
"""How many attacks may be copied for a branch at the cost of one state."""
MERGES_PER_STATE = 4
"""How many positions of a duel may be merged at the cost of one state."""


class OverBudget(Exception):
    """An exact calculation needs more states than allowed."""


class Budget:
    """Counts the states that one calculation explores: every branch of the dice and every merge of two outcomes.

    Slower operations count as several states (see the constants above). A state therefore takes about the same time
    everywhere, and a limit of states is a limit of time.
    """

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, states: int = 1) -> None:
        """Add to the number of states. Raises OverBudget once there are more than `limit`."""
        self.spent += states
        if self.spent > self.limit:
            # A state that the limit refuses is not explored, so it is not counted.
            self.spent = self.limit + 1
            raise OverBudget
