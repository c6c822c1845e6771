"""The table editor: pure functions that take table data and return new table data. The engine's reader refuses invalid
tables."""
