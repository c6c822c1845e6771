"""The spell lists, one file each; importing this package makes every spell known to `steps.magic`."""

from battles.engine.spells import (  # noqa: F401
    banes,
    bending,
    bolts,
    boons,
    chaos,
    fates,
    horned_rat,
    lasting,
    lesser,
    necromancy,
    prayers,
    runes,
    veils,
    winds,
)
