"""Runs worked cases of the rules, written as YAML, on the engine. Manual: docs/reference/conformance.md"""
