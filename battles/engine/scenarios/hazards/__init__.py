"""Hazards of a place: fog, fire, plants, arrows, getting lost, rock falls."""
