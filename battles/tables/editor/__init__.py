"""Drawing tables: pure functions from table data to table data. What cannot stand is refused by the engine's reader."""
