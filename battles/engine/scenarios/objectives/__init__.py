"""Objectives of scenarios: objects to carry, people to escort or hunt, places to hold, exits."""
