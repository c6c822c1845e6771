"""The aftermath of a battle on the rosters: begun when a battle ends, walked through by a job, its choices left to the
players."""
