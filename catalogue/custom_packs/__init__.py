"""Custom packs: facts written by players, stored as rows, released and shared. The Book finds their facts only by
code."""
