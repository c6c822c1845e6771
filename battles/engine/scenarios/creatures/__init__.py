"""Creatures and people of a scenario: how they arrive, what they do, and scenario results that depend on them."""
