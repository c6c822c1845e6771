"""Rows of a battle: Battle, BattleSide, BattleEvent, Snapshot."""
