"""Results that are used again: a cache in memory, and queries whose SQL is built once."""
