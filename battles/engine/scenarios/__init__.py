"""The scenarios. Importing this package registers them all; `base.scenario_of` finds the one of a battle."""

from battles.engine.scenarios import buildings, crossing, encounter, homemade, hunt, surprise, treasure  # noqa: F401
