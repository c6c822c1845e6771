"""Hazards of a scenario's location: fog, fire, plants, arrows, getting lost, rock falls."""
