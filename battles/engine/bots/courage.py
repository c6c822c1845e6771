"""A bot's courage: how it weighs the enemy's response, and how it advances.

A side that is charged first loses two and a half models for one, so the tactician fears a charge more than the attacks
themselves. The soldier fears it less and advances faster.
"""

from __future__ import annotations

from typing import NamedTuple


class Courage(NamedTuple):
    """Weights of risks and gains; attacks count as the probability of taking a model down."""

    joins: float
    """Of the blows of a free enemy who may come to the help of a neighbour."""
    comes: float
    """Of a charge that may come: more than the blows themselves, for the enemy picks whom and when."""
    eager: float
    """Of an inch nearer to the aim while one may still hope that the enemy comes singly."""
    counts: bool
    """Asks how near the Rout tests are, and what arrows may do on the way."""


WARY = Courage(joins=2.5, comes=5.0, eager=0.006, counts=True)
"""The tactician."""
PLAIN = Courage(joins=0.4, comes=2.0, eager=0.012, counts=False)
"""The soldier."""
