"""The aftermath of a battle as pure functions: they take dice and tables and return results with every roll.

Index: docs/reference/aftermath-rules.md.

The tables are plain values from the catalogue, so that supplements and house rules can replace them.
"""
