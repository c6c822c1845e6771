"""Pages of the warbands room."""
