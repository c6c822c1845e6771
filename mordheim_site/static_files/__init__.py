"""Static files as browsers get them: bundled, with hashed names, and compressed."""
