"""Effects of weapons, armour and other items in battle, as functions on hooks. Importing this package registers
them.
"""

from battles.engine.gear import (  # noqa: F401
    belongings,
    black_powder,
    close_combat,
    codes_without_hooks,
    fire,
    madness,
    missiles,
    natural_armour,
    shared_benefits,
    special_weapons,
    wounds_and_saves,
)
