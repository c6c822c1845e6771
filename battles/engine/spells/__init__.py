"""The spell lists, one file for each. Importing this package registers every spell with `steps.magic`."""

from battles.engine.spells import (  # noqa: F401
    blessings,
    bolts,
    chaos,
    control,
    curses,
    horned_rat,
    lasting_spells,
    lesser_magic,
    luck_and_death,
    necromancy,
    prayers,
    protection,
    runes,
    wind_spells,
)
