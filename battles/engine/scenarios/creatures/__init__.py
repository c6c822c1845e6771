"""Creatures and people of a scenario: how they arrive, what they do, and what depends on them."""
