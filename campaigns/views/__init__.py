"""Pages: one file a group of addresses."""
