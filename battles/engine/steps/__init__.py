"""The rules in the order of a battle, one package for each rule area. Importing this package registers every step.

The hooks of items, skills and spells are imported last, since they use the steps.
"""

# ruff: noqa: F401, I001
from battles.engine.steps.charge import moves
from battles.engine.steps.combat import parting_blows, phase as combat_phase
from battles.engine.steps.magic import phase as magic_phase
from battles.engine.steps.movement import extra_moves, phase as movement_phase
from battles.engine.steps.nerve import all_alone, flight, lured_warriors, panic
from battles.engine.steps.shooting import phase as shooting_phase
from battles.engine.steps.turn import battle, deployment, muster, recovery, start, turn

from battles.engine import gear, skills, spells
