"""Writes of the campaigns room, one file an activity."""
