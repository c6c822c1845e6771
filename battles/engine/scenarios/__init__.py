"""The scenarios. Importing this package registers them all; `registry.scenario_of` returns the scenario of a battle."""

from battles.engine.scenarios.creatures import arrivals, beasts, champions, lurkers, mummy, nest, spirits, villagers  # noqa: F401
from battles.engine.scenarios.custom import scenario  # noqa: F401
from battles.engine.scenarios.hazards import dangers, farm, fire, lost_warriors, marsh, mountain_pass, stealth, weather  # noqa: F401
from battles.engine.scenarios.objectives import (  # noqa: F401
    captive,
    carried_objects,
    carried_prize,
    cart,
    escape,
    escort,
    herds,
    leaders,
    pool,
    ritual,
    table_centre,
)
from battles.engine.scenarios.printed import buildings, crossing, encounter, hunt, surprise, treasure  # noqa: F401
