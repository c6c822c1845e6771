"""A limit on the work of one exact answer, counted in states explored, so that it is the same on every machine."""

from __future__ import annotations

STATES_PER_GROUP = 20
"""What it takes to begin a group of attacks (its traits, what its dice can tell apart), in states."""
STATES_PER_STEP = 4
"""What a step of a duel takes besides the attacks in it, in states."""
STATES_PER_MOVE = 2
"""What it takes to find the place of a model that is pushed or follows, in states."""
ATTACKS_PER_STATE = 2
"""Attacks of a group that are copied for a branch of its dice in the time of a state."""
MERGES_PER_STATE = 4
"""Positions of a duel merged into others for what a state takes."""


class OverBudget(Exception):
    """An exact answer needs more states than it was given."""


class Budget:
    """Counts the states that one answer explores: every branch of the dice and every merge of two outcomes.

    What takes longer counts as several (the constants above), so that a state takes about the same time everywhere and
    a limit of states is a limit of time.
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
