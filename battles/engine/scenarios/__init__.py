"""The scenarios. `battles.engine.all_rules` registers them; `registry.scenario_of` finds the one of a battle."""
