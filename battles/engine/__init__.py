"""The rules engine: plays one battle on the server. Standard library only; see docs/developers/engine.md.

Reach it through `battles.engine.battle.Battle`.
"""
