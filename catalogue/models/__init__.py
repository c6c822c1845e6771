"""Rows of the catalogue room, re-exported one by one."""
