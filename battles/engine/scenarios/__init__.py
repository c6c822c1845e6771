"""The scenarios. Importing this package registers them all; `base.scenario_of` finds the one of a battle."""

from battles.engine.scenarios import (  # noqa: F401
    buildings,
    carried,
    champions,
    creatures,
    crossing,
    encounter,
    escaping,
    fire,
    hazards,
    homemade,
    hunt,
    leaders,
    objectives,
    pool,
    spirits,
    surprise,
    things,
    treasure,
    weather,
)
