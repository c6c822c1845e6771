"""The code for a refusal whose status is not known in advance."""

REFUSED = 4
"""Some refusal (4xx): which one depends on whose turn the dice decided."""
