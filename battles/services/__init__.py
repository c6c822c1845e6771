"""Writes of the battles room, one file an activity."""
