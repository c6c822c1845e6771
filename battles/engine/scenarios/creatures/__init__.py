"""Creatures and people that a scenario brings: how they come, what they do, what depends on them."""
