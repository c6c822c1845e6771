"""Custom packs: facts written by players, stored as rows, released and shared. The Book knows them only by their
codes."""
