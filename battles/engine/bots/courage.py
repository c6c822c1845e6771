"""A bot's courage: how it weighs the enemy's response, and how it advances.

A side that is charged first loses two and a half models for one, so the tactician avoids being charged. The soldier
accepts more risk and advances faster.
"""

from __future__ import annotations

from typing import NamedTuple


class Courage(NamedTuple):
    """Weights of risks and gains; attacks count as the probability of taking a model down."""

    joins: float
    """Weight of attacks by a free enemy who can come to help."""
    comes: float
    """Weight of a possible enemy charge: above that of its attacks, because the enemy chooses target and time."""
    eager: float
    """Weight of an inch closer to the goal while enemies may still arrive one at a time."""
    counts: bool
    """Whether to consider how close Rout tests are, and enemy shooting on the way."""


WARY = Courage(joins=2.5, comes=5.0, eager=0.006, counts=True)
"""The tactician."""
PLAIN = Courage(joins=0.4, comes=2.0, eager=0.012, counts=False)
"""The soldier."""
BOLD = Courage(joins=0.8, comes=1.5, eager=0.02, counts=True)
"""The commander, when it tries out an attack."""
