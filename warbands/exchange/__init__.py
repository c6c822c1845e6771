"""Import and export of rosters: one document (`save.py`) and its formats. Pure functions of WarbandState and Book."""
