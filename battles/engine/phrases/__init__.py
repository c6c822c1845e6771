"""English phrases of the technical battle log, by code."""
