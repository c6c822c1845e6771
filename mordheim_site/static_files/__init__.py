"""Static files as browsers get them: bundled, hashed and compressed."""
