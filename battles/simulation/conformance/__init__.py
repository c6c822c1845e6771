"""Runs worked cases of the rules, written as YAML, on the engine. The manual is docs/reference/conformance.md."""
