"""Exact odds. Importing this package registers `attack_outcomes`, which computes groups of attacks."""

from battles.engine.odds import attack_outcomes as attack_outcomes
