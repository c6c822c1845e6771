"""Everything that the steps of a case can ask or do; importing this package registers all verbs."""

from battles.conformance.verbs import blows, forces, moves, nerve, places, questions, scenarios, shots, sieges  # noqa: F401 - register
