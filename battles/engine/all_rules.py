"""Imports every rule, so that its steps and hooks are registered.

Code that plays a battle or reads the hooks imports this module first. The order of the imports matters: hooks of one
trait are called in the order of their registration. Items, skills and spells come last: they use the steps.
"""

# ruff: noqa: F401, I001
from battles.engine.scenarios.creatures import arrivals, beasts, champions, lurkers, mummy, nest, spirits, villagers
from battles.engine.scenarios.custom import scenario
from battles.engine.scenarios.hazards import dangers, farm, fire, lost_warriors, marsh, mountain_pass, stealth, weather
from battles.engine.scenarios.objectives import (
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
from battles.engine.scenarios.printed import buildings, crossing, encounter, hunt, surprise, treasure

from battles.engine.steps.charge import moves
from battles.engine.steps.combat import parting_blows, phase as combat_phase
from battles.engine.steps.magic import phase as magic_phase
from battles.engine.steps.movement import extra_moves, phase as movement_phase
from battles.engine.steps.nerve import all_alone, flight, lured_warriors, panic
from battles.engine.steps.shooting import phase as shooting_phase
from battles.engine.steps.turn import battle, deployment, muster, recovery, start, turn

from battles.engine import gear, skills, spells
