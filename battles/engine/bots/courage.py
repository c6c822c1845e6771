"""A bot's courage: how it weighs the enemy's response, and how it advances.

A side that is charged first loses two and a half models for each enemy model, so the tactician avoids being charged.
The soldier accepts more risk and advances faster.
"""

from __future__ import annotations

from typing import NamedTuple


class Courage(NamedTuple):
    """Weights of risks and gains; attacks count as the probability of taking a model down."""

    joins: float
    """Weight of attacks by an enemy who is not fighting and could come to help."""
    comes: float
    """Weight of a possible enemy charge. It is more than that of its attacks, because the enemy chooses target and
    time.
    """
    eager: float
    """Value of coming an inch closer to the goal while enemies may still arrive one at a time."""
    counts: bool
    """Whether the bot considers how close rout tests are, and shooting at models on their way."""


WARY = Courage(joins=2.5, comes=5.0, eager=0.006, counts=True)
"""Courage of the tactician."""
PLAIN = Courage(joins=0.4, comes=2.0, eager=0.012, counts=False)
"""Courage of the soldier."""
BOLD = Courage(joins=0.8, comes=1.5, eager=0.02, counts=True)
"""Courage of the commander when it tries out an attack."""
