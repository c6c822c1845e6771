"""The rules in the order of a battle, one package per rule area. `battles.engine.all_rules` registers them."""
