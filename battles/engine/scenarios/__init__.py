"""The scenarios. Importing this package registers them all; `registry.scenario_of` finds the one of a battle."""

from battles.engine.scenarios.creatures import arrivals, beasts, champions, lurkers, mummy, spirits, villagers  # noqa: F401
from battles.engine.scenarios.hazards import dangers, fire, lost, mountain_pass, weather  # noqa: F401
from battles.engine.scenarios.objectives import carried, escaping, escort, leaders, middle, pool, things  # noqa: F401
from battles.engine.scenarios.plans import scenario  # noqa: F401
from battles.engine.scenarios.printed import buildings, crossing, encounter, hunt, surprise, treasure  # noqa: F401
