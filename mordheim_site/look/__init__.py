"""The look of the site: colour tokens, generated crests and the lists of icons. Pure functions, no database."""
