"""Rosters in and out: one document (`save.py`) and the forms that carry it. Pure functions of Company and Book."""
