"""Exact odds. Importing this package registers `attack_outcomes`, which works out groups of attacks."""

from battles.engine.odds import attack_outcomes as attack_outcomes
