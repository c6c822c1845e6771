"""What weapons, armour and other belongings do in a battle, as traits on hooks that importing this registers."""

from battles.engine.gear import (  # noqa: F401
    belongings,
    blows,
    fire,
    harm,
    madness,
    missiles,
    natural_armour,
    passive,
    powder,
    shared_benefits,
    special_weapons,
)
