"""The rules in the order a battle needs them, one file a rule area. Importing this package registers every step.

The hooks of belongings, skills and spells come last: they use the steps.
"""

from battles.engine.steps import (  # noqa: F401  # isort: skip
    all_alone,
    charge_moves,
    combat,
    deployment,
    extra_moves,
    flight,
    lured,
    magic,
    match,
    movement,
    muster,
    panic,
    parting,
    recovery,
    shooting,
    turn,
    turn_start,
)

from battles.engine import gear, skills, spells  # noqa: F401  # isort: skip
