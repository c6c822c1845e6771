"""The spell lists, one file each; importing this package makes every spell known to `steps.magic`."""

from battles.engine.spells import banes, bending, bolts, boons, chaos, horned_rat, lasting, lesser, necromancy, prayers  # noqa: F401
