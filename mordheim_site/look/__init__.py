"""The look of the site: colour tokens, drawn crests and the lists of icons. Pure functions, no database."""
