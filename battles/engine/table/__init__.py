"""The table: geometry, terrain, sight, ground for movement. Whole hundredths of an inch, standard library only."""
