"""Rows of the campaigns room, re-exported one by one."""
