"""Pure rules of leagues: no rows, no clock, no dice."""
