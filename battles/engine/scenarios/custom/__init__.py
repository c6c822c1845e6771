"""Custom scenarios: reading the plan from data, its vocabulary, its limits on forces, and advice for its author."""
