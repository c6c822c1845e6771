"""What weapons, armour and other items do in battle, as traits on hooks. Importing this package registers them."""

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
