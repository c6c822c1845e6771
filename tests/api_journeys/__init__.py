"""Programs as outside developers would write them from docs/reference/api.md alone, used with a running site."""
