"""What follows a battle, as pure functions: dice and tables go in, results with every roll come out. Index:
docs/reference/aftermath-rules.md.

Tables come as plain values from the catalogue, so that supplements and house rules replace them; nothing is written
here.
"""
