"""The English phrases of the battle log for engineers, by code."""
