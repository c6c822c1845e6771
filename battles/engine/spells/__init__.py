"""The spell lists, one file each; importing this package makes every spell known to `steps.magic`."""

from battles.engine.spells import bending, chaos, horned_rat, lasting, lesser, necromancy, prayers  # noqa: F401
