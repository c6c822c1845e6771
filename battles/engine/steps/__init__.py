"""The rules in the order a battle needs them, one file a rule area. Importing this package registers every step and hook."""

from battles.engine.steps import match, turn  # noqa: F401
