"""A limit on the work of one exact answer, counted in states explored, so that it is the same on every machine."""

from __future__ import annotations


class OverBudget(Exception):
    """An exact answer needs more states than it was given."""


class Budget:
    """Counts the states that one answer explores: every branch of the dice and every merge of two outcomes."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, states: int = 1) -> None:
        """Count states. Raises OverBudget once there are more than `limit`."""
        self.spent += states
        if self.spent > self.limit:
            raise OverBudget
