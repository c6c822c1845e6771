"""The spell lists, one file each. Importing this package registers every spell with `steps.magic`."""

# Effects store a spell by its number in this order (skills/powers.py): a new module goes to the end.
from battles.engine.spells import (  # noqa: F401, I001
    curses,
    control,
    bolts,
    blessings,
    chaos,
    fates,
    horned_rat,
    lasting,
    lesser,
    necromancy,
    prayers,
    runes,
    shadows,
    wind_spells,
)
