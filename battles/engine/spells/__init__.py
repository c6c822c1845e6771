"""The spell lists, one file for each. Importing this package registers every spell with `steps.magic`."""

# Effects store a spell by its number in this order (skills/powers.py): a new module goes to the end.
from battles.engine.spells import (  # noqa: F401, I001
    curses,
    control,
    bolts,
    blessings,
    chaos,
    luck_and_death,
    horned_rat,
    lasting_spells,
    lesser_magic,
    necromancy,
    prayers,
    runes,
    protection,
    wind_spells,
)
