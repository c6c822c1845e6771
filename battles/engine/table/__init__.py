"""The table: geometry, terrain, sight, movement ground. Whole hundredths of an inch, standard library only."""
