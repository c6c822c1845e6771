"""The rules in the order a battle needs them, one file a rule area. Importing this package registers every step and hook."""

from battles.engine.steps import (  # noqa: F401
    all_alone,
    charge_moves,
    combat,
    deployment,
    extra_moves,
    flight,
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

from battles.engine import gear, skills, spells  # noqa: E402, F401 - the hooks of belongings and magic
