"""Tags of the battles room."""
