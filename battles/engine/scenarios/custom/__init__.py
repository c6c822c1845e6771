"""Scenarios read from data: the plan, its vocabulary, its limits on forces and advice for its author."""
