"""Programs of outside developers, written from docs/reference/api.md alone, against a running site."""
