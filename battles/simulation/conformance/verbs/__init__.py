"""Everything that the steps of a case can ask or do. Importing this package registers all verbs."""

from battles.simulation.conformance.verbs import (  # noqa: F401 - register
    blows,
    forces,
    moves,
    nerve,
    places,
    questions,
    scenarios,
    shots,
    sieges,
)
