"""The table editor: pure functions from table data to table data. Invalid tables are refused by the engine's reader."""
