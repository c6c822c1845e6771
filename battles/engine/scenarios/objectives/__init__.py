"""Objectives of scenarios: things to carry, people to escort or hunt, places to hold, exits."""
