"""What weapons, armour and other belongings do in a battle, as traits on hooks that importing this registers."""

from battles.engine.gear import (  # noqa: F401
    belongings,
    blows,
    fellowship,
    fire,
    harm,
    hides,
    madness,
    missiles,
    odd_arms,
    passive,
    powder,
)
