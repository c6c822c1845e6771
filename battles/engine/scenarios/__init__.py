"""The scenarios. Importing this package registers them all; `base.scenario_of` finds the one of a battle."""

from battles.engine.scenarios import (  # noqa: F401
    buildings,
    carried,
    crossing,
    encounter,
    escaping,
    homemade,
    hunt,
    leaders,
    objectives,
    pool,
    surprise,
    treasure,
)
