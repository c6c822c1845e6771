"""Rows of the warbands room, re-exported one by one."""
