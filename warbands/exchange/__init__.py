"""Import and export of rosters: one document type (`save.py`) and the formats it is converted to and from. Pure
functions of WarbandState and Book."""
