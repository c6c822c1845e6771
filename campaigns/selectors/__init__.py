"""Reads of the campaigns room: frozen structures with every query already made."""
